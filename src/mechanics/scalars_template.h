// Scalars of two frames for one number type: value and gradient (place), rate and bias (move). Part of motion_template.h.
//
//   rate  s'  = gV . (V2 - V1) + gW1 . W1 + gW2 . W2        V, W: velocities of the frames
//   bias  s'' with the bodies' accelerations zero

// ---- scalars in space

// Angle near its turn reference.
static inline REAL near_turn(REAL angle, const PwScalar *s, const PwDiscrete *discrete) {
  const double full = 6.283185307179586476925;
  if (s->turn < 0) return angle;
  return angle + full * nearbyint((discrete->turn[s->turn] - RE(angle)) / full);
}

static void relative_quaternion(const FRAME *a, const FRAME *b, REAL *r) {
  REAL conj[4] = {a->Q[0], -a->Q[1], -a->Q[2], -a->Q[3]};
  quat_multiply(conj, b->Q, r);
}

// Gradient of the turn about z of frame 1 in frame-1 axes; *D is w^2 + e_z^2.
static void angle_gradient(const REAL *r, REAL *g, REAL *D) {
  *D = r[0] * r[0] + r[3] * r[3];
  g[0] = (r[0] * r[2] + r[3] * r[1]) / *D;
  g[1] = (r[3] * r[2] - r[0] * r[1]) / *D;
  g[2] = 1;
}

// gV2 (= -gV1) and gW1, gW2 -> gradient in the speeds of the two bodies.
static void to_bodies(const FRAME *a, const FRAME *b, const REAL *gV2, const REAL *gW1, const REAL *gW2, REAL *jac) {
  REAL m1[3], m2[3];
  cross(a->c, gV2, m1);
  cross(b->c, gV2, m2);
  for (int i = 0; i < 3; i++) {
    jac[i] = -gV2[i];
    jac[3 + i] = gW1[i] - m1[i];
    jac[6 + i] = gV2[i];
    jac[9 + i] = gW2[i] + m2[i];
  }
}

// d in the plane square to z of frame 1: its length, direction r and r turned by 90 degrees.
static REAL in_plane(const FRAME *a, const REAL *d, REAL *r, REAL *t) {
  REAL z[3];
  column(a->R, 2, z);
  REAL along = dot(d, z);
  for (int i = 0; i < 3; i++) r[i] = d[i] - along * z[i];
  REAL length = SQRT(dot(r, r));
  for (int i = 0; i < 3; i++) r[i] /= length;
  cross(z, r, t);
  return length;
}

// Turn of an arm, axis j of frame b, about axis k of frame a, counted from a's axis j towards the third one. Gradient in the
// angular velocity of b.
static REAL arm_angle(const FRAME *a, int k, const FRAME *b, int j, REAL *g) {
  REAL z[3], x[3], y[3], arm[3], sense = (3 - k - j == (j + 1) % 3) ? 1 : -1;
  column(a->R, k, z);
  column(a->R, j, x);
  column(a->R, 3 - k - j, y);
  column(b->R, j, arm);
  REAL along = dot(arm, z), c = dot(arm, x), s = dot(arm, y);
  for (int i = 0; i < 3; i++) g[i] = sense * (z[i] - along * (arm[i] - along * z[i]) / (c * c + s * s));
  return ATAN2(s, c);
}

static void place_scalar(const MOTION *m, int32_t index, const PwDiscrete *discrete) {
  const PwScalar *s = &m->mechanism->scalar[index];
  SCALAR *out = &m->scalar[index];
  const FRAME *a = &m->frame[s->frame[0]], *b = &m->frame[s->frame[1]];
  REAL d[3], gV[3] = {0}, gW1[3] = {0}, gW2[3] = {0}, u[3], w[3], r[4], D;
  subtract(b->p, a->p, d);
  switch (s->kind) {
    case PW_S_GROUND:
      gV[s->axis] = 1;
      out->value = d[s->axis];
      break;
    case PW_S_POSITION:
      column(a->R, s->axis, gV);
      out->value = dot(gV, d);
      cross(gV, d, gW1);
      break;
    case PW_S_SPEED:
      if (s->axis < 3) column(a->R, s->axis, gV);
      break;
    case PW_S_TURN:
    case PW_S_ANGLE:
      relative_quaternion(a, b, r);
      if (s->kind == PW_S_TURN) {
        REAL e[3] = {r[1], r[2], r[3]}, k[3] = {0};
        k[s->axis] = 1;
        cross(e, k, u);
        for (int i = 0; i < 3; i++) u[i] += r[0] * k[i];
        out->value = 2 * e[s->axis];
      } else {
        angle_gradient(r, u, &D);
        out->value = near_turn(2 * ATAN2(r[3], r[0]), s, discrete);
      }
      rotate(a->R, u, gW2);
      for (int i = 0; i < 3; i++) gW1[i] = -gW2[i];
      break;
    case PW_S_SQUARE:
      column(a->R, 0, u);
      column(b->R, 1, w);
      out->value = dot(u, w);
      cross(u, w, gW1);
      for (int i = 0; i < 3; i++) gW2[i] = -gW1[i];
      break;
    case PW_S_CROSS1:
      out->value = near_turn(arm_angle(a, 0, b, 1, gW2), s, discrete);
      for (int i = 0; i < 3; i++) gW1[i] = -gW2[i];
      break;
    case PW_S_CROSS2:
      out->value = near_turn(arm_angle(b, 1, a, 0, gW1), s, discrete);
      for (int i = 0; i < 3; i++) gW2[i] = -gW1[i];
      break;
    case PW_S_DISTANCE:
      out->value = SQRT(dot(d, d));
      for (int i = 0; i < 3; i++) gV[i] = RE(out->value) > 0 ? d[i] / out->value : 0;
      break;
    case PW_S_RADIAL:
    case PW_S_AZIMUTH: {
      REAL rho = in_plane(a, d, u, w);
      if (s->kind == PW_S_RADIAL) {
        out->value = rho;
        for (int i = 0; i < 3; i++) gV[i] = u[i];
      } else {
        REAL x1[3], y1[3];
        column(a->R, 0, x1);
        column(a->R, 1, y1);
        out->value = near_turn(ATAN2(dot(d, y1), dot(d, x1)), s, discrete);
        for (int i = 0; i < 3; i++) gV[i] = w[i] / rho;
      }
      cross(gV, d, gW1);
      break;
    }
    case PW_S_BETWEEN: {
      column(a->R, s->axis, u);
      column(b->R, s->axis, w);
      cross(u, w, gW2);
      REAL sine = SQRT(dot(gW2, gW2));
      out->value = ATAN2(sine, dot(u, w));
      for (int i = 0; i < 3; i++) {
        gW2[i] = RE(sine) > 0 ? gW2[i] / sine : 0;
        gW1[i] = -gW2[i];
      }
      break;
    }
  }
  to_bodies(a, b, gV, gW1, gW2, out->jac);
}

// Acceleration of d seen from frame 1, when the bodies' own accelerations are zero; *rel its velocity seen from there.
static void relative_motion(const FRAME *a, const FRAME *b, const REAL *d, REAL *rel, REAL *acc) {
  REAL wd[3], wwd[3], ad[3], wr[3];
  cross(a->W, d, wd);
  cross(a->W, wd, wwd);
  cross(a->alpha, d, ad);
  for (int i = 0; i < 3; i++) rel[i] = b->V[i] - a->V[i] - wd[i];
  cross(a->W, rel, wr);
  for (int i = 0; i < 3; i++) acc[i] = b->A[i] - a->A[i] - ad[i] - wwd[i] - 2 * wr[i];
}

static REAL turn_bias(const PwScalar *s, const FRAME *a, const FRAME *b, const SCALAR *out) {
  REAL Wr[3], ar[3], r[4], O[3], od[3], u[3], G[3], D;
  subtract(b->W, a->W, Wr);
  cross(a->W, Wr, od);
  for (int i = 0; i < 3; i++) ar[i] = b->alpha[i] - a->alpha[i] - od[i];
  relative_quaternion(a, b, r);
  for (int i = 0; i < 3; i++) O[i] = a->R[i] * Wr[0] + a->R[3 + i] * Wr[1] + a->R[6 + i] * Wr[2];
  REAL e[3] = {r[1], r[2], r[3]}, oe[3], ed[3];
  if (s->kind == PW_S_TURN) {
    REAL k[3] = {0};
    k[s->axis] = 1;
    cross(e, k, u);
    for (int i = 0; i < 3; i++) u[i] += r[0] * k[i];
    rotate(a->R, u, G);
    return dot(G, ar) - dot(O, O) / 2 * e[s->axis];
  }
  angle_gradient(r, u, &D);
  rotate(a->R, u, G);
  cross(O, e, oe);
  for (int i = 0; i < 3; i++) ed[i] = (r[0] * O[i] + oe[i]) / 2;
  REAL wd = -dot(e, O) / 2, Dd = 2 * (r[0] * wd + r[3] * ed[2]);
  return dot(G, ar) - out->rate * Dd / D;
}

// Rate and bias of the product of axis j of frame a and axis k of frame b.
static void axes_motion(const FRAME *a, int j, const FRAME *b, int k, REAL *rate, REAL *bias) {
  REAL u[3], w[3], x[3], y[3], uw[3], ar[3];
  column(a->R, j, u);
  column(b->R, k, w);
  cross(a->W, u, x);
  cross(b->W, w, y);
  *rate = dot(x, w) + dot(u, y);
  *bias = 2 * dot(x, y);
  cross(a->W, x, x);
  cross(b->W, y, y);
  cross(u, w, uw);
  subtract(b->alpha, a->alpha, ar);
  *bias += dot(x, w) + dot(u, y) - dot(uw, ar);
}

// Rate and bias of arm_angle().
static void arm_motion(const FRAME *a, int k, const FRAME *b, int j, REAL *rate, REAL *bias) {
  REAL z[3], arm[3], r[3], t[3], rel[3], acc[3], Wr[3], ar[3], x[3], y[3], sense = (3 - k - j == (j + 1) % 3) ? 1 : -1;
  column(a->R, k, z);
  column(b->R, j, arm);
  subtract(b->W, a->W, Wr);
  subtract(b->alpha, a->alpha, ar);
  cross(a->W, Wr, x);
  for (int i = 0; i < 3; i++) ar[i] -= x[i];  // of b seen from a
  cross(Wr, arm, rel);
  cross(Wr, rel, x);
  cross(ar, arm, y);
  for (int i = 0; i < 3; i++) acc[i] = x[i] + y[i];
  REAL along = dot(arm, z);
  for (int i = 0; i < 3; i++) r[i] = arm[i] - along * z[i];
  REAL rho = SQRT(dot(r, r));
  for (int i = 0; i < 3; i++) r[i] /= rho;
  cross(z, r, t);
  *rate = sense * dot(t, rel) / rho;
  *bias = (sense * dot(t, acc) - 2 * *rate * dot(r, rel)) / rho;
}

static void move_scalar(const MOTION *m, int32_t index) {
  const PwScalar *s = &m->mechanism->scalar[index];
  SCALAR *out = &m->scalar[index];
  const FRAME *a = &m->frame[s->frame[0]], *b = &m->frame[s->frame[1]];
  REAL Vr[3], Ar[3], Wr[3], d[3], u[3], w[3], x[3], y[3];
  subtract(b->V, a->V, Vr);
  subtract(b->A, a->A, Ar);
  subtract(b->W, a->W, Wr);
  subtract(b->p, a->p, d);
  switch (s->kind) {
    case PW_S_GROUND:
      out->rate = Vr[s->axis];
      out->bias = Ar[s->axis];
      return;
    case PW_S_POSITION:
      column(a->R, s->axis, u);
      relative_motion(a, b, d, x, y);
      out->rate = dot(u, x);
      out->bias = dot(u, y);
      return;
    case PW_S_SPEED:
      if (s->axis == 3) {
        out->value = SQRT(dot(Vr, Vr));
        for (int i = 0; i < 3; i++) u[i] = RE(out->value) > 0 ? Vr[i] / out->value : 0;
        x[0] = x[1] = x[2] = 0;
        to_bodies(a, b, u, x, x, out->jac);
      } else {
        column(a->R, s->axis, u);
        out->value = dot(u, Vr);
      }
      out->rate = out->bias = 0;
      return;
    case PW_S_TURN:
    case PW_S_ANGLE:
      out->rate = dot(out->jac + 9, Wr);
      out->bias = turn_bias(s, a, b, out);
      return;
    case PW_S_SQUARE:
      axes_motion(a, 0, b, 1, &out->rate, &out->bias);
      return;
    case PW_S_CROSS1:
      arm_motion(a, 0, b, 1, &out->rate, &out->bias);
      return;
    case PW_S_CROSS2:
      arm_motion(b, 1, a, 0, &out->rate, &out->bias);
      return;
    case PW_S_DISTANCE:
      out->rate = dot(out->jac + 6, Vr);
      out->bias = dot(out->jac + 6, Ar);
      if (RE(out->value) > 0) out->bias += (dot(Vr, Vr) - out->rate * out->rate) / out->value;
      return;
    case PW_S_RADIAL:
    case PW_S_AZIMUTH: {
      REAL rho = in_plane(a, d, u, w);
      relative_motion(a, b, d, x, y);
      REAL radial = dot(u, x), turning = dot(w, x) / rho;
      bool is_radial = s->kind == PW_S_RADIAL;
      out->rate = is_radial ? radial : turning;
      out->bias = is_radial ? dot(u, y) + rho * turning * turning : (dot(w, y) - 2 * turning * radial) / rho;
      return;
    }
    case PW_S_BETWEEN:
      axes_motion(a, s->axis, b, s->axis, &out->rate, &out->bias);
      u[0] = SIN(out->value);
      if (RE(u[0]) > 0) {
        out->rate /= -u[0];
        out->bias = -(out->bias + COS(out->value) * out->rate * out->rate) / u[0];
      } else {  // parallel axes: the angle has a kink there
        out->rate = out->bias = 0;
      }
      return;
  }
}

// ---- scalars in the plane

static void plane_axis(const PwScalar *s, const FRAME2 *a, REAL *u) {
  u[0] = a->cs[0] * s->plane_axis[0] - a->cs[1] * s->plane_axis[1];
  u[1] = a->cs[1] * s->plane_axis[0] + a->cs[0] * s->plane_axis[1];
}

// Gradient in the speeds for gV2 = g = -gV1 and a turn part gW1, gW2.
static inline void to_bodies2(const FRAME2 *a, const FRAME2 *b, const REAL *g, REAL gW1, REAL gW2, REAL *jac) {
  jac[0] = -g[0];
  jac[1] = -g[1];
  jac[2] = gW1 - (a->c[0] * g[1] - a->c[1] * g[0]);
  jac[3] = g[0];
  jac[4] = g[1];
  jac[5] = gW2 + b->c[0] * g[1] - b->c[1] * g[0];
}

static void place_scalar2(const MOTION *m, int32_t index, const PwDiscrete *discrete) {
  const PwScalar *s = &m->mechanism->scalar[index];
  SCALAR *out = &m->scalar[index];
  const FRAME2 *a = &m->frame2[s->frame[0]], *b = &m->frame2[s->frame[1]];
  REAL d[2] = {b->p[0] - a->p[0], b->p[1] - a->p[1]}, g[2] = {0, 0}, gW1 = 0, gW2 = 0;
  switch (s->kind) {
    case PW_S_GROUND:
      g[s->axis] = 1;
      out->value = d[s->axis];
      break;
    case PW_S_POSITION:
    case PW_S_SPEED:
      if (s->axis < 3) plane_axis(s, a, g);
      if (s->kind == PW_S_SPEED) break;
      out->value = g[0] * d[0] + g[1] * d[1];
      gW1 = g[0] * d[1] - g[1] * d[0];
      break;
    case PW_S_DISTANCE:
    case PW_S_RADIAL:
      out->value = SQRT(d[0] * d[0] + d[1] * d[1]);
      for (int i = 0; i < 2; i++) g[i] = RE(out->value) > 0 ? d[i] / out->value : 0;
      break;
    case PW_S_AZIMUTH: {
      REAL rr = d[0] * d[0] + d[1] * d[1], axis[2];
      plane_axis(s, a, axis);  // x of frame 1
      REAL along = axis[0] * d[0] + axis[1] * d[1], across = axis[0] * d[1] - axis[1] * d[0];
      out->value = near_turn(ATAN2(s->sign * across, along), s, discrete);
      g[0] = -s->sign * d[1] / rr;
      g[1] = s->sign * d[0] / rr;
      gW1 = -s->sign;
      break;
    }
    default: {  // TURN, ANGLE, BETWEEN: the turn about z
      REAL angle = s->sign * (b->turn - a->turn) + s->plane_axis[0];
      bool lock = s->kind == PW_S_TURN;
      out->value = lock ? 2 * SIN(angle / 2) : angle;
      gW2 = lock ? s->sign * COS(angle / 2) : s->sign;
      gW1 = -gW2;
    }
  }
  to_bodies2(a, b, g, gW1, gW2, out->jac);
}

static void move_scalar2(const MOTION *m, int32_t index) {
  const PwScalar *s = &m->mechanism->scalar[index];
  SCALAR *out = &m->scalar[index];
  const FRAME2 *a = &m->frame2[s->frame[0]], *b = &m->frame2[s->frame[1]];
  REAL V[2] = {b->V[0] - a->V[0], b->V[1] - a->V[1]}, A[2] = {b->A[0] - a->A[0], b->A[1] - a->A[1]};
  REAL d[2] = {b->p[0] - a->p[0], b->p[1] - a->p[1]}, u[2], W = a->W;
  // velocity and acceleration of d seen from frame 1
  REAL x[2] = {V[0] + W * d[1], V[1] - W * d[0]};
  REAL y[2] = {A[0] + a->alpha * d[1] + W * W * d[0] + 2 * W * x[1], A[1] - a->alpha * d[0] + W * W * d[1] - 2 * W * x[0]};
  switch (s->kind) {
    case PW_S_GROUND:
      out->rate = V[s->axis];
      out->bias = A[s->axis];
      return;
    case PW_S_POSITION:
      plane_axis(s, a, u);
      out->rate = u[0] * x[0] + u[1] * x[1];
      out->bias = u[0] * y[0] + u[1] * y[1];
      return;
    case PW_S_SPEED:
      if (s->axis == 3) {
        out->value = SQRT(V[0] * V[0] + V[1] * V[1]);
        for (int i = 0; i < 2; i++) u[i] = RE(out->value) > 0 ? V[i] / out->value : 0;
        to_bodies2(a, b, u, 0, 0, out->jac);
      } else {
        plane_axis(s, a, u);
        out->value = u[0] * V[0] + u[1] * V[1];
      }
      out->rate = out->bias = 0;
      return;
    case PW_S_DISTANCE:
    case PW_S_RADIAL:
      out->rate = out->jac[3] * V[0] + out->jac[4] * V[1];
      out->bias = out->jac[3] * A[0] + out->jac[4] * A[1];
      if (RE(out->value) > 0) out->bias += (V[0] * V[0] + V[1] * V[1] - out->rate * out->rate) / out->value;
      return;
    case PW_S_AZIMUTH: {
      REAL rho = SQRT(d[0] * d[0] + d[1] * d[1]);
      REAL radial = (d[0] * x[0] + d[1] * x[1]) / rho, turning = (d[0] * x[1] - d[1] * x[0]) / (rho * rho);
      out->rate = s->sign * turning;
      out->bias = s->sign * ((d[0] * y[1] - d[1] * y[0]) / rho - 2 * turning * radial) / rho;
      return;
    }
    default:
      W = b->W - a->W;
      out->rate = out->jac[5] * W;
      out->bias = out->jac[5] * (b->alpha - a->alpha);
      if (s->kind == PW_S_TURN) out->bias -= out->value / 4 * W * W;
  }
}
