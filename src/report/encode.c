#include "report/encode.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/base64.h"
#include "report/escape.h"

enum { ORDERS = 4 };

struct PwEncoder {
  int64_t rows;
  double *value, *sorted;
  int32_t *level;
  unsigned char *plane;     // bytes by planes
  unsigned char *deflated;  // `bound` bytes
  size_t bound;
  z_stream stream;
};

PwEncoder *pw_encoder_create(int64_t rows) {
  PwEncoder *e = calloc(1, sizeof *e);
  size_t n = (size_t)rows + 1;
  if (!e) return NULL;
  e->rows = rows;
  e->value = malloc(n * sizeof *e->value);
  e->sorted = malloc(n * sizeof *e->sorted);
  e->level = malloc(n * sizeof *e->level);
  e->plane = malloc(n * 8);
  if (deflateInit2(&e->stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) == Z_OK) e->bound = deflateBound(&e->stream, 8 * n);
  e->deflated = e->bound ? malloc(e->bound) : NULL;
  if (e->value && e->sorted && e->level && e->plane && e->deflated) return e;
  pw_encoder_free(e);
  return NULL;
}

void pw_encoder_free(PwEncoder *e) {
  if (!e) return;
  if (e->bound) deflateEnd(&e->stream);
  free(e->value);
  free(e->sorted);
  free(e->level);
  free(e->plane);
  free(e->deflated);
  free(e);
}

double *pw_encoder_values(PwEncoder *e) {
  return e->value;
}

// ---- numbers

// The first `planes` bytes per value stand in e->plane.
static bool add_bytes(PwEncoder *e, int planes, PwText *out) {
  if (deflateReset(&e->stream) != Z_OK) return false;
  e->stream.next_in = e->plane;
  e->stream.avail_in = (uInt)(e->rows * planes);
  e->stream.next_out = e->deflated;
  e->stream.avail_out = (uInt)e->bound;
  if (deflate(&e->stream, Z_FINISH) != Z_STREAM_END) return false;
  pw_text_add(out, ",\"bytes\":\"");
  pw_add_base64(out, e->deflated, e->bound - e->stream.avail_out);
  pw_text_add(out, "\"}");
  return !out->failed;
}

// A float with `bits` of its mantissa, rounded, or cut off for a place.
static uint32_t float_bits(double value, bool place, int bits) {
  float single = (float)value;
  if (place && isfinite(single) && single > value) single = nextafterf(single, 0);
  uint32_t word, drop = bits < 20 ? 23 - (uint32_t)bits : 0;
  memcpy(&word, &single, sizeof word);
  uint32_t half = drop && !place ? 1u << (drop - 1) : 0;
  return drop && isfinite(single) ? (word + half) >> drop << drop : word;
}

static bool add_floats(PwEncoder *e, int size, bool place, int bits, PwText *out) {
  for (int64_t i = 0; i < e->rows; i++) {
    uint64_t word;
    memcpy(&word, &e->value[i], sizeof word);
    if (size == 4) word = float_bits(e->value[i], place, bits);
    for (int p = 0; p < size; p++) e->plane[p * e->rows + i] = (unsigned char)(word >> 8 * p);
  }
  pw_text_format(out, "{\"type\":\"f%d\"", size);
  return add_bytes(e, size, out);
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// What the levels of a column are made of; false: it must be f4. Those of places are whole numbers and their binary parts.
static bool choose_levels(PwEncoder *e, bool place, int bits, double *offset, double *step) {
  int64_t n = e->rows;
  double low = n ? e->value[0] : 0, high = low;
  bool finite = true, whole = true;
  for (int64_t i = 0; i < n; i++) {
    finite = finite && fabs(e->value[i]) < 1e300;
    whole = whole && e->value[i] == floor(e->value[i]);
    low = fmin(low, e->value[i]);
    high = fmax(high, e->value[i]);
  }
  if (!finite) return false;
  *offset = low;
  *step = 1;
  if ((whole && high - low <= 1 << 12) || high - low <= 1e-13 * fmax(fabs(low), fabs(high))) return true;
  memcpy(e->sorted, e->value, (size_t)n * sizeof *e->sorted);
  qsort(e->sorted, (size_t)n, sizeof *e->sorted, compare);
  double spread = e->sorted[n - 1 - n / 10] - e->sorted[n / 10];
  *step = (high - low) / (double)(1 << bits);
  if (*step == 0 || *step < 1e-300) *step = 1;
  if (place) {
    *offset = floor(low);
    *step = fmin(1, exp2(ceil(log2(*step))));
  }
  return !(spread > 0 && high - low > 4096 * spread);
}

// Differences of the levels that take the fewest bits; leaves them in e->level.
static int difference(PwEncoder *e) {
  int best = 0;
  double least = INFINITY;
  for (int order = 0; order < ORDERS; order++) {
    double cost = 0;
    for (int64_t i = 0; i < e->rows; i++) cost += log2(1 + fabs((double)e->level[i]));
    if (cost < least) {
      least = cost;
      best = order;
    }
    for (int64_t i = e->rows - 1; i > 0; i--) e->level[i] -= e->level[i - 1];
  }
  for (int order = ORDERS; order > best; order--) {
    for (int64_t i = 1; i < e->rows; i++) e->level[i] += e->level[i - 1];
  }
  return best;
}

static bool add_levels(PwEncoder *e, double offset, double step, bool place, PwText *out) {
  for (int64_t i = 0; i < e->rows; i++) {
    double level = (e->value[i] - offset) / step;
    e->level[i] = (int32_t)(place ? floor(level) : round(level));
  }
  int order = difference(e);
  for (int64_t i = 0; i < e->rows; i++) {
    uint32_t r = (uint32_t)e->level[i], z = r << 1 ^ (r >> 31 ? UINT32_MAX : 0);
    for (int p = 0; p < 4; p++) e->plane[p * e->rows + i] = (unsigned char)(z >> 8 * p);
  }
  pw_text_format(out, "{\"type\":\"q\",\"order\":%d,\"offset\":", order);
  pw_add_json_number(out, offset);
  pw_text_add(out, ",\"step\":");
  pw_add_json_number(out, step);
  return add_bytes(e, 4, out);
}

bool pw_encode(PwEncoder *e, PwEncoding encoding, int bits, PwText *out) {
  double offset, step;
  bool place = encoding == PW_ENCODE_PLACE;
  if (encoding == PW_ENCODE_F8) return add_floats(e, 8, false, 52, out);
  if (!choose_levels(e, place, bits, &offset, &step)) return add_floats(e, 4, place, bits, out);
  return add_levels(e, offset, step, place, out);
}
