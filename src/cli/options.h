// The command line: commands and flags are two tables, from which parsing, help and suggestions come.
#ifndef PW_CLI_OPTIONS_H
#define PW_CLI_OPTIONS_H
#include <stdbool.h>
#include <stdio.h>

#include "pawl/pawl.h"

typedef enum {
  PW_CLI_RUN,
  PW_CLI_STUDY,
  PW_CLI_CHECK,
  PW_CLI_VERIFY,
  PW_CLI_AUDIT,
  PW_CLI_REPORT,
  PW_CLI_EXPORT,
  PW_CLI_VIEW,
  PW_CLI_CONVERT,
  PW_CLI_COMMANDS,  // how many there are
  PW_CLI_HELP = PW_CLI_COMMANDS,
  PW_CLI_VERSION
} PwCliCommand;

typedef struct {
  double value;
  bool plain;  // in the unit of the result; else in seconds
} PwCliTime;

typedef struct {
  PwCliCommand command;
  PwCliCommand topic;     // of help; PW_CLI_HELP: all of it
  const char **operands;  // what is no flag
  int operand_count;
  const char **sets;  // name=value
  int set_count;
  const char *output;  // NULL: made from the operand
  bool resume, separate, compare, no_audit, quiet, json, report, svg, matrices, contacts;
  const char *columns;  // names with commas between them; NULL: by default
  PwCliTime *times;     // of --at
  int time_count;
  const char *gltf, *vtk, *csv;       // what to export; NULL: not
  const char *sample;                 // STUDY:NUMBER as it was given; NULL: none
  long long number;                   // of the sample
  int threads, part, parts;           // 0: one for each processor; all of it
  bool join;                          // the parts of a study
  int port;                           // 0: a free one
  double tolerance, duration, step;   // 0: as the file says
  int analysis, method, formulation;  // PawlAnalysis, PawlMethod, PawlFormulation; -1: as the file says
  char error[400];                    // why parsing failed
} PwCliOptions;

// False with out->error if the arguments are wrong. The options point into argv; free them in either case.
bool pw_cli_parse(int argc, char **argv, PwCliOptions *out);
void pw_cli_free(PwCliOptions *options);

void pw_cli_print_help(PwCliCommand topic, FILE *out);
const char *pw_cli_analysis_name(PawlAnalysis analysis);

// The one of `count` words that `word` was meant to be, or NULL.
const char *pw_cli_nearest(const char *word, const char *const *words, int count);
#endif
