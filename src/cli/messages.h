// What a call reported, for the user: messages on stderr, and the exit status.
#ifndef PW_CLI_MESSAGES_H
#define PW_CLI_MESSAGES_H
#include <stdbool.h>
#include <stdio.h>

#include "pawl/pawl.h"

enum {
  PW_EXIT_OK = 0,
  PW_EXIT_DEVIATION = 1,
  PW_EXIT_INPUT = 2,
  PW_EXIT_STOPPED = 3,
  PW_EXIT_MEMORY = 4,
  PW_EXIT_INTERRUPTED = 130
};

// `running`: the status comes from a run, so that a file that fails is the result's and not the model's.
int pw_cli_exit_status(PawlStatus status, bool running);

// Prints all messages as file:line:column: severity: text, and clears them; notes only with `notes`. A status that failed without
// an error among the messages is named.
void pw_cli_print_messages(PawlMessages *messages, PawlStatus status, bool notes, FILE *out);
// The two halves of it, for messages that others are yet to read: prints those from number `from` on and returns how many there
// are; names a status and clears.
int pw_cli_show_messages(const PawlMessages *messages, int from, bool notes, FILE *out);
void pw_cli_end_messages(PawlMessages *messages, PawlStatus status, FILE *out);
// Text from a file, with control characters shown as '?', so that it cannot drive the terminal.
void pw_cli_print_text(const char *text, FILE *out);
#endif
