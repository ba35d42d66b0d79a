// Signals that end a long command in good order.
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "commands.h"

// Set by the first signal; a second one ends the process as it would without us.
static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
  interrupted = number;
  alarm(1);
}

// The run has not come to where it can stop in good order: it ends as it would have without us.
static void on_alarm(int number) {
  (void)number;
  signal(interrupted, SIG_DFL);
  raise(interrupted);
}

// Under nohup SIGHUP stays ignored. (SIGINT does not: shells ignore it for all that runs in the background.)
void pw_cli_catch_signals(void) {
  static const int NUMBERS[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND}, before;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < 3; i++) {
    bool ignored = NUMBERS[i] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_IGN;
    if (!ignored) sigaction(NUMBERS[i], &action, NULL);
  }
  action.sa_handler = on_alarm;
  sigaction(SIGALRM, &action, NULL);
}

bool pw_cli_is_interrupted(void) {
  if (interrupted) alarm(0);
  return interrupted != 0;
}
