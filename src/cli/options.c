#include "options.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// ---- words

static const char *const ANALYSES[] = {[PAWL_ANALYSIS_ASSEMBLE] = "assemble",
                                       [PAWL_ANALYSIS_KINEMATICS] = "kinematics",
                                       [PAWL_ANALYSIS_STATICS] = "statics",
                                       [PAWL_ANALYSIS_DYNAMICS] = "dynamics",
                                       [PAWL_ANALYSIS_LINEARISE] = "linearise"};
static const char *const METHODS[] = {[PAWL_METHOD_AUTO] = "auto",
                                      [PAWL_METHOD_DOPRI5] = "dopri5",
                                      [PAWL_METHOD_DOP853] = "dop853",
                                      [PAWL_METHOD_RADAU5] = "radau5"};
static const char *const FORMULATIONS[] = {[PAWL_FORMULATION_AUTO] = "auto",
                                           [PAWL_FORMULATION_MULTIPLIERS] = "multipliers",
                                           [PAWL_FORMULATION_CANONICAL] = "canonical",
                                           [PAWL_FORMULATION_AUGMENTED] = "augmented"};
enum {
  ANALYSIS_COUNT = sizeof ANALYSES / sizeof *ANALYSES,
  METHOD_COUNT = sizeof METHODS / sizeof *METHODS,
  FORMULATION_COUNT = sizeof FORMULATIONS / sizeof *FORMULATIONS
};

const char *pw_cli_analysis_name(PawlAnalysis analysis) {
  return ANALYSES[analysis];
}

static bool refuse(PwCliOptions *o, const char *format, ...) PAWL_PRINTF(2, 3);
static bool refuse(PwCliOptions *o, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(o->error, sizeof o->error, format, args);
  va_end(args);
  return false;
}

// Adds to the error, if there is a near word.
static bool suggest(PwCliOptions *o, const char *word, const char *const *words, int count) {
  const char *near = pw_cli_nearest(word, words, count);
  size_t n = strlen(o->error);
  if (near) snprintf(o->error + n, sizeof o->error - n, ", did you mean '%s'?", near);
  return false;
}

// ---- setters of the flags

static bool set_name(PwCliOptions *o, const char *flag, const char *what, const char *value, const char **out) {
  *out = value;
  return value[0] || refuse(o, "%s needs %s", flag, what);
}

static bool set_output(PwCliOptions *o, const char *value) {
  return set_name(o, "-o", o->command <= PW_CLI_STUDY ? "the name of a folder" : "a name", value, &o->output);
}

static bool set_gltf(PwCliOptions *o, const char *value) {
  return set_name(o, "--gltf", "the name of a file", value, &o->gltf);
}

static bool set_vtk(PwCliOptions *o, const char *value) {
  return set_name(o, "--vtk", "the name of a folder", value, &o->vtk);
}

static bool set_csv(PwCliOptions *o, const char *value) {
  return set_name(o, "--csv", "the name of a file", value, &o->csv);
}

static bool set_columns(PwCliOptions *o, const char *value) {
  return set_name(o, "--columns", "names of columns with commas between them", value, &o->columns);
}

static bool set_report(PwCliOptions *o, const char *value) {
  (void)value;
  return o->report = true;
}

static bool set_svg(PwCliOptions *o, const char *value) {
  (void)value;
  return o->svg = true;
}

static bool add_set(PwCliOptions *o, const char *value) {
  const char *equals = strchr(value, '=');
  if (!equals || equals == value || !equals[1]) return refuse(o, "--set needs name=value, not '%s'", value);
  o->sets[o->set_count++] = value;
  return true;
}

static bool set_separate(PwCliOptions *o, const char *value) {
  (void)value;
  return o->separate = true;
}
static bool set_resume(PwCliOptions *o, const char *value) {
  (void)value;
  return o->resume = true;
}

static bool set_no_audit(PwCliOptions *o, const char *value) {
  (void)value;
  return o->no_audit = true;
}

static bool set_compare(PwCliOptions *o, const char *value) {
  (void)value;
  return o->compare = true;
}

static bool set_quiet(PwCliOptions *o, const char *value) {
  (void)value;
  return o->quiet = true;
}

static bool set_json(PwCliOptions *o, const char *value) {
  (void)value;
  return o->json = true;
}

static bool set_matrices(PwCliOptions *o, const char *value) {
  (void)value;
  return o->matrices = true;
}

static bool set_contacts(PwCliOptions *o, const char *value) {
  (void)value;
  return o->contacts = true;
}

static bool set_help(PwCliOptions *o, const char *value) {
  (void)value;
  o->topic = o->command;
  o->command = PW_CLI_HELP;
  return true;
}

static bool set_port(PwCliOptions *o, const char *value) {
  char *end;
  long port = strtol(value, &end, 10);
  if (value[0] >= '0' && value[0] <= '9' && *end == 0 && port >= 1 && port <= 65535) {
    o->port = (int)port;
    return true;
  }
  return refuse(o, "--port needs a number from 1 to 65535, not '%s'", value);
}

static bool set_join(PwCliOptions *o, const char *value) {
  (void)value;
  return o->join = true;
}

// A whole number from 1 to `most`; what follows it begins at *end.
static bool read_whole(const char *text, long most, long *out, const char **end) {
  char *rest;
  *out = strtol(text, &rest, 10);
  *end = rest;
  return text[0] >= '0' && text[0] <= '9' && *out >= 1 && *out <= most;
}

static bool set_threads(PwCliOptions *o, const char *value) {
  long threads;
  const char *end;
  if (!read_whole(value, 1024, &threads, &end) || *end) {
    return refuse(o, "--threads needs a number from 1 to 1024, not '%s'", value);
  }
  o->threads = (int)threads;
  return true;
}

static bool set_part(PwCliOptions *o, const char *value) {
  long part, parts;
  const char *end;
  bool good = read_whole(value, 1000000, &part, &end) && *end == '/' && read_whole(end + 1, 1000000, &parts, &end) && !*end;
  if (!good || part > parts)
    return refuse(o, "--part needs the number of a part and how many there are, as in 3/16, not '%s'", value);
  o->part = (int)part;
  o->parts = (int)parts;
  return true;
}

static bool set_sample(PwCliOptions *o, const char *value) {
  const char *colon = strrchr(value, ':'), *end = value;
  long number = 0;
  if (!colon || colon == value || !read_whole(colon + 1, 1000000000, &number, &end) || *end) {
    return refuse(o, "--sample needs the file of a study and the number of a sample, as in study.yaml:17, not '%s'", value);
  }
  o->sample = value;
  o->number = number;
  return true;
}

// Times with commas between them, plain or with a unit.
static bool set_times(PwCliOptions *o, const char *value) {
  int count = 1;
  for (const char *c = value; *c; c++) count += *c == ',';
  free(o->times);
  o->times = calloc((size_t)count, sizeof *o->times);
  if (!o->times) return refuse(o, "out of memory");
  o->time_count = 0;
  for (const char *at = value;; at++) {
    char one[60] = "";
    size_t n = strcspn(at, ",");
    PwCliTime *time = &o->times[o->time_count++];
    if (n < sizeof one) memcpy(one, at, n);
    time->plain = strspn(one, "0123456789.eE+-") == n;
    if (pawl_time_parse(one, &time->value) != PAWL_OK) {
      return refuse(o, "--at needs times with commas between them, such as 0.5 or 12ms, not '%s'", value);
    }
    at += n;
    if (!*at) return true;
  }
}

// A decimal number above 0; the range that makes sense is the library's business.
static bool set_number(PwCliOptions *o, const char *flag, const char *value, double *out) {
  char *end;
  *out = strtod(value, &end);
  bool plain = strspn(value, "0123456789.eE+-") == strlen(value) && end != value && *end == 0;
  if (plain && *out > 0 && isfinite(*out)) return true;
  return refuse(o, "%s needs a number above 0, not '%s'", flag, value);
}

static bool set_tolerance(PwCliOptions *o, const char *value) {
  return set_number(o, "--tolerance", value, &o->tolerance);
}

static bool set_time(PwCliOptions *o, const char *flag, const char *value, double *out) {
  if (pawl_time_parse(value, out) == PAWL_OK && *out > 0) return true;
  return refuse(o, "%s needs a time above 0 such as 2, in seconds, or 1ms, not '%s'", flag, value);
}

static bool set_duration(PwCliOptions *o, const char *value) {
  return set_time(o, "--duration", value, &o->duration);
}

static bool set_step(PwCliOptions *o, const char *value) {
  return set_time(o, "--step", value, &o->step);
}

static bool set_choice(PwCliOptions *o, const char *flag, const char *value, const char *const *words, int count, int *out) {
  for (*out = 0; *out < count; ++*out) {
    if (strcmp(value, words[*out]) == 0) return true;
  }
  refuse(o, "%s: unknown '%s'", flag, value);
  return suggest(o, value, words, count);
}

static bool set_method(PwCliOptions *o, const char *value) {
  return set_choice(o, "--method", value, METHODS, METHOD_COUNT, &o->method);
}

static bool set_formulation(PwCliOptions *o, const char *value) {
  return set_choice(o, "--formulation", value, FORMULATIONS, FORMULATION_COUNT, &o->formulation);
}

static bool set_analysis(PwCliOptions *o, const char *value) {
  return set_choice(o, "--analysis", value, ANALYSES, ANALYSIS_COUNT, &o->analysis);
}

// ---- the tables

typedef struct {
  const char *name, *operand, *summary;
  bool many;  // takes any number of operands
} Command;

static const Command COMMANDS[PW_CLI_COMMANDS] = {
    [PW_CLI_RUN] = {"run", "FILE", "simulates the mechanism in FILE and writes a result folder", false},
    [PW_CLI_STUDY] = {"study", "FILE", "runs a model many times with other parameters, as FILE says", false},
    [PW_CLI_CHECK] = {"check", "FILE", "says what the mechanism in FILE is: loops, mobility, redundancies", false},
    [PW_CLI_VERIFY] = {"verify", "FOLDER", "runs FOLDER's model and compares with its expected.yaml", true},
    [PW_CLI_AUDIT] = {"audit", "DIR", "holds the result folder DIR against the laws of mechanics", false},
    [PW_CLI_REPORT] = {"report", "DIR", "makes a page, or drawings, from the result folder DIR", false},
    [PW_CLI_EXPORT] = {"export", "DIR", "writes the result folder DIR for other programs", false},
    [PW_CLI_VIEW] = {"view", "DIR", "serves the page of the result folder DIR, also while it grows", false},
    [PW_CLI_CONVERT] = {"convert", "FILE", "writes the model in FILE in the other format, YAML or ACDMC (.dyn)", false},
};

enum {
  FOR_RUN = 1 << PW_CLI_RUN,
  FOR_STUDY = 1 << PW_CLI_STUDY,
  FOR_CHECK = 1 << PW_CLI_CHECK,
  FOR_VERIFY = 1 << PW_CLI_VERIFY,
  FOR_AUDIT = 1 << PW_CLI_AUDIT,
  FOR_REPORT = 1 << PW_CLI_REPORT,
  FOR_EXPORT = 1 << PW_CLI_EXPORT,
  FOR_VIEW = 1 << PW_CLI_VIEW,
  FOR_CONVERT = 1 << PW_CLI_CONVERT,
  FOR_ALL = FOR_RUN | FOR_STUDY | FOR_CHECK | FOR_VERIFY | FOR_AUDIT | FOR_REPORT | FOR_EXPORT | FOR_VIEW | FOR_CONVERT
};

typedef struct {
  const char *name, *letter;  // --help, -h or NULL
  const char *value;          // what follows; NULL: nothing
  int commands;               // FOR_*
  bool (*set)(PwCliOptions *o, const char *value);
  const char *help;
} Flag;

static const Flag FLAGS[] = {
    {"-o", "-o", "DIR", FOR_RUN, set_output, "result folder (default: FILE without .yaml or .dyn, plus .result)"},
    {"-o", "-o", "DIR", FOR_STUDY, set_output, "folder of the study (default: FILE without .yaml, plus .study)"},
    {"-o", "-o", "FILE", FOR_CONVERT, set_output, "the file to write, ACDMC if its name ends in .dyn (default: standard output)"},
    {"--set", NULL, "name=value", FOR_RUN | FOR_CHECK | FOR_CONVERT | FOR_REPORT, add_set,
     "give a parameter of the file another value, 60, 60mm or 2*r; may be repeated"},
    {"--resume", NULL, NULL, FOR_RUN | FOR_STUDY, set_resume, "go on where an interrupted one left DIR.partial"},
    {"--sample", NULL, "STUDY:N", FOR_RUN, set_sample, "instead of FILE: the model of sample N of a study (DIR: STUDY.sample-N)"},
    {"--threads", NULL, "N", FOR_STUDY, set_threads, "how many runs go at once (default: one for each processor)"},
    {"--part", NULL, "K/N", FOR_STUDY, set_part, "only every N-th sample, into a folder of its own, to be joined later"},
    {"--join", NULL, NULL, FOR_STUDY, set_join, "put the folders of all parts together"},
    {"--separate", NULL, NULL, FOR_RUN, set_separate, "move bodies apart that overlap at the start, and say by how much"},
    {"--analysis", NULL, "NAME", FOR_RUN, set_analysis, "assemble, kinematics, statics, dynamics or linearise"},
    {"--duration", NULL, "T", FOR_RUN, set_duration, "simulated time, in s or with its unit: 1ms"},
    {"--step", NULL, "T", FOR_RUN, set_step, "time between two rows of the result, in s or with its unit"},
    {"--tolerance", NULL, "X", FOR_RUN, set_tolerance, "relative error allowed per step"},
    {"--method", NULL, "NAME", FOR_RUN, set_method, "integrator: auto, dopri5, dop853 or radau5"},
    {"--formulation", NULL, "NAME", FOR_RUN | FOR_VERIFY, set_formulation,
     "equations of motion: auto, multipliers, canonical or augmented"},
    {"--compare", NULL, NULL, FOR_RUN, set_compare,
     "run in every formulation, also ten times tighter, and compare (DIR: FILE.compare)"},
    {"--no-audit", NULL, NULL, FOR_RUN, set_no_audit, "do not audit the result, and write nothing to do it later"},
    {"--report", NULL, NULL, FOR_RUN, set_report, "also make the page of the result, DIR.html"},
    {"-o", "-o", "NAME", FOR_REPORT, set_output, "the page (default: DIR.html), or with --svg the folder (default: DIR.svg)"},
    {"--svg", NULL, NULL, FOR_REPORT, set_svg,
     "plots and drawings as SVG files instead of the page; of a model FILE instead of DIR one drawing"},
    {"--at", NULL, "T1,T2", FOR_REPORT, set_times,
     "with --svg: instants to draw, as in result.csv or with a unit: 12ms (default: the first and the last)"},
    {"--gltf", NULL, "FILE", FOR_EXPORT, set_gltf, "bodies and their motion as glTF 2.0, .glb or .gltf"},
    {"--vtk", NULL, "FOLDER", FOR_EXPORT, set_vtk, "a series of VTK files for ParaView"},
    {"--csv", NULL, "FILE", FOR_EXPORT, set_csv, "columns of the result"},
    {"--columns", NULL, "A,B", FOR_REPORT | FOR_EXPORT, set_columns, "columns to take, by their names in result.csv"},
    {"--port", NULL, "N", FOR_VIEW, set_port, "port to serve at (default: a free one)"},
    {"--quiet", NULL, NULL, FOR_RUN | FOR_STUDY, set_quiet, "no progress, no summary, no notes"},
    {"--json", NULL, NULL, FOR_CHECK, set_json, "print JSON"},
    {"--json", NULL, NULL, FOR_RUN, set_json, "with --compare: compare.json instead of the table"},
    {"--matrices", NULL, NULL, FOR_CHECK, set_matrices, "also the incidence matrix and the loop matrix of bodies and joints"},
    {"--contacts", NULL, NULL, FOR_CHECK, set_contacts, "with --matrices: contacts count as joints"},
    {"--help", "-h", NULL, FOR_ALL, set_help, "print this help"},
};
enum { FLAG_COUNT = sizeof FLAGS / sizeof *FLAGS };

// ---- parsing

static bool parse_command(PwCliOptions *o, const char *word, PwCliCommand *out) {
  const char *words[PW_CLI_COMMANDS + 1];
  for (int i = 0; i < PW_CLI_COMMANDS; i++) {
    words[i] = COMMANDS[i].name;
    if (strcmp(word, words[i]) != 0) continue;
    *out = (PwCliCommand)i;
    return true;
  }
  words[PW_CLI_COMMANDS] = "help";
  refuse(o, "unknown %s '%s'", word[0] == '-' ? "flag" : "command", word);
  return suggest(o, word, words, PW_CLI_COMMANDS + 1);
}

// The flag that an argument begins with; *value is what hangs on it (--name=value, -ovalue) or NULL.
static const Flag *find_flag(PwCliCommand command, const char *argument, const char **value) {
  size_t n = strcspn(argument, "=");
  for (int i = 0; i < FLAG_COUNT; i++) {
    const Flag *f = &FLAGS[i];
    if (!(f->commands & 1 << command)) continue;
    *value = argument[n] ? argument + n + 1 : NULL;
    if (strlen(f->name) == n && strncmp(argument, f->name, n) == 0) return f;
    if (!f->letter || strncmp(argument, f->letter, 2) != 0) continue;
    *value = argument[2] ? argument + 2 : NULL;
    return f;
  }
  return NULL;
}

static bool refuse_flag(PwCliOptions *o, const char *argument) {
  const char *words[FLAG_COUNT];
  char word[40];
  int count = 0;
  for (int i = 0; i < FLAG_COUNT; i++) {
    if (FLAGS[i].commands & 1 << o->command) words[count++] = FLAGS[i].name;
  }
  snprintf(word, sizeof word, "%.*s", (int)strcspn(argument, "="), argument);
  refuse(o, "pawl %s: unknown flag '%s'", COMMANDS[o->command].name, word);
  return suggest(o, word, words, count);
}

// Reads the flag at argv[*at] with its value.
static bool parse_flag(PwCliOptions *o, int argc, char **argv, int *at) {
  const char *value, *argument = argv[*at];
  const Flag *flag = find_flag(o->command, argument, &value);
  if (!flag) return refuse_flag(o, argument);
  if (!flag->value) {
    if (value) return refuse(o, "%s takes no value", flag->name);
    return flag->set(o, NULL);
  }
  if (!value) {
    if (*at + 1 >= argc) return refuse(o, "%s needs a value: %s %s", flag->name, flag->name, flag->value);
    value = argv[++*at];
  }
  return flag->set(o, value);
}

static bool check_operands(PwCliOptions *o) {
  const Command *c = &COMMANDS[o->command];
  if (o->sample) {
    const char *other = o->operand_count ? o->operands[0] : o->compare ? "--compare" : o->set_count ? "--set" : NULL;
    return !other || refuse(o, "%s does not go with --sample", other);
  }
  if (o->operand_count == 0) return refuse(o, "pawl %s needs a %s", c->name, c->operand);
  if (o->operand_count > 1 && !c->many) {
    return refuse(o, "pawl %s takes one %s, '%s' is too much", c->name, c->operand, o->operands[1]);
  }
  if (o->command == PW_CLI_REPORT && !o->svg && (o->columns || o->times)) {
    return refuse(o, "%s is for drawings: add --svg", o->columns ? "--columns" : "--at");
  }
  if (o->compare && (o->resume || o->report || o->formulation >= 0)) {
    return refuse(o, "%s does not go with --compare", o->resume ? "--resume" : o->report ? "--report" : "--formulation");
  }
  if (o->command == PW_CLI_RUN && o->json && !o->compare) return refuse(o, "--json is for --compare");
  if (o->join && (o->resume || o->part || o->threads)) {
    return refuse(o, "%s does not go with --join", o->resume ? "--resume" : o->part ? "--part" : "--threads");
  }
  if (o->contacts && !o->matrices) return refuse(o, "--contacts is for --matrices");
  if (o->command == PW_CLI_CONVERT && o->output && strcmp(o->output, o->operands[0]) == 0) {
    return refuse(o, "pawl convert: -o names the file that is read");
  }
  if (o->command == PW_CLI_EXPORT && !o->gltf && !o->vtk && !o->csv) {
    return refuse(o, "pawl export needs --gltf, --vtk or --csv");
  }
  if (o->command == PW_CLI_EXPORT && o->columns && !o->csv) return refuse(o, "--columns is for --csv");
  return true;
}

static bool parse_arguments(PwCliOptions *o, int argc, char **argv) {
  bool flags = true;
  for (int i = 2; i < argc; i++) {
    if (flags && strcmp(argv[i], "--") == 0) {
      flags = false;
    } else if (flags && argv[i][0] == '-' && argv[i][1]) {
      if (!parse_flag(o, argc, argv, &i)) return false;
      if (o->command == PW_CLI_HELP) return true;
    } else {
      o->operands[o->operand_count++] = argv[i];
    }
  }
  return check_operands(o);
}

bool pw_cli_parse(int argc, char **argv, PwCliOptions *o) {
  *o = (PwCliOptions){.topic = PW_CLI_HELP, .analysis = -1, .method = -1, .formulation = -1};
  if (argc < 2) return refuse(o, "a command is missing");
  o->operands = calloc((size_t)argc, sizeof *o->operands);
  o->sets = calloc((size_t)argc, sizeof *o->sets);
  if (!o->operands || !o->sets) return refuse(o, "out of memory");
  const char *word = argv[1];
  if (strcmp(word, "--version") == 0) {
    o->command = PW_CLI_VERSION;
    return true;
  }
  if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) {
    o->command = PW_CLI_HELP;
    return argc < 3 || parse_command(o, argv[2], &o->topic);
  }
  return parse_command(o, word, &o->command) && parse_arguments(o, argc, argv);
}

void pw_cli_free(PwCliOptions *options) {
  free(options->operands);
  free(options->sets);
  free(options->times);
}

// ---- help

static void print_flags(PwCliCommand command, FILE *out) {
  for (int i = 0; i < FLAG_COUNT; i++) {
    const Flag *f = &FLAGS[i];
    char left[60];
    if (!(f->commands & 1 << command)) continue;
    bool both = f->letter && strcmp(f->letter, f->name) != 0;
    snprintf(left, sizeof left, "%s%s%s%s%s", both ? f->letter : "", both ? ", " : "", f->name, f->value ? " " : "",
             f->value ? f->value : "");
    fprintf(out, "  %-20s  %s\n", left, f->help);
  }
}

void pw_cli_print_help(PwCliCommand topic, FILE *out) {
  if (topic < PW_CLI_COMMANDS) {
    const Command *c = &COMMANDS[topic];
    fprintf(out, "usage: pawl %s %s%s [FLAGS]\n\n%s\n\n", c->name, c->operand, c->many ? "..." : "", c->summary);
    print_flags(topic, out);
    return;
  }
  fputs("usage: pawl COMMAND ...\n\n", out);
  for (int i = 0; i < PW_CLI_COMMANDS; i++)
    fprintf(out, "  %-8s%-8s%s\n", COMMANDS[i].name, COMMANDS[i].operand, COMMANDS[i].summary);
  fputs(
      "  help    COMMAND flags of a command\n\n"
      "pawl --version prints the version. Exit status: 0 done, 1 verify, --compare or the audit found a deviation,\n"
      "2 bad input or usage, 3 the run could not go on, 4 out of memory, 130 interrupted.\n",
      out);
}
