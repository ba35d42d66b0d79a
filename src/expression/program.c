// Motion programs and the laws they are made of.
//
// A law is a function s(z) with s(0) = 0, s(1) = 1, led over a segment as y = y0 + rise * s((x - x0) / length). All laws but
// `linear` start and end at rest; all are point symmetric about (1/2, 1/2), so the second half of a piecewise law is its
// first half mirrored.
#include "expression/program.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

const char *const pw_program_laws[PW_PROGRAM_COUNT + 1] = {"dwell",    "linear",  "harmonic", "cycloidal", "poly345",
                                                           "poly4567", "modsine", "modtrap",  NULL};

typedef struct {
  double start;      // of this piece
  double x, length;  // of the segment
  double y, rise;    // of the segment
  PwProgramLaw law;
  int32_t part;  // which piece of the law
} Piece;

struct PwProgram {
  Piece *pieces;
  int32_t count, capacity;
  double x, y;    // last point
  double x0, y0;  // first point
};

PwProgram *pw_program_create(double x0, double y0) {
  PwProgram *program = calloc(1, sizeof *program);
  if (program) {
    program->x = program->x0 = x0;
    program->y = program->y0 = y0;
  }
  return program;
}

void pw_program_free(PwProgram *program) {
  if (!program) return;
  free(program->pieces);
  free(program);
}

// Where the parts of a law begin, as fractions of the segment.
static int32_t law_parts(PwProgramLaw law, const double **start) {
  static const double whole[] = {0}, sine[] = {0, 0.125, 0.875}, trapezoid[] = {0, 0.125, 0.375, 0.625, 0.875};
  switch (law) {
    case PW_PROGRAM_MODSINE:
      *start = sine;
      return 3;
    case PW_PROGRAM_MODTRAP:
      *start = trapezoid;
      return 5;
    default:
      *start = whole;
      return 1;
  }
}

bool pw_program_add(PwProgram *program, PwProgramLaw law, double x, double y) {
  const double *start;
  int32_t parts = law_parts(law, &start);
  if (program->count + parts > program->capacity) {
    int32_t capacity = 2 * (program->count + parts);
    Piece *pieces = realloc(program->pieces, (size_t)capacity * sizeof *pieces);
    if (!pieces) return false;
    program->pieces = pieces;
    program->capacity = capacity;
  }
  double length = x - program->x, rise = y - program->y;
  for (int32_t part = 0; part < parts; part++) {
    program->pieces[program->count++] =
        (Piece){program->x + start[part] * length, program->x, length, program->y, rise, law, part};
  }
  program->x = x;
  program->y = y;
  return true;
}

void pw_program_end(const PwProgram *program, double *x, double *y) {
  *x = program->x;
  *y = program->y;
}

int32_t pw_program_count(const PwProgram *program) {
  return program->count;
}

int32_t pw_program_piece(const PwProgram *program, double x) {
  if (x >= program->x) return program->count;
  int32_t low = -1, high = program->count;  // pieces[low].start <= x < pieces[high].start
  while (high - low > 1) {
    int32_t middle = (low + high) / 2;
    if (program->pieces[middle].start <= x) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

void pw_program_ends(const PwProgram *program, int32_t piece, double *low, double *high) {
  *low = piece < 0 ? -INFINITY : piece >= program->count ? program->x : program->pieces[piece].start;
  *high = piece >= program->count ? INFINITY : piece + 1 >= program->count ? program->x : program->pieces[piece + 1].start;
}

// The ramp that both modified laws begin with: acceleration A sin(4 pi z) up to z = 1/8.
static void ramp(double A, double z, double out[3]) {
  double w = 4 * PI;
  out[0] = A / w * (z - sin(w * z) / w);
  out[1] = A / w * (1 - cos(w * z));
  out[2] = A * sin(w * z);
}

// Acceleration A sin(4 pi z), A cos(4 pi (z - 1/8) / 3), then the first mirrored; s(1/2) = 1/2 gives A = 4 pi^2 / (pi + 4).
static void modified_sine(int32_t part, double z, double out[3]) {
  double A = 4 * PI * PI / (PI + 4);
  if (part == 0) {
    ramp(A, z, out);
    return;
  }
  double w = 4 * PI / 3, d = z - 0.125, at[3];
  ramp(A, 0.125, at);
  out[0] = at[0] + at[1] * d + A / (w * w) * (1 - cos(w * d));
  out[1] = at[1] + A / w * sin(w * d);
  out[2] = A * cos(w * d);
}

// Acceleration A sin(4 pi z) to 1/8, A to 3/8, A cos(4 pi (z - 3/8)) to 5/8, then mirrored; A = 8 pi / (pi + 2).
static void modified_trapezoid(int32_t part, double z, double out[3]) {
  double A = 8 * PI / (PI + 2), w = 4 * PI, at[3];
  ramp(A, part ? 0.125 : z, at);
  if (part == 0) {
    for (int k = 0; k < 3; k++) out[k] = at[k];
    return;
  }
  double d = part == 1 ? z - 0.125 : 0.25;
  out[0] = at[0] + d * (at[1] + d * A / 2);
  out[1] = at[1] + d * A;
  out[2] = A;
  if (part == 1) return;
  d = z - 0.375;
  out[0] += out[1] * d + A / (w * w) * (1 - cos(w * d));
  out[1] += A / w * sin(w * d);
  out[2] = A * cos(w * d);
}

// s, s', s'' of a part of a law at z.
static void law_value(PwProgramLaw law, int32_t part, double z, double out[3]) {
  const double *start;
  int32_t parts = law_parts(law, &start);
  bool mirrored = 2 * part >= parts && parts > 1;
  if (mirrored) {
    part = parts - 1 - part;
    z = 1 - z;
  }
  switch (law) {
    case PW_PROGRAM_LINEAR:
      out[0] = z, out[1] = 1, out[2] = 0;
      break;
    case PW_PROGRAM_HARMONIC:
      out[0] = (1 - cos(PI * z)) / 2, out[1] = PI / 2 * sin(PI * z), out[2] = PI * PI / 2 * cos(PI * z);
      break;
    case PW_PROGRAM_CYCLOIDAL:
      out[0] = z - sin(2 * PI * z) / (2 * PI), out[1] = 1 - cos(2 * PI * z), out[2] = 2 * PI * sin(2 * PI * z);
      break;
    case PW_PROGRAM_POLY345:
      out[0] = z * z * z * (10 + z * (-15 + z * 6));
      out[1] = 30 * z * z * (1 - z) * (1 - z);
      out[2] = 60 * z * (1 - z) * (1 - 2 * z);
      break;
    case PW_PROGRAM_POLY4567:
      out[0] = z * z * z * z * (35 + z * (-84 + z * (70 - z * 20)));
      out[1] = 140 * z * z * z * (1 - z) * (1 - z) * (1 - z);
      out[2] = 420 * z * z * (1 - z) * (1 - z) * (1 - 2 * z);
      break;
    case PW_PROGRAM_MODSINE:
      modified_sine(part, z, out);
      break;
    case PW_PROGRAM_MODTRAP:
      modified_trapezoid(part, z, out);
      break;
    default:
      out[0] = out[1] = out[2] = 0;  // dwell
  }
  if (mirrored) {
    out[0] = 1 - out[0];
    out[2] = -out[2];
  }
}

void pw_program_evaluate(const PwProgram *program, int32_t piece, double x, double out[3]) {
  if (piece < 0 || piece >= program->count) {
    out[0] = piece < 0 ? program->y0 : program->y;
    out[1] = out[2] = 0;
    return;
  }
  const Piece *p = &program->pieces[piece];
  double s[3];
  law_value(p->law, p->part, (x - p->x) / p->length, s);
  out[0] = p->y + p->rise * s[0];
  out[1] = p->rise * s[1] / p->length;
  out[2] = p->rise * s[2] / (p->length * p->length);
}
