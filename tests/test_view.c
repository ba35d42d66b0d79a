// pawl view: what is asked, what is answered, and what foreign, broken and slow clients get. The server runs in a child process.
#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>

#include "cli/http.c"
#include "cli/messages.c"
#include "cli/terminal.c"
#include "cli/view.c"

#include "report_place.h"

// ---- requests

static int parse(const char *text) {
  PwHttpRequest request;
  return pw_http_parse(text, strlen(text), 8123, &request);
}

#define HOST "Host: localhost:8123\r\n"
static void parses_requests(void **state) {
  (void)state;
  PwHttpRequest r;
  const char *text = "HEAD /stamp?7 HTTP/1.1\r\naccept: */*\r\nHOST:  127.0.0.1:8123 \r\n\r\n";
  assert_int_equal(pw_http_parse(text, strlen(text), 8123, &r), 200);
  assert_true(r.head && r.name == PW_HTTP_STAMP);
  for (size_t n = 0; n < strlen(text); n++) assert_int_equal(pw_http_parse(text, n, 8123, &r), 0);  // not complete
  assert_int_equal(parse("GET / HTTP/1.1\r\n" HOST "\r\n"), 200);
  assert_int_equal(parse("GET /data.json HTTP/1.0\nHost: [::1]:8123\n\n"), 200);
  assert_int_equal(parse("GET / HTTP/1.1\r\nHost: LocalHost:8123\r\n\r\n"), 200);
}

// By RFC 9112: 400 without exactly one Host; 403 is ours, against names of others that point to this machine.
static void refuses_requests(void **state) {
  (void)state;
  assert_int_equal(parse("GET / HTTP/1.1\r\n\r\n"), 400);
  assert_int_equal(parse("GET / HTTP/1.1\r\n" HOST HOST "\r\n"), 400);
  assert_int_equal(parse("GET / HTTP/1.1\r\nHost: evil.example:8123\r\n\r\n"), 403);
  assert_int_equal(parse("GET / HTTP/1.1\r\nHost: localhost:81234\r\n\r\n"), 403);
  assert_int_equal(parse("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"), 403);
  assert_int_equal(parse("GET / HTTP/1.1\r\nHost: localhost:8123.evil.example\r\n\r\n"), 403);
  assert_int_equal(parse("GET / HTTP/1.1\r\nHost:\r\n\r\n"), 403);
  assert_int_equal(parse("POST / HTTP/1.1\r\n" HOST "\r\n"), 405);
  assert_int_equal(parse("get / HTTP/1.1\r\n" HOST "\r\n"), 405);
  static const char *const PATHS[] = {
      "/etc/passwd", "/../run.json", "//", "/stamp/", "/data.jso", "/%2e%2e/x", "/run.json", "*", "http://localhost:8123/"};
  for (int i = 0; i < 9; i++) {
    char text[200];
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\n" HOST "\r\n", PATHS[i]);
    assert_int_equal(parse(text), 404);
  }
  assert_int_equal(parse("GET /\r\n" HOST "\r\n"), 400);
  assert_int_equal(parse("GET / HTTP/2\r\n" HOST "\r\n"), 400);
  assert_int_equal(parse("GET  / HTTP/1.1\r\n" HOST "\r\n"), 400);
  assert_int_equal(parse("\r\n\r\n"), 400);
  assert_int_equal(parse("GET / HTTP/1.1\r\n folded\r\n" HOST "\r\n"), 400);
  assert_int_equal(parse("GET / HTTP/1.1\r\nno colon\r\n" HOST "\r\n"), 400);
  PwHttpRequest r;
  assert_int_equal(pw_http_parse("GET /\0 HTTP/1.1\r\n\r\n", 20, 8123, &r), 400);
  char *large = malloc(PW_HTTP_BYTES_MAX);
  memset(large, 'a', PW_HTTP_BYTES_MAX);
  assert_int_equal(pw_http_parse(large, PW_HTTP_BYTES_MAX - 1, 8123, &r), 0);
  assert_int_equal(pw_http_parse(large, PW_HTTP_BYTES_MAX, 8123, &r), 431);
  free(large);
}

// ---- a server and its clients

typedef struct {
  pid_t pid;
  int port;
} Child;

static Child start_server(const char *folder) {
  int line[2];
  Child child = {0};
  char text[200] = "";
  assert_int_equal(pipe(line), 0);
  child.pid = fork();
  assert_true(child.pid >= 0);
  if (child.pid == 0) {
    const char *operands[1] = {folder};
    PwCliOptions options = {.command = PW_CLI_VIEW, .operands = operands, .operand_count = 1};
    PawlMessages *messages = pawl_messages_create();
    alarm(60);  // a test that fails leaves it behind
    dup2(line[1], 1);
    close(line[0]);
    close(line[1]);
    int status = pw_cli_view(&options, messages);
    pawl_messages_free(messages);
    _exit(status);
  }
  close(line[1]);
  for (size_t n = 0; n < sizeof text - 1 && !strchr(text, '\n'); n++) assert_int_equal(read(line[0], text + n, 1), 1);
  close(line[0]);
  assert_int_equal(sscanf(text, "http://127.0.0.1:%d/ shows", &child.port), 1);
  return child;
}

static void stop_server(Child child, int number) {
  int status;
  assert_int_equal(kill(child.pid, number), 0);
  assert_int_equal(waitpid(child.pid, &status, 0), child.pid);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), PW_EXIT_OK);
}

static int connect_to(int port) {
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  assert_true(fd >= 0);
  assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
  return fd;
}

// All that the server says until it closes; free().
static char *listen_to(int fd) {
  size_t length = 0, capacity = 1 << 16;
  char *text = malloc(capacity);
  for (;;) {
    struct pollfd one = {fd, POLLIN, 0};
    if (poll(&one, 1, 20000) <= 0) fail_msg("the server says nothing");
    if (length + 1 == capacity) text = realloc(text, capacity *= 2);
    ssize_t n = recv(fd, text + length, capacity - 1 - length, 0);
    if (n <= 0) break;
    length += (size_t)n;
  }
  text[length] = 0;
  close(fd);
  return text;
}

static char *ask(int port, const char *request) {
  int fd = connect_to(port);
  assert_int_equal(send(fd, request, strlen(request), MSG_NOSIGNAL), (ssize_t)strlen(request));
  return listen_to(fd);
}

static char *get(int port, const char *method, const char *path) {
  char request[300];
  snprintf(request, sizeof request, "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUser-Agent: test\r\n\r\n", method, path, port);
  return ask(port, request);
}

static const char *body_of(const char *answer) {
  const char *body = strstr(answer, "\r\n\r\n");
  assert_non_null(body);
  return body + 4;
}

static void check_status(char *answer, int expected) {
  int status;
  assert_int_equal(sscanf(answer, "HTTP/1.1 %d ", &status), 1);
  assert_int_equal(status, expected);
  assert_non_null(strstr(answer, "Cache-Control: no-store\r\n"));
  free(answer);
}

static const char PAGE[] = "<script type=\"application/json\" id=\"pawl-data\"></script>";

static void serves_the_page(void **state) {
  Place *p = *state;
  char *data = NULL;
  put_text("page.html", PAGE);
  setenv("PAWL_PAGE", "page.html", 1);
  run_example(p, "slider-crank", "out");
  Child child = start_server("out");
  char *answer = get(child.port, "GET", "/");
  assert_string_equal(body_of(answer), PAGE);
  assert_non_null(strstr(answer, "Content-Type: text/html; charset=utf-8\r\n"));
  char length[50];
  snprintf(length, sizeof length, "Content-Length: %zu\r\n", strlen(PAGE));
  assert_non_null(strstr(answer, length));
  check_status(answer, 200);
  answer = get(child.port, "HEAD", "/");
  assert_string_equal(body_of(answer), "");
  check_status(answer, 200);
  check_ok(p, pawl_report_data("out", p->messages, &data));
  for (int i = 0; i < 2; i++) {  // made, then kept
    answer = get(child.port, "GET", "/data.json?again");
    assert_string_equal(body_of(answer), data);
    check_status(answer, 200);
  }
  pawl_text_free(data);
  check_status(get(child.port, "GET", "/run.json"), 404);
  check_status(get(child.port, "DELETE", "/"), 405);
  check_status(ask(child.port, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"), 403);
  check_status(ask(child.port, "nonsense\r\n\r\n"), 400);
  stop_server(child, SIGINT);
}

static void follows_the_folder(void **state) {
  Place *p = *state;
  put_text("page.html", PAGE);
  setenv("PAWL_PAGE", "page.html", 1);
  run_example(p, "slider-crank", "out");
  assert_int_equal(
      system("mv out out.partial; sed -i 's/\"done\"/\"running\"/' out.partial/run.json; cp out.partial/result.csv all"), 0);
  assert_int_equal(system("sed -i '20,$d' out.partial/result.csv"), 0);
  Child child = start_server("out.partial");
  char *first = get(child.port, "GET", "/stamp"), *again = get(child.port, "GET", "/stamp");
  assert_string_equal(first, again);
  assert_non_null(strstr(first, "\"status\":\"running\""));
  char *data = get(child.port, "GET", "/data.json");
  assert_non_null(strstr(data, "\"rows\":18,"));
  check_status(data, 200);
  assert_int_equal(
      system("cp all out.partial/result.csv; sed -i 's/\"running\"/\"done\"/' out.partial/run.json; mv out.partial out"), 0);
  char *later = get(child.port, "GET", "/stamp");  // the run is done: its folder has lost its .partial
  assert_string_not_equal(first, later);
  assert_non_null(strstr(later, "\"status\":\"done\""));
  data = get(child.port, "GET", "/data.json");
  assert_non_null(strstr(data, "\"rows\":201,"));
  check_status(data, 200);
  assert_int_equal(system("echo broken >out/scene.json"), 0);
  data = get(child.port, "GET", "/data.json");
  json_t *error = parse_json(body_of(data), strlen(body_of(data)));
  assert_non_null(strstr(json_string_value(json_object_get(error, "error")), "damaged"));
  json_decref(error);
  check_status(data, 503);
  free(first);
  free(again);
  free(later);
  stop_server(child, SIGTERM);
}

// Clients that send nothing, a byte, far too much, or leave at once: the next one is served all the same.
static void bad_clients_do_not_hurt(void **state) {
  Place *p = *state;
  enum { SILENT = 40 };
  int silent[SILENT];
  put_text("page.html", PAGE);
  setenv("PAWL_PAGE", "page.html", 1);
  run_example(p, "slider-crank", "out");
  Child child = start_server("out");
  for (int i = 0; i < SILENT; i++) {  // more than the server keeps
    silent[i] = connect_to(child.port);
    if (i % 2) assert_int_equal(send(silent[i], "G", 1, MSG_NOSIGNAL), 1);
  }
  check_status(get(child.port, "GET", "/"), 200);
  int fd = connect_to(child.port);
  char *flood = malloc(1 << 20);
  memset(flood, 'x', 1 << 20);
  ssize_t n = send(fd, flood, 1 << 20, MSG_NOSIGNAL | MSG_DONTWAIT);
  assert_true(n > PW_HTTP_BYTES_MAX);
  check_status(listen_to(fd), 431);
  free(flood);
  for (int i = 0; i < 100; i++) close(connect_to(child.port));
  fd = connect_to(child.port);  // asks for much, reads nothing, leaves
  assert_true(send(fd, "GET /data.json HTTP/1.1\r\n", 25, MSG_NOSIGNAL) == 25);
  close(fd);
  char request[100];
  fd = connect_to(child.port);  // in pieces
  snprintf(request, sizeof request, "GET / HTTP/1.1\r\nHost: localhost:%d\r\n\r\n", child.port);
  for (const char *at = request; *at; at++) assert_int_equal(send(fd, at, 1, MSG_NOSIGNAL), 1);
  check_status(listen_to(fd), 200);
  for (int i = 0; i < SILENT; i++) close(silent[i]);
  stop_server(child, SIGINT);
}

static void refuses_to_start(void **state) {
  Place *p = *state;
  put_text("page.html", PAGE);
  setenv("PAWL_PAGE", "page.html", 1);
  const char *operands[1] = {"nowhere"};
  PwCliOptions options = {.command = PW_CLI_VIEW, .operands = operands, .operand_count = 1};
  assert_int_equal(pw_cli_view(&options, p->messages), PW_EXIT_INPUT);
  run_example(p, "slider-crank", "out");
  operands[0] = "out";
  Child child = start_server("out");
  options.port = child.port;
  assert_int_equal(pw_cli_view(&options, p->messages), PW_EXIT_STOPPED);  // the port is taken
  stop_server(child, SIGINT);
  setenv("PAWL_PAGE", "none.html", 1);
  assert_int_equal(pw_cli_view(&options, p->messages), PW_EXIT_INPUT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parses_requests), cmocka_unit_test(refuses_requests), TEST(serves_the_page),
      TEST(follows_the_folder),          TEST(bad_clients_do_not_hurt),      TEST(refuses_to_start),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
