// glTF and VTK files, read by the words of their formats.
#ifndef PW_TEST_EXPORT_FILES_H
#define PW_TEST_EXPORT_FILES_H
#include "report/bytes.h"
#include "report_place.h"

// ---- glTF

static inline json_int_t integer(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);
  if (!json_is_integer(value)) fail_msg("no integer '%s'", key);
  return json_integer_value(value);
}

static inline const json_t *nth(const json_t *object, const char *key, json_int_t i) {
  const json_t *item = json_array_get(json_object_get(object, key), (size_t)i);
  if (!item) fail_msg("no %s[%d]", key, (int)i);
  return item;
}

// The bytes of an accessor, inside its view, which is inside the buffer; their number of items.
static inline const char *data_of(const json_t *root, const char *buffer, size_t length, json_int_t accessor, json_int_t *count) {
  const json_t *a = nth(root, "accessors", accessor), *v = nth(root, "bufferViews", integer(a, "bufferView"));
  const char *shape = json_string_value(json_object_get(a, "type"));
  json_int_t width = strcmp(shape, "SCALAR") == 0 ? 1 : shape[3] - '0', from = integer(v, "byteOffset");
  *count = integer(a, "count");
  assert_true(*count > 0);
  assert_int_equal(integer(v, "byteLength"), *count * width * 4);
  assert_int_equal(from % 4, 0);
  assert_true((size_t)(from + integer(v, "byteLength")) <= length);
  return buffer + from;
}

// Smallest and largest as the format wants them for positions and times.
static inline void check_bounds(const json_t *root, const char *at, json_int_t accessor, json_int_t count, int width) {
  const json_t *a = nth(root, "accessors", accessor);
  for (int c = 0; c < width; c++) {
    double low = INFINITY, high = -INFINITY;
    for (json_int_t i = 0; i < count; i++) {
      low = fmin(low, pw_get_float(at + 4 * (i * width + c)));
      high = fmax(high, pw_get_float(at + 4 * (i * width + c)));
    }
    CHECK_CLOSE(json_number_value(nth(a, "min", c)), low, 0);
    CHECK_CLOSE(json_number_value(nth(a, "max", c)), high, 0);
  }
}

static inline uint32_t u32_at(const char *at) {
  uint32_t value = 0;
  for (int i = 0; i < 4; i++) value |= (uint32_t)(unsigned char)at[i] << 8 * i;
  return value;
}

// Triangles point into the vertices; their normals have length 1 and look out of the faces.
static inline void check_mesh(const json_t *root, const char *buffer, size_t length, const json_t *primitive) {
  json_int_t points, normals, corners;
  const json_t *attributes = json_object_get(primitive, "attributes");
  const char *p = data_of(root, buffer, length, integer(attributes, "POSITION"), &points);
  check_bounds(root, p, integer(attributes, "POSITION"), points, 3);
  nth(root, "materials", integer(primitive, "material"));
  if (integer(primitive, "mode") != 4) return;
  const char *n = data_of(root, buffer, length, integer(attributes, "NORMAL"), &normals);
  const char *i = data_of(root, buffer, length, integer(primitive, "indices"), &corners);
  assert_int_equal(points, normals);
  assert_int_equal(corners % 3, 0);
  for (json_int_t k = 0; k < corners; k += 3) {
    double a[3][3], normal[3], e[2][3];
    for (int c = 0; c < 3; c++) {
      uint32_t v = u32_at(i + 4 * (k + c));
      assert_true(v < points);
      for (int x = 0; x < 3; x++) a[c][x] = pw_get_float(p + 12 * v + 4 * x);
      for (int x = 0; x < 3; x++) normal[x] = pw_get_float(n + 12 * v + 4 * x);
    }
    for (int x = 0; x < 3; x++) e[0][x] = a[1][x] - a[0][x], e[1][x] = a[2][x] - a[0][x];
    double out = (e[0][1] * e[1][2] - e[0][2] * e[1][1]) * normal[0] + (e[0][2] * e[1][0] - e[0][0] * e[1][2]) * normal[1] +
                 (e[0][0] * e[1][1] - e[0][1] * e[1][0]) * normal[2];
    CHECK_CLOSE(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2], 1, 1e-6);
    assert_true(out > 0);
  }
}

// ---- VTK

// The array called `name`, inside the appended data: its bytes.
static inline const char *array(const char *text, size_t length, const char *name, size_t *bytes) {
  char key[60];
  snprintf(key, sizeof key, "Name=\"%s\"", name);
  const char *at = strstr(text, key), *base = strstr(text, "<AppendedData encoding=\"raw\">\n_");
  assert_non_null(at);
  assert_non_null(base);
  base += strlen("<AppendedData encoding=\"raw\">\n_");
  const char *data = base + strtoul(strstr(at, "offset=\"") + 8, NULL, 10);
  *bytes = u32_at(data);
  assert_int_equal(u32_at(data + 4), 0);
  assert_true((size_t)(data + 8 - text) + *bytes <= length);
  return data + 8;
}

static inline unsigned attribute(const char *text, const char *name) {
  char key[60];
  snprintf(key, sizeof key, "%s=\"", name);
  const char *at = strstr(text, key);
  assert_non_null(at);
  return (unsigned)strtoul(at + strlen(key), NULL, 10);
}
#endif
