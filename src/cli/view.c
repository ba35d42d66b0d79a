// pawl view DIR: serves the page of a result folder on the loopback interface. One thread, one loop: every client has a deadline
// and a limit, so that none can hold up another for long or make the server grow.
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"
#include "http.h"
#include "messages.h"
#include "terminal.h"

enum { CLIENTS_MAX = 32, LISTENERS = 2 };
static const double REQUEST_SECONDS = 10, ANSWER_SECONDS = 60, CLOSE_SECONDS = 2;  // for a whole request; a step of an answer

typedef struct {
  int fd;  // -1: free
  double deadline;
  size_t length;  // of the request so far
  char request[PW_HTTP_BYTES_MAX];
  char *answer;  // NULL: still asking
  size_t size, sent;
  bool done;  // answered; what it still says is thrown away, since closing on unread bytes would cut the answer off
} Client;

typedef struct {
  const char *directory;
  char *folder;  // the same without .partial, for when the run is done; NULL: it has none
  char *page;
  char *data, *stamp;  // last ones
  int port;
  int listener[LISTENERS];
  Client client[CLIENTS_MAX];
  PawlMessages *messages;
} Server;

// ---- signals: the handler wakes the loop through a pipe

static int wake[2] = {-1, -1};

static void on_signal(int number) {
  int error = errno;
  char byte = (char)number;
  ssize_t n = write(wake[1], &byte, 1);
  (void)n;
  errno = error;
}

static bool catch_signals(void) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  if (pipe(wake) != 0) return false;
  return sigaction(SIGINT, &action, NULL) == 0 && sigaction(SIGTERM, &action, NULL) == 0;
}

// ---- what is served

static const char *folder_now(const Server *s) {
  struct stat info;
  return s->folder && stat(s->directory, &info) != 0 ? s->folder : s->directory;
}

// {"error": "..."} with the first error among the messages.
static char *error_text(PawlMessages *messages) {
  const char *text = "the folder cannot be read";
  for (int i = pawl_messages_count(messages); i-- > 0;) {
    if (pawl_messages_get(messages, i).severity == PAWL_ERROR) text = pawl_messages_get(messages, i).text;
  }
  char *json = malloc(6 * strlen(text) + 20), *at = json;
  if (!json) return NULL;
  at += sprintf(at, "{\"error\": \"");
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    at += c < 32 || c == '"' || c == '\\' || c == '<' ? sprintf(at, "\\u%04x", c) : sprintf(at, "%c", c);
  }
  strcpy(at, "\"}");
  return json;
}

// The data of the folder as it is now; made anew only if the folder has changed. NULL: the messages say why.
static const char *current_data(Server *s) {
  char *stamp = NULL, *data = NULL;
  if (pawl_report_stamp(folder_now(s), s->messages, &stamp) != PAWL_OK) return NULL;
  if (s->data && strcmp(stamp, s->stamp) == 0) {
    pawl_text_free(stamp);
    return s->data;
  }
  if (pawl_report_data(folder_now(s), s->messages, &data) != PAWL_OK) {
    pawl_text_free(stamp);
    return NULL;
  }
  pawl_text_free(s->data);
  pawl_text_free(s->stamp);
  s->data = data;
  s->stamp = stamp;
  return data;
}

static void close_client(Client *c) {
  if (c->fd >= 0) close(c->fd);
  free(c->answer);
  c->fd = -1;
  c->answer = NULL;
  c->done = false;
}

static void answer(Client *c, int status, const char *type, const char *body, bool head) {
  char top[PW_HTTP_HEAD_MAX];
  size_t length = strlen(body), n = pw_http_head(status, type, length, top);
  c->answer = malloc(n + length);
  if (!c->answer) {
    close_client(c);
    return;
  }
  memcpy(c->answer, top, n);
  if (!head) memcpy(c->answer + n, body, length);
  c->size = head ? n : n + length;
  c->sent = 0;
  c->deadline = pw_cli_clock() + ANSWER_SECONDS;
}

static void answer_request(Server *s, Client *c, const PwHttpRequest *request) {
  static const char JSON[] = "application/json";
  char *stamp = NULL;
  const char *body = NULL;
  pawl_messages_clear(s->messages);
  if (request->name == PW_HTTP_PAGE) {
    answer(c, 200, "text/html; charset=utf-8", s->page, request->head);
    return;
  }
  if (request->name == PW_HTTP_DATA) body = current_data(s);
  if (request->name == PW_HTTP_STAMP && pawl_report_stamp(folder_now(s), s->messages, &stamp) == PAWL_OK) body = stamp;
  if (body) {
    answer(c, 200, JSON, body, request->head);
  } else {
    char *error = error_text(s->messages);
    answer(c, 503, JSON, error ? error : "{}", request->head);
    free(error);
  }
  pawl_text_free(stamp);
}

// ---- clients

static void accept_client(Server *s, int listener) {
  int fd = accept(listener, NULL, NULL);
  if (fd < 0) return;
  Client *free_one = NULL, *oldest = &s->client[0];
  for (int i = 0; i < CLIENTS_MAX; i++) {
    if (s->client[i].fd < 0) free_one = &s->client[i];
    if (s->client[i].deadline < oldest->deadline) oldest = &s->client[i];
  }
  Client *c = free_one ? free_one : oldest;  // who waits longest gives way
  close_client(c);
  if (fcntl(fd, F_SETFL, O_NONBLOCK) != 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) != 0) {
    close(fd);
    return;
  }
  c->fd = fd;
  c->length = 0;
  c->deadline = pw_cli_clock() + REQUEST_SECONDS;
}

static void read_request(Server *s, Client *c) {
  if (c->done) c->length = 0;
  ssize_t n = recv(c->fd, c->request + c->length, sizeof c->request - c->length, 0);
  if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return;
  if (n <= 0) {
    close_client(c);
    return;
  }
  c->length += (size_t)n;
  if (c->done) return;
  PwHttpRequest request;
  int status = pw_http_parse(c->request, c->length, s->port, &request);
  if (status == 200) {
    answer_request(s, c, &request);
  } else if (status) {
    answer(c, status, "text/plain; charset=utf-8", "refused\n", false);
  }
}

static void send_answer(Client *c) {
  ssize_t n = send(c->fd, c->answer + c->sent, c->size - c->sent, MSG_NOSIGNAL);
  if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return;
  if (n > 0) {
    c->sent += (size_t)n;
    c->deadline = pw_cli_clock() + ANSWER_SECONDS;
  }
  if (n < 0) {
    close_client(c);
  } else if (c->sent == c->size) {
    shutdown(c->fd, SHUT_WR);
    free(c->answer);
    c->answer = NULL;
    c->done = true;
    c->deadline = pw_cli_clock() + CLOSE_SECONDS;
  }
}

// ---- the loop

static void serve(Server *s) {
  for (;;) {
    struct pollfd fds[1 + LISTENERS + CLIENTS_MAX] = {{wake[0], POLLIN, 0}};
    double now = pw_cli_clock();
    for (int i = 0; i < LISTENERS; i++) fds[1 + i] = (struct pollfd){s->listener[i], POLLIN, 0};
    for (int i = 0; i < CLIENTS_MAX; i++) {
      Client *c = &s->client[i];
      if (c->fd >= 0 && now > c->deadline) close_client(c);
      fds[1 + LISTENERS + i] = (struct pollfd){c->fd, c->answer ? POLLOUT : POLLIN, 0};
    }
    int ready = poll(fds, sizeof fds / sizeof *fds, 1000);
    if (ready < 0 && errno != EINTR) return;
    if (ready <= 0) continue;
    if (fds[0].revents) return;
    for (int i = 0; i < CLIENTS_MAX; i++) {
      Client *c = &s->client[i];
      if (!fds[1 + LISTENERS + i].revents || c->fd < 0) continue;
      if (c->answer) {
        send_answer(c);
      } else {
        read_request(s, c);
      }
    }
    for (int i = 0; i < LISTENERS; i++) {
      if (fds[1 + i].revents & POLLIN) accept_client(s, s->listener[i]);
    }
  }
}

// A socket on the loopback address of a family; -1: errno.
static int listen_on(int family, int port, int *chosen) {
  struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port), .sin6_addr = IN6ADDR_LOOPBACK_INIT};
  bool six = family == AF_INET6;
  struct sockaddr *address = six ? (struct sockaddr *)&v6 : (struct sockaddr *)&v4;
  socklen_t size = six ? sizeof v6 : sizeof v4;
  int fd = socket(family, SOCK_STREAM, 0), on = 1;
  if (fd < 0) return -1;
  bool ok = setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0;
  if (six) ok = ok && setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on) == 0;
  ok = ok && fcntl(fd, F_SETFL, O_NONBLOCK) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
  ok = ok && bind(fd, address, size) == 0 && listen(fd, 16) == 0 && getsockname(fd, address, &size) == 0;
  if (ok) {
    *chosen = ntohs(six ? v6.sin6_port : v4.sin_port);
    return fd;
  }
  int error = errno;
  close(fd);
  errno = error;
  return -1;
}

static bool open_listeners(Server *s, int port) {
  int same;
  s->listener[0] = listen_on(AF_INET, port, &s->port);
  if (s->listener[0] < 0) {
    fprintf(stderr, "pawl: error: cannot listen on port %d of 127.0.0.1: %s\n", port, strerror(errno));
    return false;
  }
  s->listener[1] = listen_on(AF_INET6, s->port, &same);  // a machine without it does without
  return true;
}

static char *without_partial(const char *directory) {
  size_t n = strlen(directory), m = strlen(".partial");
  while (n > 1 && directory[n - 1] == '/') n--;
  if (n <= m || strncmp(directory + n - m, ".partial", m) != 0) return NULL;
  char *folder = calloc(1, n - m + 1);
  if (folder) memcpy(folder, directory, n - m);
  return folder;
}

int pw_cli_view(const PwCliOptions *o, PawlMessages *messages) {
  Server *s = calloc(1, sizeof *s);
  if (!s) return PW_EXIT_STOPPED;
  s->directory = o->operands[0];
  s->folder = without_partial(s->directory);
  s->listener[0] = s->listener[1] = -1;
  s->messages = messages;
  for (int i = 0; i < CLIENTS_MAX; i++) s->client[i].fd = -1;
  char *stamp = NULL;
  PawlStatus status = pawl_report_template(messages, &s->page);
  if (status == PAWL_OK) status = pawl_report_stamp(folder_now(s), messages, &stamp);
  pw_cli_print_messages(messages, status, true, stderr);
  int exit_status = pw_cli_exit_status(status, false);
  if (status == PAWL_OK && !open_listeners(s, o->port)) exit_status = PW_EXIT_STOPPED;
  if (exit_status == PW_EXIT_OK && catch_signals()) {
    printf("http://127.0.0.1:%d/ shows ", s->port);
    pw_cli_print_text(s->directory, stdout);
    printf("; Ctrl-C ends it\n");
    fflush(stdout);
    serve(s);
  }
  for (int i = 0; i < CLIENTS_MAX; i++) close_client(&s->client[i]);
  for (int i = 0; i < LISTENERS; i++) {
    if (s->listener[i] >= 0) close(s->listener[i]);
  }
  pawl_text_free(stamp);
  pawl_text_free(s->page);
  pawl_text_free(s->data);
  pawl_text_free(s->stamp);
  free(s->folder);
  free(s);
  return exit_status;
}
