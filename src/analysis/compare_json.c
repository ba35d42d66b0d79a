// compare.json: what was run, and how it compares.
#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "analysis/compare_run.h"
#include "base/json.h"

// JSON has no infinities: what is not finite becomes null.
static json_t *number(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

void pw_compare_json_item(PwCompareRun *c, const PawlCompareItem *i) {
  json_t *item =
      json_pack("{s:s, s:[s, s?], s:s, s:o, s:o, s:o, s:o, s:o, s:b}", "quantity", i->quantity, "formulations", i->formulation[0],
                i->formulation[1], "column", i->column, "difference", number(i->difference), "tighter", number(i->tighter),
                "tightening", number(i->tightening), "limit", number(i->limit), "t_s", number(i->t), "ok", i->ok);
  if (json_array_append_new(c->items, item) != 0) c->out_of_memory = true;
}

static json_t *runs(const PwCompareRun *c) {
  json_t *list = json_array();
  for (int i = 0; i < c->done; i++) {
    const PwCompareEntry *e = &c->run[i];
    pw_json_append(
        &list, json_pack("{s:s, s:s, s:f, s:s?, s:I, s:I, s:I, s:f}", "folder", e->folder, "formulation", e->name, "tolerance",
                         e->tolerance, "method", e->info.method, "steps", (json_int_t)e->info.steps, "evaluations",
                         (json_int_t)e->info.evaluations, "events", (json_int_t)e->info.events, "seconds", e->info.seconds));
  }
  return list;
}

PawlStatus pw_compare_json(PwCompareRun *c, const char *status, const PwVerdict *verdict) {
  json_t *root = json_pack("{s:i, s:s, s:s, s:s, s:o}", "pawl_compare", 1, "status", status, "version", pawl_version(), "model",
                           c->k->name ? c->k->name : "", "runs", runs(c));
  if (root && verdict) {
    pw_json_set(&root, "agrees", json_boolean(!verdict->deviates));
    pw_json_set(&root, "compared_share", json_real(verdict->share));
    pw_json_set(&root, "compared_to_s", number(verdict->end));
    if (c->augmented_compared) {
      pw_json_set(&root, "augmented_share", json_real(c->augmented.share));
      pw_json_set(&root, "augmented_to_s", number(c->augmented.end));
    }
    pw_json_set(&root, "quantities", json_incref(c->items));
  }
  char *text = root && !c->out_of_memory ? pw_json_dump(root, 2, PW_JSON_EXACT) : NULL;
  PawlStatus result = text ? pw_bundle_json(c->bundle, text, c->messages) : PAWL_ERR_MEMORY;
  json_decref(root);
  free(text);
  return result;
}
