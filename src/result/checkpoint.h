// checkpoint.bin: where a run can go on. Layout, numbers little-endian: "PAWLCKPT", u32 version, u32 0, u64 lengths of
// result.csv, motion.csv, events.csv and touches.csv, u64 rows of result.csv, u64 lengths of audit.bin and audit_touches.bin,
// u64 rows of events.csv, u64 length of the caller's bytes, those bytes, u64 FNV-1a of all before it.
#ifndef PW_CHECKPOINT_H
#define PW_CHECKPOINT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  int64_t rows_length, motion_length, events_length, touches_length;  // of the tables, in bytes
  int64_t rows;                                                       // of result.csv
  const void *bytes;                                                  // the caller's
  size_t length;
  int64_t audit_length, audit_touches_length;  // of the tables of the audit; 0: the run writes none
  int64_t events;                              // rows of events.csv
} PwCheckpoint;

enum { PW_CHECKPOINT_HEAD = 88, PW_CHECKPOINT_TAIL = 8 };
#define PW_CHECKPOINT_MAX ((size_t)1 << 30)  // of the caller's bytes

// The file's content; NULL when out of memory; free().
void *pw_checkpoint_pack(const PwCheckpoint *checkpoint, size_t *length);
// Points into `data`. Returns NULL, or what is wrong.
const char *pw_checkpoint_unpack(const void *data, size_t length, PwCheckpoint *out);
#endif
