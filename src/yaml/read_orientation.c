// Orientations: angle about z, Euler angles of any sequence, quaternion, two axes.
#include <string.h>

#include "model/pose.h"
#include "yaml/reader.h"

static bool read_euler(PwReader *r, const PwNode *node, double q[4]) {
  const char *order = NULL;
  double angles[3];
  if (!pw_read_keys(r, node, "euler", pw_keys_euler)) return false;
  const PwNode *order_node = pw_node_get(node, "order"), *angles_node = pw_node_get(node, "angles");
  if (!order_node || !angles_node) {
    pw_read_fail(r, node->place, "'euler' needs 'order' and 'angles'");
    return false;
  }
  bool good = pw_read_text(r, order_node, "order", &order);
  good = pw_read_list(r, angles_node, "angles", PW_DIM_ANGLE, 3, angles) && good;
  if (!good) return false;
  if (strlen(order) != 3 || strspn(order, "xyz") != 3 || order[0] == order[1] || order[1] == order[2]) {
    pw_read_fail(r, order_node->place, "'order' is three of x, y, z, no two neighbours equal, such as zxz or xyz");
    return false;
  }
  double result[4] = {1, 0, 0, 0}, turn[4];
  for (int k = 0; k < 3; k++) {  // each about the axes that the turns before have moved
    pw_quat_about(order[k] - 'x', angles[k], turn);
    pw_quat_multiply(result, turn, result);
  }
  memcpy(q, result, sizeof result);
  return true;
}

// The axis written first stays as it is, the second is made square to it, the third follows by the right hand.
static bool read_axes(PwReader *r, const PwNode *node, double q[4]) {
  double axis[3][3];
  if (!pw_read_keys(r, node, "axes", pw_keys_axes)) return false;
  if (node->kind != PW_NODE_MAP || node->count != 2) {
    pw_read_fail(r, node->place, "'axes' needs two of x, y, z");
    return false;
  }
  int first = node->key[0][0] - 'x', second = node->key[1][0] - 'x', third = 3 - first - second;
  bool good = pw_read_direction(r, node->item[0], node->key[0], axis[first]);
  good = pw_read_direction(r, node->item[1], node->key[1], axis[second]) && good;
  if (!good || first == second) return false;
  double along = pw_dot(axis[first], axis[second]);
  for (int k = 0; k < 3; k++) axis[second][k] -= along * axis[first][k];
  if (pw_norm(axis[second]) < 1e-9) {
    pw_read_fail(r, node->item[1]->place, "the two axes are parallel");
    return false;
  }
  pw_normalise(axis[second]);
  bool cyclic = second == (first + 1) % 3;
  pw_cross(axis[cyclic ? first : second], axis[cyclic ? second : first], axis[third]);
  pw_quat_from_axes(axis[0], axis[1], axis[2], q);
  return true;
}

static bool read_quaternion(PwReader *r, const PwNode *node, double q[4]) {
  if (!pw_read_list(r, node, "quaternion", PW_DIM_NONE, 4, q)) return false;
  double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(fabs(length - 1) <= 1e-6)) {
    pw_read_fail(r, node->place, "quaternion has length %.9g, must be 1 within 1e-6", length);
    return false;
  }
  if (fabs(length - 1) > 1e-15) pw_quat_normalise(q);  // one that was written by us stays as it is
  return true;
}

bool pw_read_orientation(PwReader *r, const PwNode *map, double q[4]) {
  static const char *const forms[] = {"angle", "euler", "quaternion", "axes"};
  const PwNode *found = NULL;
  int form = 0;
  for (int k = 0; k < 4; k++) {
    const PwNode *node = pw_node_get(map, forms[k]);
    if (node && found) {
      pw_read_fail(r, node->place, "'%s' and '%s': give one orientation", forms[form], forms[k]);
      return false;
    }
    if (node) found = node, form = k;
  }
  double angle;
  if (!found) return true;
  if (form == 1) return read_euler(r, found, q);
  if (form == 2) return read_quaternion(r, found, q);
  if (form == 3) return read_axes(r, found, q);
  if (!pw_read_number(r, found, "angle", PW_DIM_ANGLE, &angle)) return false;
  pw_quat_about(2, angle, q);
  return true;
}
