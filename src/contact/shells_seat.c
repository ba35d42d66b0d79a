// A rim that lies flat on a face, carried by three of its places. Where the forces want another one, and not all three carry,
// they are turned until one of them is towards the centre of pressure: then all carry as long as it is within the rim.
#include <math.h>
#include <string.h>

#include "contact/shells.h"

typedef struct {
  int side;
  int32_t touch[3], count, closed;
  double force[2], all;  // sums of forces times directions from the middle of the rim, and of forces
} Seat;

// The touches of the rim and face of touch `first`.
static Seat list_seat(const PwTouches *t, const PwMotion *m, int32_t first, int side) {
  const PwTouch *one = &t->touch[first];
  const PwShell *s = pw_shell_of(t->k, one->contact, side);
  Seat seat = {.side = side};
  int32_t rim, other;
  pw_shell_cell(s, one->on[side].element, &rim);
  for (int32_t i = first; i < t->count; i++) {
    const PwTouch *touch = &t->touch[i];
    PwTouchMotion motion;
    if (touch->contact != one->contact || touch->on[1 - side].element != one->on[1 - side].element) continue;
    if (pw_shell_cell(s, touch->on[side].element, &other) != PW_CELL_VERTEX || other / PW_SHELL_SEATS != rim / PW_SHELL_SEATS) {
      continue;
    }
    if (pw_shells_place(m, touch, &motion) || !pw_touch_is_touching(t->k, touch, &motion) || seat.count == 3) return (Seat){0};
    seat.touch[seat.count++] = i;
    if (touch->state != PW_TOUCH_CLOSED) continue;
    double angle = motion.space.q[side][1];
    seat.closed++;
    seat.all += touch->force;
    seat.force[0] += touch->force * cos(angle);
    seat.force[1] += touch->force * sin(angle);
  }
  return seat;
}

// Events of this instant that a touch does not have after all.
static void forget_events(PwTouches *t, int32_t id, bool *opened) {
  int32_t left = 0;
  *opened = false;
  for (int32_t i = 0; i < t->events; i++) {
    bool opens = t->event[i].touch == id && strcmp(t->event[i].record.kind, "opens") == 0;
    *opened |= opens;
    if (!opens) t->event[left++] = t->event[i];
  }
  t->events = left;
}

static void turn(PwTouches *t, const PwMotion *m, const Seat *seat, int32_t by) {
  for (int i = 0; i < 3; i++) {
    PwTouch *touch = &t->touch[seat->touch[i]];
    const PwShell *s = pw_shell_of(t->k, touch->contact, seat->side);
    bool opened;
    touch->on[seat->side].element = pw_shell_turn_seat(s, touch->on[seat->side].element, by);
    forget_events(t, touch->id, &opened);
    if (opened) touch->state = PW_TOUCH_CLOSED;
    pw_shells_remember(m, touch);
  }
}

bool pw_shells_rearrange(PwTouches *t, const PwMotion *m, int32_t c) {
  static const double RIM = 1e-6;  // of the radius: a centre of pressure so near to the rim is on it
  enum { THIRD = PW_SHELL_SEATS / 3, LEAST = 2 };
  for (int32_t i = 0; i < t->count; i++) {
    for (int side = 0; side < 2 && t->touch[i].contact == c; side++) {
      const PwShell *s = pw_shell_of(t->k, c, side);
      int32_t place;
      if (!s->is_round || pw_shell_cell(s, t->touch[i].on[side].element, &place) != PW_CELL_VERTEX) continue;
      Seat seat = list_seat(t, m, i, side);
      if (seat.count != 3 || seat.closed != 2 || hypot(seat.force[0], seat.force[1]) > (1 - RIM) * seat.all) continue;
      double towards = atan2(seat.force[1], seat.force[0]) / (2 * acos(-1)) * PW_SHELL_SEATS;
      int32_t by = (int32_t)lround(towards - place % PW_SHELL_SEATS) % THIRD;
      if (by > THIRD / 2) by -= THIRD;
      if (by < -THIRD / 2) by += THIRD;
      if (by >= -LEAST && by <= LEAST) continue;
      turn(t, m, &seat, by);
      return true;
    }
  }
  return false;
}
