// Studies: what is looked at, rows in their order whoever runs them, stopping and going on, failures, parts.
#include "study_place.h"

#include <signal.h>
#include <sys/wait.h>

static const char SWEEP[] =
    "study: sweep\n"
    "model: model.yaml\n"
    "vary:\n"
    "  A: [0.25, 0.5]\n"
    "  w: {from: 2, to: 4, count: 9}\n"
    "results:\n"
    "  largest: max(slide.travel)\n"
    "  end: final(t)\n"
    "require:\n"
    "  short: largest < 0.3 and end > 0\n";

// ---- what is looked at

typedef struct {
  double result[32], parameter[8];
  bool met[8];
  int count;
  PawlStatus status;
} Seen;

static void see(void *user, const PawlStudySample *sample) {
  Seen *seen = user;
  memcpy(seen->result, sample->result, sizeof(double) * 14);
  memcpy(seen->parameter, sample->parameter, sizeof(double));
  memcpy(seen->met, sample->met, 3);
  seen->status = sample->status;
  seen->count++;
}

// The block's motion in closed form; integrals go straight from row to row, so they are right to h^2/12 times a second
// derivative.
static void folds(void **state) {
  Place *p = *state;
  PawlStudy *study = load(p, BLOCK,
                          "study: sweep\nmodel: model.yaml\nvary: {A: [0.5]}\n"
                          "results:\n"
                          "  max: max(slide.travel)\n"
                          "  min: min(slide.travel - A)\n"
                          "  span: span(abs(slide.travel))\n"
                          "  mean: mean(slide.travel)\n"
                          "  rms: rms(slide.travel)\n"
                          "  integral: integral(slide.travel)\n"
                          "  first: first(rate(slide.travel))\n"
                          "  final: final(slide.travel)\n"
                          "  at: 2*slide.travel at 0.12345\n"
                          "  ends: (slide.travel at 0.5) - (slide.travel at 0.25 s)\n"
                          "  work: work(go)\n"
                          "  never: slide.travel at 2\n"
                          "  both: max(max, 2*min, A)\n"
                          "  of: first^2 + final/A\n"
                          "require: {small: slide.travel at 0.1 < 0.15, none: never < 1 or never >= 1, not: not (max > 3)}\n");
  Seen seen = {0};
  PawlStudyOptions options = into(NULL, 1);
  options.sample = see;
  options.user = &seen;
  PawlStudyInfo info = run(p, study, &options, PAWL_OK);
  assert_int_equal(info.done, 1);
  assert_int_equal(info.failed, 0);
  assert_int_equal(info.met, 0);
  const double A = 0.5, w = 3, m = 2, *r = seen.result;
  CHECK_CLOSE(r[0], A, 1e-6);  // the nearest row is up to h/2 away
  CHECK_CLOSE(r[1], A * 0 - A, 1e-15);
  CHECK_CLOSE(r[2], A, 1e-6);
  CHECK_CLOSE(r[3], A * (1 - cos(w)) / w, 1e-6);
  CHECK_CLOSE(r[4], A * sqrt(0.5 - sin(2 * w) / (4 * w)), 1e-6);
  CHECK_CLOSE(r[5], A * (1 - cos(w)) / w, 1e-6);
  CHECK_CLOSE(r[6], A * w, 1e-12);
  CHECK_CLOSE(r[7], A * sin(w), 1e-12);
  CHECK_CLOSE(r[8], 2 * A * sin(w * 0.12345), 1e-12);
  CHECK_CLOSE(r[9], A * (sin(1.5) - sin(0.75)), 1e-12);
  CHECK_CLOSE(r[10], m * A * A * w * w / 2 * (cos(w) * cos(w) - 1), 1e-5);
  assert_true(isnan(r[11]));
  CHECK_CLOSE(r[12], A, 1e-6);
  CHECK_CLOSE(r[13], A * A * w * w + sin(w), 1e-12);
  assert_true(seen.met[0] == (A * sin(w * 0.1) < 0.15));
  assert_false(seen.met[1]);  // a condition on what there is not is not met
  assert_true(seen.met[2]);
  pawl_study_free(study);
}

// Events of the disc cam, whose instants are in its expected.yaml; folds over rows are those of the result that the same sample
// has when it is run in full, to the last bit.
static void events_and_rows(void **state) {
  Place *p = *state;
  char text[1000];
  snprintf(text, sizeof text,
           "study: sweep\nmodel: %s/examples/disc-cam/disc-cam.yaml\nvary: {w: [220]}\n"
           "results:\n"
           "  lifts: count(rub.opens)\n"
           "  first: time(rub.opens)\n"
           "  third: time( rub.impact , 3 )\n"
           "  eleventh: time(rub.impact, 11)\n"
           "  largest: max(rub.force)\n"
           "  least: min(guide.travel)\n",
           PAWL_SOURCE_DIR);
  put_text("cam.yaml", text);
  PawlStudy *study = NULL;
  assert_int_equal(pawl_study_load("cam.yaml", p->messages, &study), PAWL_OK);
  Seen seen = {0};
  PawlStudyOptions options = into(NULL, 1);
  options.sample = see;
  options.user = &seen;
  run(p, study, &options, PAWL_OK);
  CHECK_CLOSE(seen.result[0], 10, 0);
  CHECK_CLOSE(seen.result[1], 0.0027675143907283564, 1e-9);
  CHECK_CLOSE(seen.result[2], 0.077599334800811853, 1e-9);
  assert_true(isnan(seen.result[3]));

  PawlModel *model = NULL;
  PawlMechanism *mechanism = NULL;
  assert_int_equal(pawl_study_model(study, 1, p->messages, &model), PAWL_OK);
  assert_int_equal(pawl_mechanism_compile(model, p->messages, &mechanism), PAWL_OK);
  PawlRunOptions full = pawl_mechanism_run_options(mechanism);
  full.directory = "full";
  assert_int_equal(pawl_run(mechanism, &full, p->messages, NULL), PAWL_OK);
  assert_int_equal(pawl_export_csv("full", "two.csv", "rub.force,guide.travel", p->messages), PAWL_OK);
  char *table = get_text("two.csv");
  double largest = -INFINITY, least = INFINITY, t, force, travel;
  for (char *line = strchr(table, '\n'); line && sscanf(line, "%lf,%lf,%lf", &t, &force, &travel) == 3;) {
    largest = fmax(largest, force);
    least = fmin(least, travel);
    line = strchr(line + 1, '\n');
  }
  assert_true(largest == seen.result[4]);
  assert_true(least == seen.result[5]);
  free(table);
  pawl_mechanism_free(mechanism);
  pawl_model_free(model);
  pawl_study_free(study);
}

// ---- rows

static void same_bytes(void **state) {
  Place *p = *state;
  PawlStudy *study = load(p, BLOCK, SWEEP);
  assert_int_equal(pawl_study_samples(study), 18);
  PawlStudyOptions options = into("one", 1);
  PawlStudyInfo info = run(p, study, &options, PAWL_OK);
  assert_int_equal(info.threads, 1);
  assert_int_equal(info.met, 9);  // those with A = 0.25
  options = into("many", 7);
  info = run(p, study, &options, PAWL_OK);
  assert_int_equal(info.threads, 7);
  same_files("one/study.csv", "many/study.csv");
  same_files("one/study.json", "many/study.json");
  assert_false(exists("one/samples.bin"));
  char *table = get_text("one/study.csv");
  assert_memory_equal(table, "sample,A,w,largest,end,short,status,message\n1,0.25,2,", 53);
  assert_non_null(strstr(table, "\n18,0.5,4,"));
  free(table);
  pawl_study_free(study);
}

static void kill_after_five(void *user, const PawlStudySample *sample) {
  int *count = user;
  (void)sample;
  if (++*count == 5) raise(SIGKILL);
}

static bool stop_at_once(void *user, int64_t done, int64_t samples) {
  (void)user, (void)done, (void)samples;
  return true;
}

static void damage(const char *path, long at) {
  FILE *file = fopen(path, "r+b");
  assert_non_null(file);
  fseek(file, at, SEEK_SET);
  int c = getc(file);
  fseek(file, at, SEEK_SET);
  putc(c ^ 1, file);
  fclose(file);
}

// What was finished when it was killed is not run again, but for a record that has been damaged since.
static void killed_and_resumed(void **state) {
  Place *p = *state;
  PawlStudy *study = load(p, BLOCK, SWEEP);
  PawlStudyOptions options = into("whole", 2);
  run(p, study, &options, PAWL_OK);
  pid_t child = fork();
  if (child == 0) {
    int count = 0;
    options = into("out", 1);
    options.sample = kill_after_five;
    options.user = &count;
    pawl_study_run(study, &options, NULL, NULL);
    _exit(1);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status));
  damage("out.partial/samples.bin", 64 + 20);  // behind the head, in the first record
  options = into("out", 2);
  options.resume = true;
  options.progress = stop_at_once;
  PawlStudyInfo info = run(p, study, &options, PAWL_ERR_CANCELLED);
  assert_true(info.done >= 4 && info.done < 18);
  int64_t before = info.done;
  options.progress = NULL;
  info = run(p, study, &options, PAWL_OK);
  assert_int_equal(info.done, 18);
  assert_int_equal(info.now, 18 - before);
  same_files("whole/study.csv", "out/study.csv");
  same_files("whole/study.json", "out/study.json");
  run(p, study, &options, PAWL_ERR_ARGUMENT);
  said(p, "there is no 'out.partial' to go on with");
  pawl_study_free(study);
}

static void changed_since(void **state) {
  Place *p = *state;
  PawlStudy *study = load(p, BLOCK, SWEEP);
  PawlStudyOptions options = into("out", 1);
  options.progress = stop_at_once;
  run(p, study, &options, PAWL_ERR_CANCELLED);
  pawl_study_free(study);
  char other[sizeof SWEEP + 10];
  snprintf(other, sizeof other, "%s# more\n", SWEEP);
  study = load(p, BLOCK, other);
  options.resume = true;
  run(p, study, &options, PAWL_ERR_ARGUMENT);
  said(p, "'out.partial' belongs to another study");
  pawl_study_free(study);
}

typedef struct {
  Place *place;
  const PawlStudy *study;
  bool seen;
} Second;

static void write_too(void *user, const PawlStudySample *sample) {
  Second *second = user;
  PawlMessages *messages = pawl_messages_create();
  PawlStudyOptions options = into("out", 1);
  if (sample->number == 1) {
    assert_int_equal(pawl_study_run(second->study, &options, messages, NULL), PAWL_ERR_ARGUMENT);
    assert_non_null(strstr(pawl_messages_get(messages, 0).text, "another study or run is writing into 'out.partial'"));
    options.resume = true;
    pawl_messages_clear(messages);
    assert_int_equal(pawl_study_run(second->study, &options, messages, NULL), PAWL_ERR_ARGUMENT);
    assert_non_null(strstr(pawl_messages_get(messages, 0).text, "another study or run is writing"));
    second->seen = true;
  }
  pawl_messages_free(messages);
}

static void two_writers(void **state) {
  Place *p = *state;
  PawlStudy *study = load(p, BLOCK, SWEEP);
  Second second = {p, study, false};
  PawlStudyOptions options = into("out", 1);
  options.sample = write_too;
  options.user = &second;
  run(p, study, &options, PAWL_OK);
  assert_true(second.seen);
  mkdir("mine", 0700);
  put_text("mine/letter.txt", "dear");
  options = into("mine", 1);
  run(p, study, &options, PAWL_ERR_ARGUMENT);
  assert_true(exists("mine/letter.txt"));
  options = into("out", 1);  // one of ours is replaced
  run(p, study, &options, PAWL_OK);
  pawl_study_free(study);
}

static void parts(void **state) {
  Place *p = *state;
  PawlStudy *study = load(p, BLOCK, SWEEP);
  PawlStudyOptions options = into("whole", 1);
  run(p, study, &options, PAWL_OK);
  for (int part = 1; part <= 4; part++) {
    if (part == 4) {
      options = into("out", 1);
      options.join = true;
      run(p, study, &options, PAWL_ERR_ARGUMENT);
      said(p, "part 4 of 4 is not there, or not complete: there is no 'out.part-4-of-4'");
    }
    options = into("out", 1);
    options.part = part;
    options.parts = 4;
    PawlStudyInfo info = run(p, study, &options, PAWL_OK);
    assert_int_equal(info.samples, part <= 2 ? 5 : 4);
  }
  options = into("out", 1);
  options.join = true;
  PawlStudyInfo info = run(p, study, &options, PAWL_OK);
  assert_int_equal(info.done, 18);
  same_files("whole/study.csv", "out/study.csv");
  same_files("whole/study.json", "out/study.json");
  options.part = 1, options.parts = 2, options.join = false;
  run(p, study, &options, PAWL_OK);
  options = into("out", 1);
  options.join = true;
  run(p, study, &options, PAWL_ERR_ARGUMENT);
  said(p, "parts of 'out' of different numbers");
  options.directory = "none";
  run(p, study, &options, PAWL_ERR_ARGUMENT);
  said(p, "there are no parts of 'none'");
  pawl_study_free(study);
}

// Rods that do not reach each other, and a mass that cannot be: rows with a message, and not met.
static void failures(void **state) {
  Place *p = *state;
  PawlStudy *study = load(p, RODS,
                          "study: sweep\nmodel: model.yaml\nvary: {L: [0.3, 0.6], m: [-1, 1]}\n"
                          "results: {x: final(left.x)}\nrequire: {always: 1 > 0}\n");
  PawlStudyOptions options = into("out", 2);
  PawlStudyInfo info = run(p, study, &options, PAWL_OK);
  assert_int_equal(info.done, 4);
  assert_int_equal(info.failed, 3);
  said(p, "3 of 4 samples have no results, sample 1: ");
  assert_int_equal(info.met, 1);
  char *table = get_text("out/study.csv");
  assert_non_null(strstr(table, "\n1,0.3,-1,nan,0,refused,"));
  assert_non_null(strstr(table, "\n2,0.3,1,nan,0,not assembled,"));
  assert_non_null(strstr(table, "\n3,0.6,-1,nan,0,refused,"));
  assert_non_null(strstr(table, "\n4,0.6,1,0,1,done,\n"));
  assert_non_null(strstr(table, "mass"));
  free(table);
  pawl_study_free(study);
}

// ---- the interface

static void names_and_arguments(void **state) {
  Place *p = *state;
  PawlStudy *study = load(p, BLOCK, SWEEP);
  assert_int_equal(pawl_study_kind(study), PAWL_STUDY_SWEEP);
  assert_string_equal(pawl_study_parameter(study, 1), "w");
  assert_null(pawl_study_parameter(study, 2));
  assert_string_equal(pawl_study_result(study, 0), "largest");
  assert_null(pawl_study_result(study, -1));
  assert_string_equal(pawl_study_condition(study, 0), "short");
  assert_null(pawl_study_condition(study, 1));
  double value[2];
  assert_int_equal(pawl_study_values(study, 11, value), PAWL_OK);
  CHECK_CLOSE(value[0], 0.5, 0);
  CHECK_CLOSE(value[1], 2.25, 0);
  assert_int_equal(pawl_study_values(study, 0, value), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_study_values(study, 19, value), PAWL_ERR_ARGUMENT);
  PawlModel *model = NULL;
  assert_int_equal(pawl_study_model(study, 19, p->messages, &model), PAWL_ERR_ARGUMENT);
  assert_null(model);
  PawlStudyOptions options = into("out", -1);
  run(p, study, &options, PAWL_ERR_ARGUMENT);
  options = into(NULL, 1);
  options.part = 1, options.parts = 2;
  run(p, study, &options, PAWL_ERR_ARGUMENT);
  options = into("out", 1);
  options.part = 3, options.parts = 2;
  run(p, study, &options, PAWL_ERR_ARGUMENT);
  options = into("out", 1);
  options.join = options.resume = true;
  run(p, study, &options, PAWL_ERR_ARGUMENT);
  PawlStudyInfo unset = {0};
  assert_int_equal(pawl_study_run(study, NULL, p->messages, &unset), PAWL_ERR_ARGUMENT);
  assert_int_equal(pawl_study_run(NULL, NULL, p->messages, NULL), PAWL_ERR_ARGUMENT);
  PawlStudy *none = NULL;
  assert_int_equal(pawl_study_load(NULL, p->messages, &none), PAWL_ERR_ARGUMENT);
  pawl_study_free(study);
  pawl_study_free(NULL);
}

// Shorter structs have defaults, longer ones are taken as long as they ask for nothing new; what is filled is filled as far as it
// reaches.
static void structs_that_grow(void **state) {
  Place *p = *state;
  PawlStudy *study = load(p, BLOCK, "study: sweep\nmodel: model.yaml\nvary: {A: [1]}\nresults: {x: final(t)}\n");
  struct {
    PawlStudyOptions options;
    double more;
  } longer = {into(NULL, 1), 0};
  longer.options.size = sizeof longer;
  assert_int_equal(pawl_study_run(study, &longer.options, NULL, NULL), PAWL_OK);
  longer.more = 1;
  assert_int_equal(pawl_study_run(study, &longer.options, NULL, NULL), PAWL_ERR_ARGUMENT);
  longer.options.size = offsetof(PawlStudyOptions, part);  // what follows is not known there
  longer.options.part = 7;
  assert_int_equal(pawl_study_run(study, &longer.options, NULL, NULL), PAWL_OK);
  longer.options.size = 0;
  assert_int_equal(pawl_study_run(study, &longer.options, NULL, NULL), PAWL_ERR_ARGUMENT);
  PawlStudyInfo info;
  memset(&info, 0xa5, sizeof info);
  info.size = offsetof(PawlStudyInfo, now);
  assert_int_equal(pawl_study_run(study, NULL, NULL, &info), PAWL_OK);
  assert_int_equal(info.done, 1);
  assert_int_equal((unsigned char)info.now, 0xa5);
  pawl_study_free(study);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(folds),       TEST(events_and_rows), TEST(same_bytes), TEST(killed_and_resumed),  TEST(changed_since),
      TEST(two_writers), TEST(parts),           TEST(failures),   TEST(names_and_arguments), TEST(structs_that_grow)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
