// One function per command: takes parsed options and an empty list of messages, prints, returns the exit status.
#ifndef PW_CLI_COMMANDS_H
#define PW_CLI_COMMANDS_H
#include "options.h"
#include "terminal.h"

int pw_cli_run(const PwCliOptions *options, PawlMessages *messages);
int pw_cli_study(const PwCliOptions *options, PawlMessages *messages);
int pw_cli_check(const PwCliOptions *options, PawlMessages *messages);
int pw_cli_verify(const PwCliOptions *options, PawlMessages *messages);
int pw_cli_audit(const PwCliOptions *options, PawlMessages *messages);
int pw_cli_report(const PwCliOptions *options, PawlMessages *messages);
int pw_cli_export(const PwCliOptions *options, PawlMessages *messages);
int pw_cli_view(const PwCliOptions *options, PawlMessages *messages);
int pw_cli_convert(const PwCliOptions *options, PawlMessages *messages);

// Reads and compiles options->operands[0] with its sets, or the sample of a study.
PawlStatus pw_cli_load(const PwCliOptions *options, PawlMessages *messages, PawlMechanism **out);

// pawl run --compare into `folder`.
int pw_cli_compare(const PawlMechanism *mechanism, const PwCliOptions *options, const char *folder, PawlMessages *messages);

// Signals are noted from here on, and the next one ends the process as it would without us, as does a second without good order.
void pw_cli_catch_signals(void);
// One has been noted; what asks is about to stop.
bool pw_cli_is_interrupted(void);
// FILE, whose name has `length` bytes, without .yaml, .yml or .dyn, plus `ending`; free(); NULL when out of memory.
char *pw_cli_default_folder(const char *file, size_t length, const char *ending);

// The run that the command line asks for; signals end it from here on.
PawlRunOptions pw_cli_run_options(const PawlMechanism *mechanism, const PwCliOptions *options, const char *folder,
                                  PwCliProgress *progress);

// "label    NAME", NAME being `path` without slashes at its end, plus `suffix`.
void pw_cli_print_made(const char *label, const char *path, const char *suffix);
#endif
