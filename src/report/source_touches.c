// The touches of a result, sorted by the slots that have them.
#include <math.h>
#include <string.h>

#include "report/source.h"

enum { ROW, CONTACT, SLOT, HEAD };  // columns of touches.csv before those that tell of the touch

static PawlStatus mismatch(const PwSource *s, const char *what, PawlMessages *messages) {
  return pw_fail(messages, PAWL_ERR_INPUT, PW_NOWHERE, "'%s/touches.csv' does not belong to the rest of the result: %s",
                 pw_result_folder(s->result), what);
}

static bool is_whole(double value, double least, double most) {
  return value >= least && value <= most && value == floor(value);
}

// Records are in the order of rows; while a run writes they may be ahead of them. How many belong to rows that are there.
static PawlStatus check_touches(const PwSource *s, PawlMessages *messages, int64_t *count) {
  double before = 0;
  *count = 0;
  if (s->touches.rows && s->touches.columns != HEAD + s->slot)
    return mismatch(s, "its columns are not those of touches", messages);
  for (int64_t i = 0; i < s->touches.rows; i++) {
    double row = pw_grid_value(&s->touches, i, ROW), contact = pw_grid_value(&s->touches, i, CONTACT);
    if (!is_whole(row, before, 9e15)) return mismatch(s, "its rows are not in order", messages);
    if (!is_whole(contact, 0, s->scene.contacts - 1)) return mismatch(s, "there is no such contact", messages);
    if (!is_whole(pw_grid_value(&s->touches, i, SLOT), 1, s->scene.contact[(int32_t)contact].slots)) {
      return mismatch(s, "there is no such slot", messages);
    }
    before = row;
    *count += row < (double)s->rows;
  }
  return PAWL_OK;
}

// By the number of columns: more, where contacts have friction.
void pw_source_find_fields(PwSource *s) {
  for (int whose = PW_SLOT_OF_TORQUE; whose >= PW_SLOT_OF_ALL; whose--) {
    s->slot = pw_slot_columns(PW_SLOT_IN_TOUCHES, !s->scene.planar, (PwSlotWhose)whose, s->slot_field);
    if (s->touches.columns == HEAD + s->slot) return;
  }
}

bool pw_source_has_friction(const PwSource *s) {
  bool any = false;
  for (int32_t c = 0; c < s->slot; c++) any |= s->slot_field[c] == PW_SLOT_MODE;
  return any;
}

PawlStatus pw_source_find_slots(PwSource *s, PawlMessages *messages) {
  int64_t count, all = 0, at = 0;
  PawlStatus status = check_touches(s, messages, &count);
  if (status) return status;
  int64_t *first = pw_arena_array(&s->arena, (size_t)s->scene.contacts + 1, sizeof *first);  // slot of each contact, of all
  for (int32_t c = 0; c < s->scene.contacts && first; c++) {
    first[c] = all;
    all += s->scene.contact[c].slots;
  }
  int64_t *number =
      pw_arena_array(&s->arena, (size_t)all + 1, sizeof *number);  // of touches in each slot, then where the next goes
  s->touch = pw_arena_array(&s->arena, (size_t)count + 1, sizeof *s->touch);
  s->used = pw_arena_array(&s->arena, (size_t)(count < all ? count : all) + 1, sizeof *s->used);
  if (!first || !number || !s->touch || !s->used) return pw_fail(messages, PAWL_ERR_MEMORY, PW_NOWHERE, "out of memory");
  for (int64_t i = 0; i < count; i++) {
    number[first[(int32_t)pw_grid_value(&s->touches, i, CONTACT)] + (int64_t)pw_grid_value(&s->touches, i, SLOT) - 1]++;
  }
  for (int32_t c = 0; c < s->scene.contacts; c++) {
    for (int32_t n = 0; n < s->scene.contact[c].slots; n++) {
      int64_t own = number[first[c] + n];
      number[first[c] + n] = at;
      if (own) s->used[s->slots++] = (PwSourceSlot){c, n, at, at + own};
      at += own;
    }
  }
  for (int64_t i = 0; i < count; i++) {
    s->touch[number[first[(int32_t)pw_grid_value(&s->touches, i, CONTACT)] + (int64_t)pw_grid_value(&s->touches, i, SLOT) -
                    1]++] = i;
  }
  return PAWL_OK;
}

int64_t pw_source_touch_row(const PwSource *s, int64_t i) {
  return (int64_t)pw_grid_value(&s->touches, s->touch[i], ROW);
}

const double *pw_source_touch_values(const PwSource *s, int64_t i) {
  return &s->touches.value[s->touch[i] * s->touches.columns + HEAD];
}

PwSourceTouch pw_source_touch(const PwSource *s, int64_t row, int32_t slot) {
  int64_t low = s->used[slot].first, high = s->used[slot].end;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (pw_source_touch_row(s, middle) < row) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == s->used[slot].end || pw_source_touch_row(s, low) != row) return (PwSourceTouch){0};
  const double *read = pw_source_touch_values(s, low);
  double v[PW_SLOT_FIELDS];
  pw_slot_clear(v);
  for (int32_t c = 0; c < s->slot; c++) v[s->slot_field[c]] = read[c];
  bool known = v[PW_SLOT_STATE] >= 1 && v[PW_SLOT_STATE] <= 3, rubs = v[PW_SLOT_MODE] >= 1 && v[PW_SLOT_MODE] <= 3;
  return (PwSourceTouch){.state = known ? (int)v[PW_SLOT_STATE] : 0,
                         .x = {v[PW_SLOT_X], v[PW_SLOT_Y], v[PW_SLOT_Z]},
                         .n = {v[PW_SLOT_NX], v[PW_SLOT_NY], v[PW_SLOT_NZ]},
                         .force = v[PW_SLOT_FORCE],
                         .mode = rubs ? (int)v[PW_SLOT_MODE] : 0,
                         .friction = {v[PW_SLOT_FRICTION_X], v[PW_SLOT_FRICTION_Y], v[PW_SLOT_FRICTION_Z]}};
}
