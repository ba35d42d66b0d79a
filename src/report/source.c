#include "report/source.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "numerics/vec.h"
#include "result/folder.h"

// ---- files

static PawlStatus out_of_memory(PawlMessages *messages) {
  return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
}

static PawlStatus read_json(PwSource *s, const char *name, PawlMessages *messages, json_t **out) {
  const char *folder = pw_result_folder(s->result);
  size_t length;
  errno = 0;
  char *text = pw_result_read_file(s->result, name, &length);
  if (!text && errno == ENOMEM) return out_of_memory(messages);
  if (!text) {
    return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "'%s/%s' is missing or cannot be read: run the model again", folder,
                   name);
  }
  PwJsonError error;
  *out = pw_json_read(text, length, &error);
  free(text);
  if (error.no_memory) return out_of_memory(messages);
  if (json_is_object(*out)) return PAWL_OK;
  PwPlace place = {pw_arena_format(&s->arena, "%s/%s", folder, name), error.line, error.column};
  return pw_fail(messages, PAWL_ERR_INPUT, place, "damaged: %s", *out ? "it is no object" : error.text);
}

static PawlStatus mismatch(const PwSource *s, const char *what, PawlMessages *messages) {
  return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "'%s/motion.csv' does not belong to the rest of the result: %s",
                 pw_result_folder(s->result), what);
}

int64_t pw_source_first_reaction(const PwSource *s) {
  return 1 + (int64_t)(s->scene.bodies - 1) * s->pose;
}

// Columns of motion.csv are those that the scene's bodies and joints make.
static PawlStatus check_columns(const PwSource *s, PawlMessages *messages) {
  int64_t expected = pw_source_first_reaction(s) + (int64_t)s->scene.joints * s->reaction;
  if (s->motion.columns != expected) return mismatch(s, "its columns are not those of the bodies and joints", messages);
  for (int32_t i = 1; i < s->scene.bodies; i++) {
    const char *heading = s->motion.heading[1 + (i - 1) * s->pose].name, *name = s->scene.body[i].name;
    size_t n = strlen(name);
    if (strncmp(heading, name, n) != 0 || strcmp(heading + n, ".x") != 0) {
      return mismatch(s, "its columns are not in the order of the bodies", messages);
    }
  }
  return PAWL_OK;
}

static bool is_done(const PwSource *s) {
  const char *status = json_string_value(json_object_get(s->run_json, "status"));
  return status && strcmp(status, "done") == 0;
}

// Those that run.json counts: a change of coordinates is none.
static long long count_events(const PwSource *s) {
  long long count = 0;
  for (int64_t i = 0; i < pw_result_events(s->result); i++) {
    count += strcmp(pw_result_get_event(s->result, i).kind, "coordinates") != 0;
  }
  return count;
}

// A file that was cut at the end of a line reads well: what run.json counts tells.
static PawlStatus check_run(PwSource *s, PawlMessages *messages) {
  const char *folder = pw_result_folder(s->result);
  if (json_integer_value(json_object_get(s->run_json, "pawl_result")) != 1) {
    PwPlace place = {pw_arena_format(&s->arena, "%s/run.json", folder), 0, 0};
    return pw_fail(messages, PAWL_ERR_INPUT, place, "damaged: it is no run of this version of pawl");
  }
  const char *analysis = json_string_value(json_object_get(s->run_json, "analysis"));
  if (is_done(s) && analysis && strcmp(analysis, "linearise") == 0 && s->modes.columns == 0) {
    return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "'%s/modes.csv' is missing: run the model again", folder);
  }
  const json_t *count = json_object_get(json_object_get(s->run_json, "statistics"), "events");
  long long said = json_integer_value(count), have = count_events(s);
  if (!is_done(s) || !json_is_integer(count) || said == have) return PAWL_OK;
  return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE,
                 "'%s/events.csv' does not belong to the rest of the result: it has %lld events, run.json counts %lld", folder,
                 have, said);
}

static bool has_poses(const PwSource *s, int64_t row) {
  const double *q = &s->motion.value[row * s->motion.columns + 1];
  bool finite = true;
  for (int32_t i = 0; i < (s->scene.bodies - 1) * s->pose; i++) finite = finite && isfinite(q[i]);
  return finite;
}

// Rows stand at the same times; while a run writes, one table may be ahead of the other.
static PawlStatus check_rows(PwSource *s, PawlMessages *messages) {
  int64_t rows = pw_result_rows(s->result);
  if (is_done(s) && rows != s->motion.rows) return mismatch(s, "it has another number of rows", messages);
  s->rows = rows < s->motion.rows ? rows : s->motion.rows;
  for (int64_t i = 0; i < s->rows; i++) {
    if (!has_poses(s, i)) return mismatch(s, "bodies are at places that are no numbers", messages);
    double a = pw_result_value(s->result, i, 0) * s->scene.si[PW_UNIT_TIME], b = pw_grid_value(&s->motion, i, 0);
    if (!(fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b)))) return mismatch(s, "its rows stand at other times", messages);
  }
  return PAWL_OK;
}

PawlStatus pw_source_open(const char *directory, PawlMessages *messages, PwSource *s) {
  *s = (PwSource){0};
  PawlStatus status = pw_result_open(directory, messages, &s->result);
  if (status == PAWL_OK) status = pw_result_read_motion(s->result, messages, &s->motion);
  if (status == PAWL_OK) status = pw_result_read_touches(s->result, messages, &s->touches);
  if (status == PAWL_OK) status = pw_result_read_modes(s->result, messages, &s->modes);
  if (status == PAWL_OK) status = read_json(s, "scene.json", messages, &s->scene_json);
  if (status == PAWL_OK) status = read_json(s, "run.json", messages, &s->run_json);
  if (status == PAWL_OK) {
    const char *path = pw_arena_format(&s->arena, "%s/scene.json", pw_result_folder(s->result));
    status = pw_scene_read(s->scene_json, path, &s->arena, messages, &s->scene);
  }
  s->pose = s->scene.planar ? 3 : 7;
  s->reaction = s->scene.planar ? 2 : 3;
  pw_source_find_fields(s);
  if (status == PAWL_OK) status = check_run(s, messages);
  if (status == PAWL_OK) status = check_columns(s, messages);
  if (status == PAWL_OK) status = check_rows(s, messages);
  if (status == PAWL_OK) status = pw_source_find_slots(s, messages);
  if (status != PAWL_OK) pw_source_close(s);
  return status;
}

void pw_source_close(PwSource *s) {
  pw_grid_free(&s->motion);
  pw_grid_free(&s->touches);
  pw_grid_free(&s->modes);
  pw_result_free(s->result);
  json_decref(s->scene_json);
  json_decref(s->run_json);
  pw_arena_free(&s->arena);
  *s = (PwSource){0};
}

// ---- rows

double pw_source_time(const PwSource *s, int64_t row) {
  return pw_grid_value(&s->motion, row, 0);
}

void pw_source_pose(const PwSource *s, int64_t row, int32_t body, PwScenePose *out) {
  *out = (PwScenePose){.quaternion = {1}};
  if (body == 0) return;
  const double *q = &s->motion.value[row * s->motion.columns + 1 + (body - 1) * s->pose];
  memcpy(out->position, q, (s->scene.planar ? 2 : 3) * sizeof *q);
  if (s->scene.planar) {
    out->quaternion[0] = cos(q[2] / 2);
    out->quaternion[3] = sin(q[2] / 2);
  } else {
    memcpy(out->quaternion, q + 3, 4 * sizeof *q);
  }
}

void pw_pose_point(const PwScenePose *pose, const double p[3], double out[3]) {
  double turned[3];
  pw_quat_rotate(pose->quaternion, p, turned);
  for (int i = 0; i < 3; i++) out[i] = pose->position[i] + turned[i];
}

void pw_source_spring(const PwSource *s, int64_t row, int32_t spring, double end[2][3]) {
  const PwSceneSpring *own = &s->scene.spring[spring];
  for (int k = 0; k < 2; k++) {
    PwScenePose pose;
    pw_source_pose(s, row, own->body[k], &pose);
    pw_pose_point(&pose, own->point[k], end[k]);
  }
}

int64_t pw_source_nearest(const PwSource *s, double t) {
  int64_t best = 0;
  for (int64_t i = 1; i < s->rows; i++) {
    if (fabs(pw_source_time(s, i) - t) <= fabs(pw_source_time(s, best) - t)) best = i;
  }
  return best;
}

// ---- names

static PawlStatus unknown_column(PwSource *s, const char *name, PawlMessages *messages) {
  int32_t count = pw_result_columns(s->result);
  const char **names = pw_arena_array(&s->arena, (size_t)count + 1, sizeof *names);
  for (int32_t i = 0; i < count && names; i++) names[i] = pw_result_column_name(s->result, i);
  const char *near = names ? pw_suggest(name, names) : NULL;
  return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "the result has no column '%s'%s%s%s", name,
                 near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "");
}

PawlStatus pw_source_columns(PwSource *s, const char *text, PawlMessages *messages, int32_t **out, int32_t *count) {
  char *names = pw_arena_string(&s->arena, text);
  int32_t *list = pw_arena_array(&s->arena, strlen(text) + 1, sizeof *list);
  *count = 0;
  if (!names || !list) return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  for (char *at = names; at;) {
    char *comma = strchr(at, ',');
    if (comma) *comma = 0;
    int32_t column = pw_result_find_column(s->result, at);
    if (column < 0) return unknown_column(s, at, messages);
    list[(*count)++] = column;
    at = comma ? comma + 1 : NULL;
  }
  *out = list;
  return PAWL_OK;
}
