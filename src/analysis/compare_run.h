// A comparison in progress; compare.c drives it, compare_json.c describes it.
#ifndef PW_COMPARE_RUN_H
#define PW_COMPARE_RUN_H
#include <jansson.h>

#include "analysis/compare.h"
#include "result/bundle.h"

enum { PW_FORMULATIONS = 3 };  // that there are

typedef struct {
  char folder[32];  // in the bundle
  PawlFormulation formulation;
  const char *name;  // of it
  double tolerance;
  PawlRunInfo info;
  PwResult *result;
} PwCompareEntry;

typedef struct {
  const PawlMechanism *k;
  PawlRunOptions options;
  PwCompareEntry run[2 * PW_FORMULATIONS];  // of each formulation: as asked for, then tighter
  int runs, done;
  PwBundle *bundle;
  PwQuantities quantities;
  json_t *items;
  PwVerdict augmented;  // of its pair
  bool augmented_compared, out_of_memory;
  PawlCompareFunction report;
  void *user;
  PawlMessages *messages;
} PwCompareRun;

// Adds a quantity to compare.json.
void pw_compare_json_item(PwCompareRun *c, const PawlCompareItem *item);
// compare.json of the moment; verdict NULL: there is none yet.
PawlStatus pw_compare_json(PwCompareRun *c, const char *status, const PwVerdict *verdict);
#endif
