// A folder of its own for each test that makes results and reads reports.
#ifndef PW_TEST_REPORT_PLACE_H
#define PW_TEST_REPORT_PLACE_H
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <jansson.h>

#include "place.h"

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

static inline void put_text(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
  assert_int_equal(fclose(file), 0);
}

// The whole file with a zero behind it; free().
static inline char *get_text(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (!file) fail_msg("no file '%s'", path);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  long n = ftell(file);
  char *text = malloc((size_t)n + 1);
  rewind(file);
  assert_int_equal(fread(text, 1, (size_t)n, file), n);
  text[n] = 0;
  fclose(file);
  if (length) *length = (size_t)n;
  return text;
}

static inline void check_ok(Place *p, PawlStatus status) {
  int n = pawl_messages_count(p->messages);
  if (status != PAWL_OK) fail_msg("status %d: %s", status, n ? pawl_messages_get(p->messages, n - 1).text : "");
}

// The status of a refused call, whose messages must hold `part`.
static inline void check_refused(Place *p, PawlStatus status, PawlStatus expected, const char *part) {
  bool said = false;
  assert_int_equal(status, expected);
  for (int i = 0; i < pawl_messages_count(p->messages); i++) {
    PawlMessage m = pawl_messages_get(p->messages, i);
    said = said || strstr(m.text, part) || (m.file && strstr(m.file, part));
    if (i == pawl_messages_count(p->messages) - 1 && !said) fail_msg("'%s' does not hold '%s'", m.text, part);
  }
  assert_true(said);
  pawl_messages_clear(p->messages);
}

// Runs a model file into a folder.
static inline void run_file(Place *p, const char *file, const char *folder) {
  PawlModel *model = NULL;
  PawlMechanism *k = NULL;
  check_ok(p, pawl_model_load(file, NULL, 0, p->messages, &model));
  check_ok(p, pawl_mechanism_compile(model, p->messages, &k));
  PawlRunOptions options = pawl_mechanism_run_options(k);
  options.directory = folder;
  check_ok(p, pawl_run(k, &options, p->messages, NULL));
  pawl_mechanism_free(k);
  pawl_model_free(model);
}

static inline void run_example(Place *p, const char *name, const char *folder) {
  char path[300];
  snprintf(path, sizeof path, "%s/examples/%s/%s.yaml", PAWL_SOURCE_DIR, name, name);
  run_file(p, path, folder);
}

static inline json_t *parse_json(const char *text, size_t length) {
  json_error_t error;
  json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
  if (!root) fail_msg("line %d: %s", error.line, error.text);
  return root;
}

// ---- the arrays of docs/report.md, read by that document's words

static inline size_t from_base64(const char *text, unsigned char *out) {
  static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  size_t n = strlen(text), length = 0;
  assert_int_equal(n % 4, 0);
  for (size_t i = 0; i < n; i += 4) {
    uint32_t bits = 0;
    int pads = 0;
    for (int k = 0; k < 4; k++) {
      const char *digit = strchr(DIGITS, text[i + (size_t)k]);
      pads += text[i + (size_t)k] == '=';
      bits = bits << 6 | (digit && *digit ? (uint32_t)(digit - DIGITS) : 0);
    }
    for (int k = 0; k < 3 - pads; k++) out[length++] = (unsigned char)(bits >> (16 - 8 * k));
  }
  return length;
}

static inline void decode(const json_t *data, int64_t n, double *out) {
  const char *type = json_string_value(json_object_get(data, "type"));
  const char *text = json_string_value(json_object_get(data, "bytes"));
  assert_non_null(type);
  assert_non_null(text);
  size_t size = strcmp(type, "f8") == 0 ? 8 : 4;
  unsigned char *deflated = malloc(strlen(text) + 4), *b = malloc((size_t)n * size + 1);
  z_stream z = {.next_in = deflated, .next_out = b, .avail_out = (uInt)((size_t)n * size + 1)};
  z.avail_in = (uInt)from_base64(text, deflated);
  assert_int_equal(inflateInit2(&z, -15), Z_OK);
  assert_int_equal(inflate(&z, Z_FINISH), Z_STREAM_END);
  assert_int_equal(z.total_out, (size_t)n * size);
  inflateEnd(&z);
  int32_t *r = malloc(((size_t)n + 1) * sizeof *r);
  for (int64_t i = 0; i < n; i++) {
    uint64_t bits = 0;
    for (size_t k = 0; k < size; k++) bits |= (uint64_t)b[(int64_t)k * n + i] << 8 * k;
    uint32_t low = (uint32_t)bits;
    float single;
    memcpy(&single, &low, sizeof single);
    r[i] = (int32_t)(low >> 1 ^ (low & 1 ? UINT32_MAX : 0));
    out[i] = single;
    if (size == 8) memcpy(&out[i], &bits, sizeof bits);
  }
  if (strcmp(type, "q") == 0) {
    double offset = json_number_value(json_object_get(data, "offset")), step = json_number_value(json_object_get(data, "step"));
    for (json_int_t k = json_integer_value(json_object_get(data, "order")); k > 0; k--) {
      for (int64_t i = 1; i < n; i++) r[i] += r[i - 1];
    }
    for (int64_t i = 0; i < n; i++) out[i] = offset + step * r[i];
  }
  free(r);
  free(b);
  free(deflated);
}
#endif
