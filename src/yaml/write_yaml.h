// The writer of model files: shared by the write_*.c files. What a model holds is written, in the units it was read in:
// parameters as their values, shapes as mass and inertia, frames drawn by 'between' and 'at' in the axes of their bodies.
#ifndef PW_WRITE_YAML_H
#define PW_WRITE_YAML_H
#include "base/text.h"
#include "model/model.h"

// What bodies carry of one kind, in file order: the first of each body, the next one of the same body; `count` of the kind: none.
typedef struct {
  int32_t *first, *next;
} PwCarried;

typedef struct {
  const PawlModel *model;
  PawlMessages *messages;
  PwText out;
  PwCarried frames, profiles, surfaces, meshes;  // while bodies are written; of frames those that have names
  PawlStatus status;
  bool for_audit;  // forces by callback are left out instead of refused, and meshes, whose files may be gone by then
} PwWriter;

enum { PW_NUMBER_CHARS = 96 };

void pw_write_fail(PwWriter *w, const char *format, ...) PAWL_PRINTF(2, 3);

// ---- values

// The text whose reading gives this SI value again, bit for bit: a plain number in the file's units if there is one, else with an
// SI unit behind it.
void pw_write_number_text(const PwWriter *w, double value, PwDimension dimension, char out[PW_NUMBER_CHARS]);
// The same for a field that has no unit of its own but is multiplied by `factor` when read; false: no number gives `value`
// exactly, the nearest is written.
bool pw_write_scaled_text(double value, double factor, char out[PW_NUMBER_CHARS]);
void pw_write_number(PwWriter *w, double value, PwDimension dimension);
// [a, b, c]
void pw_write_list(PwWriter *w, const double *values, int count, PwDimension dimension);
// Paths in a file are relative to it, and where it will be is not known: an absolute one stays right.
void pw_write_path(PwWriter *w, const char *path);
// A name or a text, in quotes where YAML needs them.
void pw_write_text(PwWriter *w, const char *text);
void pw_write_law(PwWriter *w, const PawlScalar *law, PwDimension dimension);
void pw_write_laws(PwWriter *w, const PawlScalar law[3], PwDimension dimension);

// ---- fields: "\n<indent>key: value", left out where the value is the default

void pw_write_key(PwWriter *w, int indent, const char *key);
void pw_write_field(PwWriter *w, int indent, const char *key, double value, double usual, PwDimension dimension);
void pw_write_vector(PwWriter *w, int indent, const char *key, const double value[3], PwDimension dimension);
void pw_write_orientation(PwWriter *w, int indent, const double q[4]);
void pw_write_word(PwWriter *w, int indent, const char *key, const char *word);

// ---- references

// What stands after "body." in a name that files know; NULL: they do not.
const char *pw_write_own_name(const char *name);

// {at: ..., quaternion: ..., ...}, beginning with the body if it is not NULL.
void pw_write_frame_map(PwWriter *w, const PawlFrameDef *frame, const char *body);
// "body.frame", "body", or {body: ..., at: ...} for a frame that has no name in a file.
void pw_write_frame(PwWriter *w, PawlFrameId frame);
void pw_write_frames(PwWriter *w, int indent, const PawlFrameId frame[2]);
void pw_write_coordinate(PwWriter *w, const PawlCoordinate *coordinate);

// ---- sections

void pw_write_bodies(PwWriter *w);
void pw_write_profiles(PwWriter *w, PawlBodyId body);
// Its chain, circle or point.
void pw_write_outline(PwWriter *w, int indent, const PawlProfileDef *profile);
void pw_write_surfaces(PwWriter *w, PawlBodyId body);
void pw_write_meshes(PwWriter *w, PawlBodyId body);
void pw_write_joints(PwWriter *w);
void pw_write_contacts(PwWriter *w);
void pw_write_couplers(PwWriter *w);
void pw_write_forces(PwWriter *w);
#endif
