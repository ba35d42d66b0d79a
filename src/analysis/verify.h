// What expected.yaml asks for (docs/verify.md), and its comparison with a result.
#ifndef PW_VERIFY_H
#define PW_VERIFY_H
#include "result/result.h"
#include "yaml/reader.h"

// Expressions of the result's columns, of t and of parameters.
typedef struct {
  const char *text;
  PwPlace place;
} PwExpectText;

typedef struct {
  PwExpectText quantity, is;
  double at;    // file units of time; NaN: not at one time
  bool at_end;  // neither: in every row
  double within;
} PwExpectValue;

typedef struct {
  PwExpectText quantity;
  double max;       // of the absolute value; NaN: not asked
  double from, to;  // -inf, inf: not asked
} PwExpectLimit;

typedef struct {
  PwExpectText quantity;
  const char *column;  // of the table
  double within;
} PwExpectColumn;

typedef struct {
  const char *path;
  const char *time;  // its column of times
  PwPlace place;
  PW_LIST(PwExpectColumn) columns;
  double floor;  // deviations are relative to the table's value, at least to this; NaN: absolute
  bool rms;
} PwExpectTable;

typedef struct {
  const char *kind, *subject;                          // subject NULL: any
  int32_t number;                                      // which of these kind and subject, from 1; 0: the next of the list
  double at, within;                                   // at NaN: any
  double is[PW_EVENT_FIELDS], limit[PW_EVENT_FIELDS];  // numbers of events.csv; is NaN: not asked
} PwExpectEvent;

typedef struct {
  const char *quantity;  // a column of the table of modes
  PwPlace place;
  int32_t mode;  // from 1
  double is, within;
} PwExpectMode;

typedef struct {
  int32_t field;        // of PwVerifyField
  double is, from, to;  // is NaN: not asked
} PwExpectInfo;

typedef struct {
  const char *name;  // of the run; NULL if there is only one
  PW_LIST(PwExpectValue) values;
  PW_LIST(PwExpectLimit) limits;
  PW_LIST(PwExpectTable) tables;
  PW_LIST(PwExpectEvent) events;
  PW_LIST(PwExpectMode) modes;
  PW_LIST(PwExpectInfo) info;
} PwExpected;

// Words of `info`.
extern const char *const pw_verify_info_names[];
double pw_verify_info_value(const PawlRunInfo *info, int32_t field);

// Parameters to set, as texts "name=value" in the reader's arena; false after a complaint.
bool pw_expected_overrides(PwReader *r, const PwNode *run, const char ***texts, int *count);
// Reads one run's expectations and puts its options over those of r->model; the reader's scope knows the parameters. All
// complaints go to r; r->failed says whether there were any.
void pw_expected_read(PwReader *r, const PwNode *run, const char *folder, bool single, PwExpected *out);
void pw_expected_free(PwExpected *e);

typedef struct {
  const PwExpected *expected;
  PwReader *reader;  // parameters, units, messages
  const PwResult *result;
  const PawlRunInfo *info;
  PawlVerifyFunction report;
  void *user;
  bool deviates;  // out
} PwVerification;

// Reports every item of `expected`; PAWL_ERR_INPUT or the like if something asked for is not there to compare.
PawlStatus pw_verify_compare(PwVerification *v);
PawlStatus pw_verify_table(PwVerification *v, const PwExpectTable *table);

// ---- shared by the two

void pw_verify_report(PwVerification *v, const char *quantity, double deviation, double limit, double t);

typedef struct {
  PwExpr *expr;
  const int32_t *column;  // of its variables
  int32_t count;
  double *x;
  int32_t *branch;
} PwQuantity;
PawlStatus pw_quantity_compile(PwVerification *v, const PwExpectText *text, PwQuantity *out);
double pw_quantity_value(const PwVerification *v, const PwQuantity *q, int64_t row);
void pw_quantity_free(PwQuantity *q);

// True if two times of a run are the same but for rounding.
bool pw_verify_same_time(const PwVerification *v, double a, double b);
#endif
