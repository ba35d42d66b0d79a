// The command line's parsing, messages, exit status and progress line, without a library behind them. Expected values are what
// the manual promises.
#include "cli/messages.c"
#include "cli/nearest.c"
#include "cli/options.c"
#include "cli/terminal.c"

#include "base/messages.h"
#include "check.h"

enum { ARGUMENTS_MAX = 24 };

// Splits `line` at single blanks into arguments; an empty word is an empty argument.
static bool parse(const char *line, PwCliOptions *o) {
  static char copy[400];
  static char *argv[ARGUMENTS_MAX];
  int argc = 0;
  snprintf(copy, sizeof copy, "pawl %s", line);
  for (char *at = copy; at && argc < ARGUMENTS_MAX;) {
    argv[argc++] = at;
    at = strchr(at, ' ');
    if (at) *at++ = 0;
  }
  return pw_cli_parse(argc, argv, o);
}

static void parses_run(void **state) {
  (void)state;
  PwCliOptions o;
  assert_true(
      parse("run --set a=1 cam.yaml -o out --set=b=2*c --tolerance 1e-9 --method=radau5 --formulation canonical --duration 2.5 "
            "--step .01 "
            "--analysis kinematics --resume --separate",
            &o));
  assert_int_equal(o.command, PW_CLI_RUN);
  assert_int_equal(o.operand_count, 1);
  assert_string_equal(o.operands[0], "cam.yaml");
  assert_string_equal(o.output, "out");
  assert_int_equal(o.set_count, 2);
  assert_string_equal(o.sets[0], "a=1");
  assert_string_equal(o.sets[1], "b=2*c");
  CHECK_CLOSE(o.tolerance, 1e-9, 0);
  CHECK_CLOSE(o.duration, 2.5, 0);
  CHECK_CLOSE(o.step, 0.01, 0);
  assert_int_equal(o.method, PAWL_METHOD_RADAU5);
  assert_int_equal(o.formulation, PAWL_FORMULATION_CANONICAL);
  assert_int_equal(o.analysis, PAWL_ANALYSIS_KINEMATICS);
  assert_true(o.resume && o.separate);
  assert_false(o.quiet);
  pw_cli_free(&o);
}

static void parses_compare(void **state) {
  (void)state;
  PwCliOptions o;
  assert_true(parse("run cam.yaml --compare --json --tolerance 1e-6", &o));
  assert_true(o.compare && o.json);
  pw_cli_free(&o);
}

static void parses_studies(void **state) {
  (void)state;
  PwCliOptions o;
  assert_true(parse("study latch.yaml -o out --threads 3 --resume --part 3/16 --quiet", &o));
  assert_int_equal(o.command, PW_CLI_STUDY);
  assert_true(o.threads == 3 && o.resume && o.part == 3 && o.parts == 16 && o.quiet && !o.join);
  pw_cli_free(&o);
  assert_true(parse("study latch.yaml --join", &o) && o.join);
  pw_cli_free(&o);
  assert_true(parse("run --sample a:b.yaml:17 -o out", &o));
  assert_int_equal(o.operand_count, 0);
  assert_int_equal(o.number, 17);
  pw_cli_free(&o);
  static const char *const wrong[][2] = {{"study", "needs a FILE"},
                                         {"study a --threads 0", "--threads needs a number from 1 to 1024, not '0'"},
                                         {"study a --threads 2x", "not '2x'"},
                                         {"study a --part 3", "--part needs the number of a part"},
                                         {"study a --part 3/2", "not '3/2'"},
                                         {"study a --part 0/2", "not '0/2'"},
                                         {"study a --join --part 1/2", "--part does not go with --join"},
                                         {"study a --join --resume", "--resume does not go with --join"},
                                         {"run --sample a.yaml", "--sample needs the file of a study"},
                                         {"run --sample :3", "not ':3'"},
                                         {"run --sample a.yaml:0", "not 'a.yaml:0'"},
                                         {"run --sample a.yaml:1 b.yaml", "b.yaml does not go with --sample"},
                                         {"run --sample a.yaml:1 --compare", "--compare does not go with --sample"},
                                         {"run --sample a.yaml:1 --set x=2", "--set does not go with --sample"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_false(parse(wrong[i][0], &o));
    if (!strstr(o.error, wrong[i][1])) fail_msg("%s: %s", wrong[i][0], o.error);
    pw_cli_free(&o);
  }
}

static void leaves_the_rest_to_the_file(void **state) {
  (void)state;
  PwCliOptions o;
  assert_true(parse("run cam.yaml --quiet", &o));
  assert_true(o.quiet && !o.resume && !o.output);
  assert_true(o.tolerance == 0 && o.duration == 0 && o.step == 0);
  assert_int_equal(o.method, -1);
  assert_int_equal(o.formulation, -1);
  assert_int_equal(o.analysis, -1);
  pw_cli_free(&o);
  assert_true(parse("run -oout -- -odd.yaml", &o));
  assert_string_equal(o.output, "out");
  assert_string_equal(o.operands[0], "-odd.yaml");
  pw_cli_free(&o);
}

static void parses_reports(void **state) {
  (void)state;
  PwCliOptions o;
  assert_true(parse("run cam.yaml --report", &o) && o.report);
  pw_cli_free(&o);
  assert_true(parse("report out -o page.html", &o));
  assert_true(o.command == PW_CLI_REPORT && !o.svg && !o.columns && !o.times);
  assert_string_equal(o.output, "page.html");
  pw_cli_free(&o);
  assert_true(parse("run cam.yaml --duration 250ms --step=0.5us", &o));
  CHECK_CLOSE(o.duration, 0.25, 1e-15);
  CHECK_CLOSE(o.step, 5e-7, 1e-20);
  pw_cli_free(&o);
  assert_true(parse("report --svg out --columns a,b --at 0,1.5e1,.25,12ms -o d", &o));
  assert_true(o.svg);
  assert_string_equal(o.columns, "a,b");
  assert_int_equal(o.time_count, 4);
  CHECK_CLOSE(o.times[0].value, 0, 0);
  CHECK_CLOSE(o.times[1].value, 15, 0);
  CHECK_CLOSE(o.times[2].value, 0.25, 0);
  CHECK_CLOSE(o.times[3].value, 0.012, 1e-17);
  assert_true(o.times[1].plain && !o.times[3].plain);
  pw_cli_free(&o);
  assert_true(parse("export --gltf a.glb --vtk v --csv=a.csv --columns a out", &o));
  assert_string_equal(o.gltf, "a.glb");
  assert_string_equal(o.vtk, "v");
  assert_string_equal(o.csv, "a.csv");
  pw_cli_free(&o);
  assert_true(parse("view out --port 8080", &o));
  assert_true(o.command == PW_CLI_VIEW && o.port == 8080);
  pw_cli_free(&o);
  const struct {
    const char *line, *error;
  } bad[] = {
      {"report out --at 1", "--at is for drawings"},
      {"report out --columns a", "--columns is for drawings"},
      {"report out --svg --at 1,", "--at needs times"},
      {"report out --svg --at ,1", "--at needs times"},
      {"report out --svg --at 1;2", "--at needs times"},
      {"report out --svg --at nan", "--at needs times"},
      {"report out --svg --at 0x1", "--at needs times"},
      {"report out --svg --at 1mm", "--at needs times"},
      {"report out --svg --at ms", "--at needs times"},
      {"report out --svg --columns ", "--columns needs"},
      {"export out", "needs --gltf, --vtk or --csv"},
      {"export out --gltf a --columns b", "--columns is for --csv"},
      {"export out --csv ", "--csv needs"},
      {"view out --port 0", "--port needs"},
      {"view out --port 65536", "--port needs"},
      {"view out --port 80x", "--port needs"},
      {"view out --port -1", "--port needs"},
      {"view out more", "takes one DIR"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_false(parse(bad[i].line, &o));
    if (!strstr(o.error, bad[i].error)) fail_msg("%s: '%s'", bad[i].line, o.error);
    pw_cli_free(&o);
  }
}

static void parses_the_other_commands(void **state) {
  (void)state;
  PwCliOptions o;
  assert_true(parse("check --json cam.yaml --set a=1", &o));
  assert_true(o.command == PW_CLI_CHECK && o.json && o.set_count == 1);
  pw_cli_free(&o);
  assert_true(parse("verify a b c", &o));
  assert_true(o.command == PW_CLI_VERIFY && o.operand_count == 3);
  assert_string_equal(o.operands[2], "c");
  pw_cli_free(&o);
  assert_true(parse("--version", &o));
  assert_int_equal(o.command, PW_CLI_VERSION);
  pw_cli_free(&o);
  const struct {
    const char *line;
    PwCliCommand topic;
  } HELPS[] = {{"--help", PW_CLI_HELP},      {"help", PW_CLI_HELP},      {"-h", PW_CLI_HELP},
               {"help check", PW_CLI_CHECK}, {"run --help", PW_CLI_RUN}, {"verify a -h", PW_CLI_VERIFY}};
  for (size_t i = 0; i < sizeof HELPS / sizeof *HELPS; i++) {
    assert_true(parse(HELPS[i].line, &o));
    assert_int_equal(o.command, PW_CLI_HELP);
    assert_int_equal(o.topic, HELPS[i].topic);
    pw_cli_free(&o);
  }
}

static void refuses_wrong_arguments(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"rum cam.yaml", "unknown command 'rum', did you mean 'run'?"},
      {"verfy", "unknown command 'verfy', did you mean 'verify'?"},
      {"simulate", "unknown command 'simulate'"},
      {"--verbose", "unknown flag '--verbose'"},
      {"help rnu", "unknown command 'rnu', did you mean 'run'?"},
      {"run", "pawl run needs a FILE"},
      {"verify", "pawl verify needs a FOLDER"},
      {"run a.yaml b.yaml", "pawl run takes one FILE, 'b.yaml' is too much"},
      {"run a --tolerence 1", "pawl run: unknown flag '--tolerence', did you mean '--tolerance'?"},
      {"run a --tol=1", "pawl run: unknown flag '--tol', did you mean '--tolerance'?"},
      {"run a --matrices", "pawl run: unknown flag '--matrices'"},
      {"check a --resume", "pawl check: unknown flag '--resume'"},
      {"run a -x", "pawl run: unknown flag '-x'"},
      {"run a --tolerance", "--tolerance needs a value: --tolerance X"},
      {"run a --resume=yes", "--resume takes no value"},
      {"run a --tolerance -1", "--tolerance needs a number above 0, not '-1'"},
      {"run a --tolerance 0", "--tolerance needs a number above 0, not '0'"},
      {"run a --duration 1mm", "--duration needs a time above 0 such as 2, in seconds, or 1ms, not '1mm'"},
      {"run a --duration -1ms", "--duration needs a time above 0 such as 2, in seconds, or 1ms, not '-1ms'"},
      {"run a --duration 1ms2", "--duration needs a time above 0 such as 2, in seconds, or 1ms, not '1ms2'"},
      {"run a --duration inf", "--duration needs a time above 0 such as 2, in seconds, or 1ms, not 'inf'"},
      {"run a --duration 1e999", "--duration needs a time above 0 such as 2, in seconds, or 1ms, not '1e999'"},
      {"run a --step nan", "--step needs a time above 0 such as 2, in seconds, or 1ms, not 'nan'"},
      {"run a --step 0x1", "--step needs a time above 0 such as 2, in seconds, or 1ms, not '0x1'"},
      {"run a --step ", "--step needs a time above 0 such as 2, in seconds, or 1ms, not ''"},
      {"run a --method dop85", "--method: unknown 'dop85', did you mean 'dop853'?"},
      {"run a --compare --resume", "--resume does not go with --compare"},
      {"run a --compare --report", "--report does not go with --compare"},
      {"run a --compare --formulation canonical", "--formulation does not go with --compare"},
      {"run a --json", "--json is for --compare"},
      {"run a --formulation cannonical", "--formulation: unknown 'cannonical', did you mean 'canonical'?"},
      {"run a --method euler", "--method: unknown 'euler'"},
      {"run a --analysis linearize", "--analysis: unknown 'linearize', did you mean 'linearise'?"},
      {"run a --set m", "--set needs name=value, not 'm'"},
      {"run a --set =1", "--set needs name=value, not '=1'"},
      {"run a --set m=", "--set needs name=value, not 'm='"},
      {"run a -o ", "-o needs the name of a folder"},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    PwCliOptions o;
    assert_false(parse(CASES[i][0], &o));
    assert_string_equal(o.error, CASES[i][1]);
    pw_cli_free(&o);
  }
  PwCliOptions o;
  char *alone[] = {"pawl", NULL};
  assert_false(pw_cli_parse(1, alone, &o));
  pw_cli_free(&o);
}

// Far too long arguments are cut in the message, not in memory.
static void survives_long_arguments(void **state) {
  (void)state;
  static char flag[5000];
  memset(flag, '-', sizeof flag - 1);
  char *argv[] = {"pawl", "run", flag, NULL}, *command[] = {"pawl", flag, NULL};
  PwCliOptions o;
  assert_false(pw_cli_parse(3, argv, &o));
  assert_true(strlen(o.error) < sizeof o.error);
  pw_cli_free(&o);
  assert_false(pw_cli_parse(2, command, &o));
  pw_cli_free(&o);
}

static const char *contents(FILE *file) {
  static char text[5000];
  rewind(file);
  size_t n = fread(text, 1, sizeof text - 1, file);
  text[n] = 0;
  fclose(file);
  return text;
}

// Every flag of a command is in its help, and no other's.
static void help_lists_all_flags(void **state) {
  (void)state;
  for (int command = 0; command < PW_CLI_COMMANDS; command++) {
    FILE *file = tmpfile();
    pw_cli_print_help((PwCliCommand)command, file);
    const char *text = contents(file);
    for (int i = 0; i < FLAG_COUNT; i++) {
      bool listed = strstr(text, FLAGS[i].help) != NULL;
      assert_int_equal(listed, (FLAGS[i].commands >> command) & 1);
    }
  }
  FILE *file = tmpfile();
  pw_cli_print_help(PW_CLI_HELP, file);
  const char *text = contents(file);
  for (int i = 0; i < PW_CLI_COMMANDS; i++) assert_non_null(strstr(text, COMMANDS[i].summary));
}

static void prints_messages(void **state) {
  (void)state;
  PawlMessages *m = pawl_messages_create();
  pw_message(m, PAWL_ERROR, (PwPlace){"cam.yaml", 12, 9}, "unknown key 'mas'");
  pw_message(m, PAWL_WARNING, (PwPlace){"cam.yaml", 3, 0}, "heavy");
  pw_message(m, PAWL_NOTE, (PwPlace){"cam.yaml", 0, 0}, "force is in N");
  pw_message(m, PAWL_ERROR, PW_NOWHERE, "bell \a and escape \033[2J");
  FILE *file = tmpfile();
  pw_cli_print_messages(m, PAWL_ERR_INPUT, true, file);
  assert_string_equal(contents(file),
                      "cam.yaml:12:9: error: unknown key 'mas'\ncam.yaml:3: warning: heavy\ncam.yaml: note: force is in N\n"
                      "pawl: error: bell ? and escape ?[2J\n");
  assert_int_equal(pawl_messages_count(m), 0);
  pw_message(m, PAWL_NOTE, PW_NOWHERE, "left out");
  file = tmpfile();
  pw_cli_print_messages(m, PAWL_ERR_STEP, false, file);  // a failure is never silent
  assert_string_equal(contents(file), "pawl: error: the step size became too small\n");
  file = tmpfile();
  pw_cli_print_messages(m, PAWL_OK, true, file);
  assert_string_equal(contents(file), "");
  pawl_messages_free(m);
}

static void maps_every_status(void **state) {
  (void)state;
  static const struct {
    PawlStatus status;
    int before, running;
  } CASES[] = {
      {PAWL_OK, 0, 0},
      {PAWL_RETRY, 3, 3},
      {PAWL_ERR_MEMORY, 4, 4},
      {PAWL_ERR_ARGUMENT, 2, 2},
      {PAWL_ERR_INPUT, 2, 2},
      {PAWL_ERR_IO, 2, 3},
      {PAWL_ERR_ASSEMBLY, 3, 3},
      {PAWL_ERR_SINGULAR, 3, 3},
      {PAWL_ERR_STEP, 3, 3},
      {PAWL_ERR_LIMIT, 2, 3},
      {PAWL_ERR_CANCELLED, 130, 130},
      {PAWL_ERR_CALLBACK, 3, 3},
      {PAWL_ERR_UNSUPPORTED, 2, 2},
      {PAWL_ERR_DEVIATION, 1, 1},
  };
  int count = 0;
#define COUNT(name, code, text) count++;
  PAWL_STATUS_LIST(COUNT)
#undef COUNT
  assert_int_equal(count, sizeof CASES / sizeof *CASES);
  for (int i = 0; i < count; i++) {
    assert_int_equal(pw_cli_exit_status(CASES[i].status, false), CASES[i].before);
    assert_int_equal(pw_cli_exit_status(CASES[i].status, true), CASES[i].running);
  }
}

// Times by hand: a run resumed at 20 % that is at 40 % after 10 s needs 30 s for the other 60 %.
static void shows_progress(void **state) {
  (void)state;
  PwCliProgress quiet = pw_cli_progress_begin(stderr, true, 1, "s");
  assert_null(quiet.out);
  FILE *file = tmpfile();
  PwCliProgress p = pw_cli_progress_begin(file, false, 1, "s");
  assert_null(p.out);  // a file is no terminal
  p.out = file;
  pw_cli_progress_clear(&p);
  pw_cli_progress_update(&p, 100, 2, 0.2);
  pw_cli_progress_update(&p, 100.4, 2, 0.3);  // too early
  pw_cli_progress_update(&p, 110, 4, 0.4);
  pw_cli_progress_update(&p, 110.05, 4, 0.4);  // too soon after
  pw_cli_progress_update(&p, 110.2, 4.5, -1);
  pw_cli_progress_clear(&p);
  assert_string_equal(contents(file), "\r\033[K 40 %  t = 4 s  30 s left\r\033[Kt = 4.5 s\r\033[K");
  FILE *slow = tmpfile();
  p = (PwCliProgress){.out = slow, .from = -1, .unit = 0.001, .name = "ms"};
  pw_cli_progress_update(&p, 0, 0, 0);
  pw_cli_progress_update(&p, 100, 1, 0.25);
  pw_cli_progress_update(&p, 1000, 2, 0.1);
  assert_string_equal(contents(slow), "\r\033[K 25 %  t = 1000 ms  5 min left\r\033[K 10 %  t = 2000 ms  2.5 h left");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parses_run),
      cmocka_unit_test(parses_compare),
      cmocka_unit_test(parses_studies),
      cmocka_unit_test(leaves_the_rest_to_the_file),
      cmocka_unit_test(parses_the_other_commands),
      cmocka_unit_test(parses_reports),
      cmocka_unit_test(refuses_wrong_arguments),
      cmocka_unit_test(survives_long_arguments),
      cmocka_unit_test(help_lists_all_flags),
      cmocka_unit_test(prints_messages),
      cmocka_unit_test(maps_every_status),
      cmocka_unit_test(shows_progress),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
