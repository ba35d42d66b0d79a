// The ACDMC file (W96 appendix D): entities with their fields, and the parts of reading them into a model. Only the dyn_*.c files
// include this, and whoever reads or writes whole files.
#ifndef PW_DYN_H
#define PW_DYN_H
#include "base/messages.h"
#include "model/model.h"

typedef enum {
  PW_DYN_MACH,
  PW_DYN_LINK,
  PW_DYN_SURF,
  PW_DYN_PART,  // one curve of a surface; no entity of its own in the file
  PW_DYN_PAIR,
  PW_DYN_OCLI,
  PW_DYN_OCPA,
  PW_DYN_LOOP,
  PW_DYN_KINDS
} PwDynKind;

typedef enum {
  PW_DYN_NAME,
  PW_DYN_GRAVITY,
  PW_DYN_TIME,
  PW_DYN_STEP,
  PW_DYN_STATE,  // what the program was doing, and other fields that it kept for itself
  PW_DYN_UNITS,
  PW_DYN_AR0,
  PW_DYN_MASS,
  PW_DYN_TYPE,
  PW_DYN_SHAPE,
  PW_DYN_NORMAL,
  PW_DYN_CENTRE,
  PW_DYN_PINIT,
  PW_DYN_PEND,
  PW_DYN_CONVEX,
  PW_DYN_RADIAL,
  PW_DYN_NUM,
  PW_DYN_COEFFI,
  PW_DYN_ORDER,
  PW_DYN_AO,
  PW_DYN_AF,
  PW_DYN_RO,
  PW_DYN_KO,
  PW_DYN_FIN,
  PW_DYN_PINLINK,
  PW_DYN_PINSURF,
  PW_DYN_POUTLINK,
  PW_DYN_POUTSURF,
  PW_DYN_SOLID,
  PW_DYN_FIXED,
  PW_DYN_JOINT,
  PW_DYN_FORCE,
  PW_DYN_STIFF,
  PW_DYN_LENGTH,
  PW_DYN_INLINK,
  PW_DYN_OUTLINK,
  PW_DYN_POSITION,
  PW_DYN_VELOCITY,
  PW_DYN_MOTOR,  // six of them
  PW_DYN_ACTIVE = PW_DYN_MOTOR + 6,
  PW_DYN_RESTITUTION,
  PW_DYN_CHAIN,
  PW_DYN_RECLOOP,
  PW_DYN_KEYS
} PwDynKey;

// A key as it is spelled in capitals with single blanks; the first spelling of a key is the one that is written.
typedef struct {
  const char *text;
  PwDynKey key;
  unsigned kinds;  // bits of PwDynKind
  bool rows;       // values may stand in the lines below
} PwDynWord;
extern const PwDynWord pw_dyn_words[];  // ends with a NULL text
extern const char *const pw_dyn_kind_names[PW_DYN_KINDS];

// Text of a value: on the key's line, or a line below it.
typedef struct PwDynLine PwDynLine;
struct PwDynLine {
  const char *text;
  PwPlace place;
  PwDynLine *next;
};

typedef struct PwDynField PwDynField;
struct PwDynField {
  PwDynKey key;
  const char *word;  // as spelled
  PwPlace place;
  PwDynLine *line, *last;
  PwDynField *next;
};

typedef struct PwDynEntity PwDynEntity;
struct PwDynEntity {
  PwDynKind kind;
  const char *name;  // "?" if it has none
  PwPlace place;
  PwDynField *field, *last;  // in the order of the file
  PwDynEntity *owner;        // SURF: its LINK; PART: its SURF
  PwDynEntity *next;
  int32_t number;  // PART: from 1
};

typedef struct {
  PawlModel *model;
  PawlMessages *messages;
  const char *file;
  PwArena arena;
  PwDynEntity *first, *last;
  bool failed;
  bool parts;  // what is refused is to be drawn: bodies, where links and surfaces are right
} PwDyn;

// ---- dyn_lex.c

// Complaint about an entity (NULL: the file).
void pw_dyn_fail(PwDyn *d, const PwDynEntity *e, PwPlace place, const char *format, ...) PAWL_PRINTF(4, 5);
void pw_dyn_no_memory(PwDyn *d, PwPlace place);
// Cuts the text into entities; false when out of memory or a limit is passed.
bool pw_dyn_lex(PwDyn *d, const char *text, size_t length);
// Puts "KIND.name.KEY=value" (a curve: "SURF.name.3.KEY=value") over what the file says.
void pw_dyn_override(PwDyn *d, const char *text);

// ---- dyn_values.c: fields of an entity; a field that is missing or wrong is complained about

PwDynField *pw_dyn_find(const PwDynEntity *e, PwDynKey key);  // NULL: not there
const char *pw_dyn_spelling(PwDynKey key, PwDynKind kind);
// The text of a needed field; NULL after a complaint with the remedy.
const char *pw_dyn_text(PwDyn *d, const PwDynEntity *e, PwDynKey key, const char *remedy);
// Exactly `count` numbers. If the field may be missing (`remedy` NULL) and is, `out` stays.
bool pw_dyn_numbers(PwDyn *d, const PwDynEntity *e, PwDynKey key, const char *remedy, int32_t count, double *out);
// All numbers of a field, at most `most`; -1 after a complaint.
int32_t pw_dyn_list(PwDyn *d, const PwDynEntity *e, const PwDynField *field, int32_t most, double *out);
// One of the words, which come in pairs of equal meaning (NULL-terminated): index / 2.
bool pw_dyn_choice(PwDyn *d, const PwDynEntity *e, PwDynKey key, const char *remedy, const char *const *words, int *out);
bool pw_dyn_flag(PwDyn *d, const PwDynEntity *e, PwDynKey key, const char *remedy, bool *out);
// A position and orientation from 3x4 or 4x4 numbers, lengths in SI.
typedef struct {
  double p[3], q[4];
} PwDynPose;
bool pw_dyn_pose(PwDyn *d, const PwDynEntity *e, PwDynKey key, const char *remedy, PwDynPose *out);
PwDynPose pw_dyn_compose(const PwDynPose *a, const PwDynPose *b);
PwDynPose pw_dyn_inverse(const PwDynPose *a);
double pw_dyn_unit(const PwDyn *d, PwDimension dimension);
// A name as models have it: a digit at its beginning gets the word `kind` before it, other signs become '_'.
const char *pw_dyn_model_name(PwDyn *d, const char *kind, const char *name);

// ---- reading

typedef struct {
  const PwDynEntity *entity;
  const char *name;  // of the body
  bool fixed, placed;
  PwDynPose ar0, drawn;  // of the link's axes in ground
  PawlBodyId body;
} PwDynLink;

typedef struct {
  const PwDynEntity *entity;
  int32_t link;
  const char *name;  // body.name in the model
  bool curve;
  PwDynPose shape;
  PawlFrameId frame;
  PawlProfileId profile;
} PwDynSurf;

enum { PW_DYN_COORDINATES = 6 };
typedef struct {
  const PwDynEntity *entity, *ocpa;
  const char *name;
  bool contact;
  PawlJointType type;
  int32_t surf[2], link[2];
  double position[PW_DYN_COORDINATES], speed[PW_DYN_COORDINATES];  // file units
  bool motor[PW_DYN_COORDINATES];
  double force, stiff, length, restitution;  // file units
  bool active;
} PwDynPair;

typedef struct {
  PwDyn *d;
  int32_t fixed;  // links that are ground
  PW_LIST(PwDynLink) links;
  PW_LIST(PwDynSurf) surfs;
  PW_LIST(PwDynPair) pairs;
} PwDynMechanism;

// dyn_pair.c: pairs and what OCPA says of them; where the links stand by it.
void pw_dyn_read_pairs(PwDynMechanism *m);
void pw_dyn_place_links(PwDynMechanism *m);
void pw_dyn_add_pairs(PwDynMechanism *m);
// dyn_curve.c: the boundary of a surface of type COURBE; checked, and added if nothing was complained about so far.
void pw_dyn_add_curve(PwDynMechanism *m, PwDynSurf *surf);
// dyn_loop.c: LOOP sections against the graph of links and pairs.
void pw_dyn_check_loops(PwDynMechanism *m);

// dyn_read.c
bool pw_dyn_is_name(const char *path);  // ends in .dyn
// `parts`: a model that is refused is there all the same, as far as it could be read.
PawlStatus pw_dyn_parse(const char *name, const char *text, size_t length, const char *const *overrides, int override_count,
                        bool parts, PawlMessages *messages, PawlModel **out);
#endif
