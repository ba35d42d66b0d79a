// Motion programs: a function held constant, then led from point to point by motion laws, then held constant again.
//
// Pieces are numbered 0, 1, ... along x; -1 is the hold before, pw_program_count() the hold after. A law whose acceleration is
// itself piecewise (modified sine, modified trapezoid) has several pieces.
#ifndef PW_PROGRAM_H
#define PW_PROGRAM_H
#include <stdbool.h>
#include <stdint.h>

typedef enum {
  PW_PROGRAM_DWELL,
  PW_PROGRAM_LINEAR,
  PW_PROGRAM_HARMONIC,
  PW_PROGRAM_CYCLOIDAL,
  PW_PROGRAM_POLY345,
  PW_PROGRAM_POLY4567,
  PW_PROGRAM_MODSINE,
  PW_PROGRAM_MODTRAP,
  PW_PROGRAM_COUNT
} PwProgramLaw;

extern const char *const pw_program_laws[PW_PROGRAM_COUNT + 1];  // NULL-terminated

typedef struct PwProgram PwProgram;

PwProgram *pw_program_create(double x0, double y0);  // NULL when out of memory
void pw_program_free(PwProgram *program);
// Goes on from the last point to (x, y); x must be greater than the last one. False when out of memory.
bool pw_program_add(PwProgram *program, PwProgramLaw law, double x, double y);
// The last point.
void pw_program_end(const PwProgram *program, double *x, double *y);

int32_t pw_program_count(const PwProgram *program);
int32_t pw_program_piece(const PwProgram *program, double x);
void pw_program_ends(const PwProgram *program, int32_t piece, double *low, double *high);
// Value, first and second derivative of a piece at x, also outside the piece.
void pw_program_evaluate(const PwProgram *program, int32_t piece, double x, double out[3]);
#endif
