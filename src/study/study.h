// A study: many runs of one model with other values of its parameters, and what came of each.
//
//   read*.c          the file of a study
//   looks*.c, fold.c what is looked at: values over a run, computed while it goes
//   design.c, sobol.c, spread.c  which values the parameters have in sample number i
//   worker.c         one sample: parameters set, model compiled, run, results
//   journal.c        the folder while a study goes on: records by their numbers
//   crew.c           threads
//   search*.c        samples that depend on those before
//   table.c          study.csv
//   statistics.c     distributions, yields; with indices.c: shares of the variance
//   describe.c       study.json
//   study.c          the public interface
#ifndef PW_STUDY_H
#define PW_STUDY_H
#include "model/model.h"
#include "model/node.h"
#include "pawl/study.h"
#include "study/looks.h"

enum {
  PW_STUDY_VARIES = 100,         // parameters that vary
  PW_STUDY_RESULTS = 1000,       // results, and conditions
  PW_STUDY_POINTS = 10000,       // of a list or table
  PW_STUDY_SAMPLES = 100000000,  // of a study
  PW_SEARCH_PARAMETERS = 20,     // of a search for the least value
  PW_STUDY_DIMENSIONS = 32,      // of Sobol's sequence
};

// How a parameter varies.
typedef enum {
  PW_SPREAD_LIST,        // values, all alike
  PW_SPREAD_RANGE,       // from low to high
  PW_SPREAD_UNIFORM,     // a tolerance
  PW_SPREAD_NORMAL,      // cut at its limits
  PW_SPREAD_TRIANGULAR,  // with its peak at the nominal value
  PW_SPREAD_TABLE        // density by points, straight between them
} PwSpreadKind;

typedef struct {
  const char *name;
  PwPlace place;
  PwSpreadKind kind;
  int32_t count;        // LIST, TABLE: points; RANGE: of a grid, 0: not told
  double low, high;     // file units; of all kinds but LIST
  double middle;        // NORMAL, TRIANGULAR
  double sigma;         // NORMAL
  const double *value;  // LIST: [count]; TABLE: [2 * count] place, density
  const double *below;  // TABLE: [count] the share below each
} PwVary;

typedef enum { PW_DESIGN_GRID, PW_DESIGN_RANDOM, PW_DESIGN_LATIN, PW_DESIGN_SOBOL } PwDesignKind;

struct PawlStudy {
  PwArena arena;
  const char *file;  // as the caller named it
  char *text;        // of the file
  size_t length;
  const char *model_path;
  PawlModel *model;  // as its file has it
  uint64_t hash;     // of both texts

  PawlStudyKind kind;
  int32_t varies;
  PwVary *vary;
  PwDesignKind design;
  bool indices;     // blocks of samples, from which the shares of the variance come
  int64_t base;     // samples asked for
  int64_t samples;  // of all: base, or blocks of varies + 2
  uint64_t seed;
  PwPlace place;        // SEARCH: of what is looked for
  double within;        // SEARCH: how narrow it is to be; of a border the first condition is that of the border
  double sign;          // SEARCH: 1: the least value of the last result; -1: the largest; 0: a border
  double *correlation;  // [varies * varies] Cholesky factor, lower; NULL: none
  int32_t results, conditions;
  PwAsked *result, *condition;
  PwLooks looks;
};

// What came of one sample.
enum { PW_RECORD_MESSAGE = 160 };
typedef struct {
  int64_t number;  // from 1
  PawlStatus status;
  char message[PW_RECORD_MESSAGE];
  double *parameter, *result;
  bool *met;
} PwRecord;
PawlStatus pw_record_create(const PawlStudy *s, PwArena *arena, PwRecord *out);

// ---- read.c
PawlStatus pw_study_read(PawlStudy *s, PawlMessages *messages);

// ---- design.c: what sample `index`, from 0, gives the parameters; file units.
void pw_design_values(const PawlStudy *s, int64_t index, double *value);
// Number `index` of a grid, random, Latin or Sobol's design: in (0, 1).
double pw_design_unit(const PawlStudy *s, int64_t index, int32_t dimension);
// ---- spread.c: the value below which a share `u` of them lies.
double pw_spread_value(const PwVary *v, double u);
// The share of a standard normal below x, and its inverse (Wichura 1988).
double pw_normal_below(double x);
double pw_normal_at(double share);
// ---- sobol.c: point `index` of a dimension, scrambled by `seed` (Owen 1995).
double pw_sobol(int64_t index, int32_t dimension, uint64_t seed);
// Bits that depend on all of a, b, c.
uint64_t pw_study_hash(uint64_t a, uint64_t b, uint64_t c);
#endif
