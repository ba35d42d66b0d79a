// The equations of motion.h for one number type; motion.c and motion_complex.c define REAL and the functions below and include
// this. Needs: REAL, NAME(x), RE(x), SQRT, COS, SIN, ATAN2.

#define FRAME NAME(PwFrameMotion)
#define FRAME2 NAME(PwFrameMotion2)
#define SCALAR NAME(PwScalarMotion)
#define MOTION NAME(PwMotion)

enum { LAW_VARIABLES = 64 };

PawlStatus NAME(pw_motion_create)(const PawlMechanism *mechanism, PwArena *arena, MOTION *m) {
  const PawlMechanism *k = mechanism;
  size_t nb = (size_t)k->bodies;
  *m = (MOTION){.mechanism = k};
  m->R = pw_arena_array(arena, nb * (k->planar ? 2 : 9), sizeof(REAL));
  m->q = pw_arena_array(arena, nb * 7, sizeof(REAL));
  m->v = pw_arena_array(arena, nb * 6, sizeof(REAL));
  if (k->planar) {
    m->frame2 = pw_arena_array(arena, (size_t)k->frames, sizeof(FRAME2));
  } else {
    m->frame = pw_arena_array(arena, (size_t)k->frames, sizeof(FRAME));
  }
  m->scalar = pw_arena_array(arena, (size_t)k->scalars, sizeof(SCALAR));
  m->row_law = pw_arena_array(arena, (size_t)k->rows * 3, sizeof(double));
  int32_t most = k->frames > k->scalars ? k->frames : k->scalars;
  int32_t *every = pw_arena_array(arena, (size_t)most + 1, sizeof *every);
  if (!m->R || !m->q || !m->v || !(m->frame || m->frame2) || !m->scalar || !m->row_law || !every) return PAWL_ERR_MEMORY;
  for (int32_t i = 0; i < most; i++) every[i] = i;
  m->every = m->hot_frame = every;
  m->hot_frames = k->frames;
  m->hot_scalar = k->hot_scalar;
  m->hot_scalars = k->hot_scalars;
  m->R[0] = 1;
  if (!k->planar) m->R[4] = m->R[8] = m->q[3] = 1;
  return PAWL_OK;
}

static inline REAL dot(const REAL *a, const REAL *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static inline void cross(const REAL *a, const REAL *b, REAL *out) {
  REAL x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
  out[0] = x;
  out[1] = y;
  out[2] = z;
}
static inline void rotate(const REAL *R, const REAL *v, REAL *out) {
  for (int i = 0; i < 3; i++) out[i] = R[3 * i] * v[0] + R[3 * i + 1] * v[1] + R[3 * i + 2] * v[2];
}
static inline void column(const REAL *R, int k, REAL *out) {
  for (int i = 0; i < 3; i++) out[i] = R[3 * i + k];
}
static inline void subtract(const REAL *a, const REAL *b, REAL *out) {
  for (int i = 0; i < 3; i++) out[i] = a[i] - b[i];
}
static inline void quat_multiply(const REAL *a, const REAL *b, REAL *out) {
  REAL w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  REAL x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  REAL y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
  REAL z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
  out[0] = w;
  out[1] = x;
  out[2] = y;
  out[3] = z;
}
static inline void quat_matrix(const REAL *q, REAL *m) {
  REAL w = q[0], x = q[1], y = q[2], z = q[3];
  m[0] = w * w + x * x - y * y - z * z;
  m[1] = 2 * (x * y - w * z);
  m[2] = 2 * (x * z + w * y);
  m[3] = 2 * (x * y + w * z);
  m[4] = w * w - x * x + y * y - z * z;
  m[5] = 2 * (y * z - w * x);
  m[6] = 2 * (x * z - w * y);
  m[7] = 2 * (y * z + w * x);
  m[8] = w * w - x * x - y * y + z * z;
}

// ---- frames

static void place_frame(const MOTION *m, int32_t index, const PwDiscrete *discrete) {
  const PwFrame *f = &m->mechanism->frame[index];
  FRAME *out = &m->frame[index];
  const REAL *R = m->R + 9 * f->body, *q = m->q + 7 * f->body;
  REAL local[3] = {f->position[0], f->position[1], f->position[2]};
  REAL turn[4] = {f->orientation[0], f->orientation[1], f->orientation[2], f->orientation[3]};
  double angle[3] = {0}, vloc[3] = {0}, aloc[3] = {0};
  if (f->moves) {
    for (int i = 0; i < 3; i++) {
      double jet[3];
      pw_law_jet(&f->offset[i], m->t, discrete, jet);
      local[i] += jet[0];
      vloc[i] = jet[1];
      aloc[i] = jet[2];
    }
    pw_law_jet(&f->angle, m->t, discrete, angle);
    double s = sin(angle[0] / 2);
    REAL own[4] = {cos(angle[0] / 2), s * f->angle_axis[0], s * f->angle_axis[1], s * f->angle_axis[2]};
    quat_multiply(turn, own, turn);
  }
  rotate(R, local, out->c);
  for (int i = 0; i < 3; i++) out->p[i] = q[i] + out->c[i];
  quat_multiply(q + 3, turn, out->Q);
  quat_matrix(out->Q, out->R);
  if (f->moves) {
    REAL vl[3] = {vloc[0], vloc[1], vloc[2]};
    REAL wl[3] = {angle[1] * f->angle_axis[0], angle[1] * f->angle_axis[1], angle[1] * f->angle_axis[2]};
    rotate(R, vl, out->vrel);
    rotate(out->R, wl, out->wrel);
    for (int i = 0; i < 3; i++) {
      out->arel[i] = aloc[i];
      out->alrel[i] = angle[2] * f->angle_axis[i];
    }
  }
}

static void move_frame(const MOTION *m, int32_t index) {
  const PwFrame *f = &m->mechanism->frame[index];
  FRAME *out = &m->frame[index];
  const REAL *v = m->v + 6 * f->body, *w = v + 3;
  REAL wc[3], wwc[3];
  cross(w, out->c, wc);
  cross(w, wc, wwc);
  for (int i = 0; i < 3; i++) {
    out->V[i] = v[i] + wc[i];
    out->W[i] = w[i];
    out->A[i] = wwc[i];
    out->alpha[i] = 0;
  }
  if (!f->moves) return;
  REAL wv[3], ww[3], a[3], al[3];
  REAL alocal[3] = {out->arel[0], out->arel[1], out->arel[2]}, allocal[3] = {out->alrel[0], out->alrel[1], out->alrel[2]};
  cross(w, out->vrel, wv);
  cross(w, out->wrel, ww);
  rotate(m->R + 9 * f->body, alocal, a);
  rotate(out->R, allocal, al);
  for (int i = 0; i < 3; i++) {
    out->V[i] += out->vrel[i];
    out->W[i] += out->wrel[i];
    out->A[i] += 2 * wv[i] + a[i];
    out->alpha[i] = ww[i] + al[i];
  }
}

static void place_frame2(const MOTION *m, int32_t index, const PwDiscrete *discrete) {
  const PwFrame *f = &m->mechanism->frame[index];
  FRAME2 *out = &m->frame2[index];
  const REAL *q = m->q + 3 * f->body;
  REAL c = m->R[2 * f->body], s = m->R[2 * f->body + 1];
  double x = f->position[0], y = f->position[1];
  REAL own = 0;
  if (f->moves) {
    double jx[3], jy[3], ja[3];
    pw_law_jet(&f->offset[0], m->t, discrete, jx);
    pw_law_jet(&f->offset[1], m->t, discrete, jy);
    pw_law_jet(&f->angle, m->t, discrete, ja);
    x += jx[0];
    y += jy[0];
    double up = f->axes[6] * f->angle_axis[0] + f->axes[7] * f->angle_axis[1] + f->axes[8] * f->angle_axis[2];
    own = up * ja[0];
    out->wrel = up * ja[1];
    out->alrel = up * ja[2];
    out->vrel[0] = c * jx[1] - s * jy[1];
    out->vrel[1] = s * jx[1] + c * jy[1];
    out->arel[0] = jx[2];
    out->arel[1] = jy[2];
  }
  out->c[0] = c * x - s * y;
  out->c[1] = s * x + c * y;
  out->p[0] = q[0] + out->c[0];
  out->p[1] = q[1] + out->c[1];
  out->turn = q[2] + own;
  if (f->moves) {  // axes of a turning frame
    out->cs[0] = COS(out->turn);
    out->cs[1] = SIN(out->turn);
  } else {
    out->cs[0] = c;
    out->cs[1] = s;
  }
}

static void move_frame2(const MOTION *m, int32_t index) {
  const PwFrame *f = &m->mechanism->frame[index];
  FRAME2 *out = &m->frame2[index];
  const REAL *v = m->v + 3 * f->body;
  REAL w = v[2];
  out->V[0] = v[0] - w * out->c[1];
  out->V[1] = v[1] + w * out->c[0];
  out->W = w;
  out->A[0] = -w * w * out->c[0];
  out->A[1] = -w * w * out->c[1];
  out->alpha = 0;
  if (!f->moves) return;
  REAL c = m->R[2 * f->body], s = m->R[2 * f->body + 1];
  out->A[0] += -2 * w * out->vrel[1] + c * out->arel[0] - s * out->arel[1];
  out->A[1] += 2 * w * out->vrel[0] + s * out->arel[0] + c * out->arel[1];
  out->V[0] += out->vrel[0];
  out->V[1] += out->vrel[1];
  out->W += out->wrel;
  out->alpha = out->alrel;
}

#include "mechanics/scalars_template.h"

// ---- the whole

void NAME(pw_motion_place_posed)(MOTION *m, double t, const PwDiscrete *discrete) {
  const PawlMechanism *k = m->mechanism;
  int32_t frames = m->all ? k->frames : m->hot_frames, scalars = m->all ? k->scalars : m->hot_scalars;
  const int32_t *frame = m->all ? m->every : m->hot_frame, *scalar = m->all ? m->every : m->hot_scalar;
  m->t = discrete->still ? discrete->still_t : t;
  m->discrete = discrete;
  m->placements++;
  m->placed_t = t;
  m->placed_all = m->all;
  m->moved = false;
  if (k->planar) {
    for (int32_t i = 0; i < frames; i++) place_frame2(m, frame[i], discrete);
    for (int32_t i = 0; i < scalars; i++) place_scalar2(m, scalar[i], discrete);
  } else {
    for (int32_t i = 0; i < frames; i++) place_frame(m, frame[i], discrete);
    for (int32_t i = 0; i < scalars; i++) place_scalar(m, scalar[i], discrete);
  }
  for (int32_t i = 0; i < (m->law_row ? m->law_rows : k->rows); i++) {
    int32_t r = m->law_row ? m->law_row[i] : i;
    if (k->row[r].law.expr) {
      pw_law_jet(&k->row[r].law, t, discrete, m->row_law + 3 * r);
    } else {
      m->row_law[3 * r] = k->row[r].law.constant;
    }
  }
}

PawlStatus NAME(pw_motion_place)(MOTION *m, double t, const REAL *q, const PwDiscrete *discrete) {
  const PawlMechanism *k = m->mechanism;
  int32_t per = pw_coordinates_per_body(k);
  memcpy(m->q + per, q, (size_t)(k->bodies - 1) * (size_t)per * sizeof(REAL));
  for (int32_t i = 1; i < k->bodies; i++) {
    if (k->planar) {
      m->R[2 * i] = COS(m->q[3 * i + 2]);
      m->R[2 * i + 1] = SIN(m->q[3 * i + 2]);
    } else {
      quat_matrix(m->q + 7 * i + 3, m->R + 9 * i);
    }
  }
  NAME(pw_motion_place_posed)(m, t, discrete);
  return PAWL_OK;
}

void NAME(pw_motion_move)(MOTION *m, const REAL *v) {
  const PawlMechanism *k = m->mechanism;
  int32_t per = pw_speeds_per_body(k), frames = m->all ? k->frames : m->hot_frames,
          scalars = m->all ? k->scalars : m->hot_scalars;
  const int32_t *frame = m->all ? m->every : m->hot_frame, *scalar = m->all ? m->every : m->hot_scalar;
  assert(m->discrete);  // placed
  memcpy(m->v + per, v, (size_t)(k->bodies - 1) * (size_t)per * sizeof(REAL));
  m->moved = true;
  m->moved_all = m->all;
  if (k->planar) {
    for (int32_t i = 0; i < frames; i++) move_frame2(m, frame[i]);
    for (int32_t i = 0; i < scalars; i++) move_scalar2(m, scalar[i]);
  } else {
    for (int32_t i = 0; i < frames; i++) move_frame(m, frame[i]);
    for (int32_t i = 0; i < scalars; i++) move_scalar(m, scalar[i]);
  }
}

REAL NAME(pw_row_value)(const MOTION *m, int32_t row) {
  assert(m->discrete);
  const PwRow *r = &m->mechanism->row[row];
  REAL sum = -m->row_law[3 * row];
  for (int32_t k = r->term; k < r->term + r->terms; k++) {
    sum += m->mechanism->term[k].factor * m->scalar[m->mechanism->term[k].scalar].value;
  }
  return sum;
}

REAL NAME(pw_row_rate)(const MOTION *m, int32_t row) {
  assert(m->moved);
  const PwRow *r = &m->mechanism->row[row];
  REAL sum = -m->row_law[3 * row + 1];
  for (int32_t k = r->term; k < r->term + r->terms; k++) {
    sum += m->mechanism->term[k].factor * m->scalar[m->mechanism->term[k].scalar].rate;
  }
  return sum;
}

REAL NAME(pw_row_bias)(const MOTION *m, int32_t row) {
  assert(m->moved);
  const PwRow *r = &m->mechanism->row[row];
  REAL sum = -m->row_law[3 * row + 2];
  for (int32_t k = r->term; k < r->term + r->terms; k++) {
    sum += m->mechanism->term[k].factor * m->scalar[m->mechanism->term[k].scalar].bias;
  }
  return sum;
}

void NAME(pw_pair_add)(const PawlMechanism *k, const int32_t body[2], const REAL *jac, REAL factor, REAL *x) {
  int32_t per = pw_speeds_per_body(k);
  for (int side = 0; side < 2; side++) {
    for (int32_t i = 0; i < per && body[side]; i++) x[(body[side] - 1) * per + i] += factor * jac[side * per + i];
  }
}

REAL NAME(pw_pair_along)(const PawlMechanism *k, const int32_t body[2], const REAL *jac, const REAL *x) {
  int32_t per = pw_speeds_per_body(k);
  REAL sum = 0;
  for (int side = 0; side < 2; side++) {
    for (int32_t i = 0; i < per && body[side]; i++) sum += jac[side * per + i] * x[(body[side] - 1) * per + i];
  }
  return sum;
}

// ---- forces

PawlStatus NAME(pw_law_value)(const MOTION *m, const PwLaw *law, REAL own, REAL own_rate, const PwDiscrete *discrete, REAL *out) {
  if (!law->expr) {
    *out = law->constant;
    return PAWL_OK;
  }
  REAL x[LAW_VARIABLES];
  for (int32_t i = 0; i < law->count; i++) {
    int32_t var = law->variable[i];
    if (var == PW_VAR_T) {
      x[i] = m->t;
    } else if (var == PW_VAR_OWN || var == PW_VAR_OWN_RATE) {
      x[i] = var == PW_VAR_OWN ? own : own_rate;
    } else if (var >= PW_VAR_NAMED) {
      double rate;
      x[i] = pw_discrete_value(discrete, var, m->t, &rate);
    } else {
      const SCALAR *s = &m->scalar[(var - PW_VAR_SCALAR) / 2];
      x[i] = (var - PW_VAR_SCALAR) % 2 ? s->rate : s->value;
    }
  }
  *out = law->scale * EXPRESSION(law->expr, law->count, x, discrete->branch + law->kink);
  return isfinite(RE(*out)) ? PAWL_OK : PAWL_RETRY;
}

// Adds Q times the gradient of scalar `index` to the forces of its bodies; returns J v.
static REAL push(const MOTION *m, int32_t index, REAL Q, REAL *force) {
  const PawlMechanism *k = m->mechanism;
  const PwScalar *s = &k->scalar[index];
  int32_t body[2] = {k->frame[s->frame[0]].body, k->frame[s->frame[1]].body};
  NAME(pw_pair_add)(k, body, m->scalar[index].jac, Q, force);
  return NAME(pw_pair_along)(k, body, m->scalar[index].jac, m->v + pw_speeds_per_body(k));
}

static PawlStatus fail_force(const MOTION *m, const char *force, const PwLaw *law, PawlStatus status) {
  if (m->no_number) *m->no_number = (PwNoNumber){force, law, m->t};
  return status;
}

PawlStatus NAME(pw_scalar_force)(const MOTION *m, const PwScalarForce *f, const PwDiscrete *discrete, REAL *elastic,
                                 REAL *other) {
  const SCALAR *s = &m->scalar[f->scalar];
  *elastic = f->has_law ? 0 : -f->preload - f->stiffness * (s->value - f->free);
  *other = -f->damping * s->rate;
  if (!f->has_law) return PAWL_OK;
  PawlStatus status = NAME(pw_law_value)(m, &f->law, s->value, s->rate, discrete, other);
  *other *= f->law_sign;
  return status;
}

static PawlStatus scalar_forces(MOTION *m, const PwDiscrete *discrete, REAL *force) {
  const PawlMechanism *k = m->mechanism;
  for (int32_t i = 0; i < k->scalar_forces; i++) {
    const PwScalarForce *f = &k->scalar_force[i];
    const SCALAR *s = &m->scalar[f->scalar];
    REAL elastic, other;
    PawlStatus status = NAME(pw_scalar_force)(m, f, discrete, &elastic, &other);
    if (status) return fail_force(m, f->name, &f->law, status);
    REAL along = push(m, f->scalar, elastic + other, force);
    // elastic work is in the potential; what remains is the rest on the bodies, and moving the frames against the spring
    m->power += other * along - elastic * (s->rate - along);
  }
  return PAWL_OK;
}

// Force f and torque n at frame's origin (n: about it) on its body, the opposite on `reaction`.
static void apply(MOTION *m, int32_t frame, int32_t reaction, const REAL *f, const REAL *n, REAL *force) {
  const PawlMechanism *k = m->mechanism;
  int32_t body = k->frame[frame].body;
  const REAL *p = k->planar ? m->frame2[frame].p : m->frame[frame].p;
  for (int side = 0; side < 2; side++) {
    int32_t b = side ? reaction : body;
    REAL sign = side ? -1 : 1;
    if (b == 0) continue;
    if (k->planar) {
      REAL *out = force + 3 * (b - 1), c[2] = {p[0] - m->q[3 * b], p[1] - m->q[3 * b + 1]};
      REAL torque = n[2] + c[0] * f[1] - c[1] * f[0];
      out[0] += sign * f[0];
      out[1] += sign * f[1];
      out[2] += sign * torque;
      m->power += sign * (f[0] * m->v[3 * b] + f[1] * m->v[3 * b + 1] + torque * m->v[3 * b + 2]);
    } else {
      REAL *out = force + 6 * (b - 1), c[3], cf[3];
      subtract(p, m->q + 7 * b, c);
      cross(c, f, cf);
      for (int i = 0; i < 3; i++) {
        out[i] += sign * f[i];
        out[3 + i] += sign * (n[i] + cf[i]);
        m->power += sign * (f[i] * m->v[6 * b + i] + (n[i] + cf[i]) * m->v[6 * b + 3 + i]);
      }
    }
  }
}

static PawlStatus applied_forces(MOTION *m, const PwDiscrete *discrete, REAL *force) {
  const PawlMechanism *k = m->mechanism;
  for (int32_t i = 0; i < k->applieds; i++) {
    const PwApplied *a = &k->applied[i];
    REAL value[3], ground[3] = {0}, zero[3] = {0};
    for (int c = 0; c < 3; c++) {
      PawlStatus status = NAME(pw_law_value)(m, &a->component[c], 0, 0, discrete, &value[c]);
      if (status) return fail_force(m, a->name, &a->component[c], status);
    }
    if (!a->follow) {
      memcpy(ground, value, sizeof ground);
    } else if (k->planar) {
      const FRAME2 *f = &m->frame2[a->frame];
      const double *ax = k->frame[a->frame].axes;  // frame -> body, then body (or turning frame) -> ground
      REAL bx = ax[0] * value[0] + ax[1] * value[1] + ax[2] * value[2],
           by = ax[3] * value[0] + ax[4] * value[1] + ax[5] * value[2];
      ground[0] = f->cs[0] * bx - f->cs[1] * by;
      ground[1] = f->cs[1] * bx + f->cs[0] * by;
      ground[2] = ax[6] * value[0] + ax[7] * value[1] + ax[8] * value[2];
    } else {
      rotate(m->frame[a->frame].R, value, ground);
    }
    apply(m, a->frame, a->reaction, a->torque ? zero : ground, a->torque ? ground : zero, force);
  }
  return PAWL_OK;
}

static void inertia_forces(MOTION *m, REAL *force) {
  const PawlMechanism *k = m->mechanism;
  int32_t per = pw_speeds_per_body(k);
  for (int32_t b = 1; b < k->bodies; b++) {
    const PwBody *body = &k->body[b];
    REAL *out = force + per * (b - 1);
    for (int i = 0; i < (k->planar ? 2 : 3); i++) out[i] = body->mass * k->gravity[i];
    if (k->planar) {
      out[2] = 0;
      continue;
    }
    const REAL *w = m->v + 6 * b + 3, *R = m->R + 9 * b;
    const double *J = body->inertia;
    REAL l[3], h[3], g[3];  // w and I w in body axes
    for (int i = 0; i < 3; i++) l[i] = R[i] * w[0] + R[3 + i] * w[1] + R[6 + i] * w[2];
    h[0] = J[0] * l[0] + J[3] * l[1] + J[4] * l[2];
    h[1] = J[3] * l[0] + J[1] * l[1] + J[5] * l[2];
    h[2] = J[4] * l[0] + J[5] * l[1] + J[2] * l[2];
    cross(l, h, g);
    rotate(R, g, h);
    for (int i = 0; i < 3; i++) out[3 + i] = -h[i];
  }
}

PawlStatus NAME(pw_motion_forces)(MOTION *m, const PwDiscrete *discrete, REAL *force) {
  assert(m->moved);
  m->power = 0;
  inertia_forces(m, force);
  PawlStatus status = scalar_forces(m, discrete, force);
  if (status == PAWL_OK) status = applied_forces(m, discrete, force);
  if (status == PAWL_OK) status = callback_forces(m, force);
  return status;
}
