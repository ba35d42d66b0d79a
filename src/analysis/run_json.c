// run.json and state.csv of a result folder.
#include <stdlib.h>
#include <string.h>

#include "analysis/run.h"
#include "base/json.h"
#include "base/text.h"

static const char *analysis_name(PawlAnalysis analysis) {
  static const char *const names[] = {"assemble", "kinematics", "statics", "dynamics", "linearise"};
  return names[analysis];
}

static json_t *settings(const PwRun *run) {
  const PawlRunOptions *o = &run->s->options;
  static const char *const LAWS[] = {"newton", "poisson", "stronge"}, *const ORDERS[] = {"simultaneous", "sequential"};
  static const char *const REACTIONS[] = {"chosen", "least"};
  return json_pack("{s:f, s:s?, s:f, s:f, s:f, s:f, s:I, s:I, s:b, s:o, s:s, s:s, s:s}", "duration_s", o->duration, "until",
                   run->s->k->until_text, "output_step_s", run->step, "tolerance", o->tolerance, "absolute", o->absolute,
                   "max_step_s", o->max_step, "max_steps", (json_int_t)o->max_steps, "checkpoint_steps",
                   (json_int_t)o->checkpoint_steps, "from_statics", o->from_statics, "from_result", pw_json_text(o->from_result),
                   "impact", LAWS[o->impact], "impact_order", ORDERS[o->impact_order], "reactions", REACTIONS[o->reactions]);
}

static json_t *statistics(const PawlRunInfo *i) {
  return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:I}", "steps",
                   (json_int_t)i->steps, "rejected", (json_int_t)i->rejected, "evaluations", (json_int_t)i->evaluations,
                   "factorisations", (json_int_t)i->factorisations, "events", (json_int_t)i->events, "samples",
                   (json_int_t)i->samples, "singular_passages", (json_int_t)i->singular_passages, "branch_changes",
                   (json_int_t)i->branch_changes, "impacts", (json_int_t)i->impacts, "searches", (json_int_t)i->searches,
                   "touch_growths", (json_int_t)i->grown, "violation_position", pw_json_number(i->violation_position),
                   "violation_speed", pw_json_number(i->violation_speed), "energy_drift", pw_json_number(i->energy_drift),
                   "violation_acceleration", pw_json_number(i->violation_acceleration), "faint_steps",
                   (json_int_t)i->faint_steps);
}

// NULL unless all of a list is in it: then the pack that it goes into fails, too.
static json_t *whole(json_t *list, bool ok) {
  if (ok) return list;
  json_decref(list);
  return NULL;
}

// Names of the contacts, as audit_touches.bin counts them, and of bodies that callbacks act on. Of a long list, which stands in a
// row, its own and how many they are.
static json_t *contact_names(const PawlMechanism *k) {
  json_t *list = json_array();
  bool ok = list != NULL;
  for (int32_t i = 0; i < k->contacts && ok; i++) {
    const PwContactList *of = pw_long_list_at(k, i);
    json_t *one = of ? json_pack("{s:o, s:i}", "list", pw_json_text(of->name), "contacts", (int)of->count)
                     : pw_json_text(k->contact[i].name);
    ok = !json_array_append_new(list, one);
    if (of) i += of->count - 1;
  }
  return whole(list, ok);
}

static json_t *callback_bodies(const PawlMechanism *k) {
  json_t *list = json_array();
  bool ok = list != NULL;
  for (int32_t i = 0; i < k->callbacks && ok; i++) {
    ok = !json_array_append_new(list, pw_json_text(k->body[k->frame[k->callback[i].frame].body].name));
  }
  return whole(list, ok);
}

static json_t *model(const PwRun *run) {
  const PawlMechanism *k = run->s->k;
  char hash[20];
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)k->hash);
  return json_pack("{s:o, s:s, s:b, s:i, s:i, s:i, s:i, s:i, s:o, s:o, s:o}", "name", pw_json_text(k->name), "hash", hash,
                   "planar", k->planar, "bodies", k->bodies - 1, "joints", k->joints, "mobility", k->mobility, "rows",
                   k->active_rows, "redundancies", k->redundancies, "size_m", pw_json_number(k->size), "contacts",
                   contact_names(k), "callbacks", callback_bodies(k));
}

// Names of columns, one list for each plot.
static json_t *plots(const PwPlots *p) {
  json_t *list = json_array();
  for (int32_t i = 0; i < p->count; i++) {
    json_t *names = json_array();
    for (int32_t c = 0; c < p->plot[i].count; c++) pw_json_append(&names, json_string(p->plot[i].column[c].name));
    pw_json_append(&list, names);
  }
  return list;
}

// What was said so far, for readers of the folder.
static json_t *said(const PawlMessages *messages) {
  static const char *const WORDS[] = {[PAWL_NOTE] = "note", [PAWL_WARNING] = "warning", [PAWL_ERROR] = "error"};
  json_t *list = json_array();
  for (int i = 0; messages && i < pawl_messages_count(messages); i++) {
    PawlMessage m = pawl_messages_get(messages, i);
    pw_json_append(&list, json_pack("{s:s, s:o}", "severity", WORDS[m.severity], "text", pw_json_text(m.text)));
  }
  return list;
}

// The member that comes last.
static void write_audit(PwText *out, const PwAuditVerdict *verdict) {
  static const char *const WORDS[] = {[PAWL_AUDIT_PASSED] = "passed",
                                      [PAWL_AUDIT_FAILED] = "failed",
                                      [PAWL_AUDIT_NOT] = "not audited",
                                      [PAWL_AUDIT_COARSE] = "too coarse",
                                      [PAWL_AUDIT_NOTHING] = "nothing to audit"};
  if (!verdict->count) {
    pw_text_add(out, "null");
    return;
  }
  pw_text_format(out, "{\n    \"ok\": %s,\n    \"instants\": %lld,\n    \"touches\": %lld,\n    \"laws\": [",
                 verdict->broken == 0 ? "true" : "false", (long long)verdict->instants, (long long)verdict->touches);
  for (int32_t i = 0; i < verdict->count; i++) {
    const PwAuditLaw *l = &verdict->law[i];
    pw_text_add(out, i ? ",\n      {\n        \"name\": " : "\n      {\n        \"name\": ");
    pw_json_write_text(out, l->name);
    pw_text_add(out, ",\n        \"deviation\": ");
    pw_json_write_number(out, l->deviation);
    pw_text_add(out, ",\n        \"where\": ");
    pw_json_write_text(out, l->where);
    pw_text_add(out, ",\n        \"limit\": ");
    pw_json_write_number(out, l->limit);
    pw_text_add(out, ",\n        \"status\": ");
    pw_json_write_text(out, WORDS[l->status]);
    pw_text_add(out, ",\n        \"note\": ");
    pw_json_write_text(out, l->note);
    pw_text_add(out, "\n      }");
  }
  pw_text_add(out, "\n    ]\n  }");
}

PawlStatus pw_run_json(PwRun *run, const char *status) {
  PawlRunInfo info = pawl_simulation_info(run->s);
  json_t *root = json_pack("{s:i, s:s, s:s, s:s, s:s, s:s?, s:f, s:o, s:o, s:o, s:{s:f}, s:o, s:o}", "pawl_result", 1, "status",
                           status, "version", pawl_version(), "analysis", analysis_name(run->s->options.analysis), "formulation",
                           pw_formulation_name(run->s->formulation), "method", info.method, "t_s", info.t, "model", model(run),
                           "settings", settings(run), "statistics", statistics(&info), "timings", "seconds", run->seconds,
                           "messages", said(run->messages), "plots", plots(&run->plots));
  char *text = root ? pw_json_dump(root, 2, PW_JSON_EXACT) : NULL;
  json_decref(root);
  if (!text) return PAWL_ERR_MEMORY;
  PwText whole = {0};
  pw_text_add_bytes(&whole, text, strlen(text) - strlen("\n}"));
  free(text);
  pw_text_add(&whole, ",\n  \"audit\": ");
  write_audit(&whole, &run->verdict);
  pw_text_add(&whole, "\n}");
  PawlStatus result = whole.failed ? PAWL_ERR_MEMORY : pw_result_json(run->writer, whole.data);
  pw_text_free(&whole);
  return result;
}

static void line(PwText *text, char kind, int32_t index, double value) {
  char number[PW_DOUBLE_CHARS];
  pw_double_format(value, number);
  pw_text_format(text, "%c,%d,%s\n", kind, index, number);
}

static void lines(PwText *text, char kind, const double *values, int32_t count) {
  for (int32_t i = 0; i < count; i++) line(text, kind, i, values[i]);
}

// Speeds at first contact and points of the pressed touches, by contacts and along the boundaries.
static void presses(PwText *text, const PwTouches *touches) {
  for (int32_t near = 0; near < touches->nears; near++) {
    int32_t c = touches->near[near].contact;
    const PwContactForm *form = pw_contact_form(&touches->k->contact[c]);
    for (int32_t rank = 0, i; (i = pw_touches_pressed(touches, c, rank)) >= 0; rank++) {
      const PwTouch *touch = &touches->touch[i];
      line(text, 'p', c, touch->v0);
      if (pw_touch_is_displaced(touches->k, touch)) lines(text, 'd', touch->displacement, pw_displacement_numbers(touches->k));
      if (!form->located) continue;
      for (int side = 0; side < 2; side++) line(text, 'e', side, touch->on[side].element);
      for (int32_t n = 0; n < 2 * form->parameters; n++) {
        line(text, 'u', n, touch->on[n / form->parameters].u[n % form->parameters]);
      }
    }
  }
}

PawlStatus pw_run_state(PwRun *run) {
  PwText text = {0};
  const PawlMechanism *k = run->s->k;
  pw_text_add(&text, "kind,index,value\n");
  lines(&text, 'q', run->s->sample, pw_position_count(k));
  lines(&text, 'v', run->s->sample + pw_position_count(k), pw_speed_count(k));
  lines(&text, 't', run->s->discrete.turn, k->turns);
  presses(&text, &run->s->contact.touches);
  PawlStatus status = text.failed ? PAWL_ERR_MEMORY : pw_result_file(run->writer, "state.csv", text.data, text.length);
  pw_text_free(&text);
  return status;
}
