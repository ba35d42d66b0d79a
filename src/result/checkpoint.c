#include "result/checkpoint.h"

#include <stdlib.h>
#include <string.h>

static const char MAGIC[8] = {'P', 'A', 'W', 'L', 'C', 'K', 'P', 'T'};
enum { VERSION = 5 };

static void put(unsigned char *at, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; i++) at[i] = (unsigned char)(value >> (8 * i));
}

static uint64_t get(const unsigned char *at, int bytes) {
  uint64_t value = 0;
  for (int i = 0; i < bytes; i++) value |= (uint64_t)at[i] << (8 * i);
  return value;
}

// FNV-1a, 64 bits (Fowler, Noll, Vo).
static uint64_t checksum(const unsigned char *at, size_t length) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < length; i++) hash = (hash ^ at[i]) * 0x100000001b3u;
  return hash;
}

void *pw_checkpoint_pack(const PwCheckpoint *c, size_t *length) {
  unsigned char *data = malloc(PW_CHECKPOINT_HEAD + c->length + PW_CHECKPOINT_TAIL);
  if (!data) return NULL;
  memcpy(data, MAGIC, sizeof MAGIC);
  put(data + 8, VERSION, 4);
  put(data + 12, 0, 4);
  put(data + 16, (uint64_t)c->rows_length, 8);
  put(data + 24, (uint64_t)c->motion_length, 8);
  put(data + 32, (uint64_t)c->events_length, 8);
  put(data + 40, (uint64_t)c->touches_length, 8);
  put(data + 48, (uint64_t)c->rows, 8);
  put(data + 56, (uint64_t)c->audit_length, 8);
  put(data + 64, (uint64_t)c->audit_touches_length, 8);
  put(data + 72, (uint64_t)c->events, 8);
  put(data + 80, c->length, 8);
  if (c->length) memcpy(data + PW_CHECKPOINT_HEAD, c->bytes, c->length);
  size_t end = PW_CHECKPOINT_HEAD + c->length;
  put(data + end, checksum(data, end), 8);
  *length = end + PW_CHECKPOINT_TAIL;
  return data;
}

const char *pw_checkpoint_unpack(const void *file, size_t length, PwCheckpoint *out) {
  const unsigned char *data = file;
  if (length < sizeof MAGIC || memcmp(data, MAGIC, sizeof MAGIC) != 0) return "it is not a checkpoint of pawl";
  if (length < PW_CHECKPOINT_HEAD + PW_CHECKPOINT_TAIL) return "it is cut off";
  if (get(data + 8, 4) != VERSION) return "it was written by another version of pawl";
  uint64_t rows = get(data + 16, 8), motion = get(data + 24, 8), events = get(data + 32, 8), touches = get(data + 40, 8);
  uint64_t count = get(data + 48, 8), audit = get(data + 56, 8), audit_touches = get(data + 64, 8);
  uint64_t lines = get(data + 72, 8), bytes = get(data + 80, 8);
  if (bytes != length - PW_CHECKPOINT_HEAD - PW_CHECKPOINT_TAIL) return "its length is not what it says";
  if (get(data + PW_CHECKPOINT_HEAD + bytes, 8) != checksum(data, PW_CHECKPOINT_HEAD + bytes)) return "its checksum is wrong";
  if (rows > INT64_MAX || motion > INT64_MAX || events > INT64_MAX || touches > INT64_MAX || count > rows || audit > INT64_MAX ||
      audit_touches > INT64_MAX || lines > events) {
    return "its table lengths are out of range";
  }
  *out = (PwCheckpoint){
      (int64_t)rows, (int64_t)motion, (int64_t)events,        (int64_t)touches, (int64_t)count, data + PW_CHECKPOINT_HEAD,
      bytes,         (int64_t)audit,  (int64_t)audit_touches, (int64_t)lines};
  return NULL;
}
