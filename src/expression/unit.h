// What a part of an expression measures, as far as units tell.
//
//   open    nothing is known: variables, tables, motions, and all that is made with one
//   plain   a number without unit, which may stand for anything in the units of the file; with others of its kind it stays plain
//   ratio   what functions give: sin(a), log(x). As a factor it changes nothing
//   known   a number or a name with a unit, and products, quotients, powers, roots of them
//
// A plain factor of something known may have a unit that is not written: 20*k. What is made so is `soft`: not to be relied on,
// and plain where no unit but turns is left. In a sum plain numbers are of the kind of the others: r + 5.
#ifndef PW_EXPRESSION_UNIT_H
#define PW_EXPRESSION_UNIT_H
#include <stdbool.h>
#include <stdint.h>

typedef enum { PW_UNIT_OPEN, PW_UNIT_PLAIN, PW_UNIT_RATIO, PW_UNIT_KNOWN } PwUnitKind;

typedef struct {
  PwUnitKind kind;
  double power[4];     // known: of length, mass, time, angle
  bool soft;           // known: by a plain factor
  bool made;           // by multiplying: turns may have got lost or added, and are not compared
  int32_t source;      // known: the first name that says so, as its number + 1; 0: a number in the text
  int32_t start, end;  // of the term in the text
} PwUnit;

// a*b, a/b (`sign` -1), a^exponent.
PwUnit pw_unit_product(PwUnit a, PwUnit b, int sign);
PwUnit pw_unit_power(PwUnit a, double exponent);
// a + b. *clash: they are known to be different.
PwUnit pw_unit_sum(PwUnit a, PwUnit b, bool *clash);
// Are these the powers that are known? What is not known fits.
bool pw_unit_fits(const PwUnit *m, const double power[4]);
// Known to have a unit other than turns.
bool pw_unit_is_some(const PwUnit *m);
#endif
