// Units inside expressions, and of expressions where they are used: complaints with the lines of the parameters concerned. What
// an expression measures is found out where it is compiled (expression/unit.h).
#include <stdio.h>
#include <string.h>

#include "yaml/reader.h"

enum { ROOM = 500 };

// "parameter 'F' (line 3) is '250 N'", or of a number in the text "'250 N'".
static const char *tell(const PwReader *r, const PwUnit *m, const char *text, char out[ROOM]) {
  if (m->source <= 0) {
    int n = m->end - m->start;
    while (n > 0 && strchr(" \t\r\n", text[m->start + n - 1])) n--;
    snprintf(out, ROOM, "'%.*s'", n < 60 ? n : 60, text + m->start);
    return out;
  }
  const PwReadParameter *p = &r->parameter[m->source - 1];
  char where[300];
  if (p->place.line > 0) {
    snprintf(where, sizeof where, "line %d", (int)p->place.line);
  } else {
    snprintf(where, sizeof where, "%.200s", p->place.file ? p->place.file : "");
  }
  snprintf(out, ROOM, "parameter '%.60s' (%s) is '%.60s'", p->name, where, p->text);
  return out;
}

bool pw_read_units_agree(PwReader *r, const PwExpr *expr, const char *text, PwPlace place, PwUnit *unit) {
  const PwMisfit *misfit;
  char one[ROOM], two[ROOM];
  *unit = pw_expr_unit(expr, &misfit);
  if (!misfit) return true;
  tell(r, &misfit->part[0], text, one);
  place.column += misfit->at;
  if (misfit->function) {
    pw_read_fail(r, place, "%s takes no unit but that of an angle: %s", misfit->function, one);
  } else {
    pw_read_fail(r, place, "these units do not go together: %s, %s", one, tell(r, &misfit->part[1], text, two));
  }
  return false;
}

bool pw_read_unit_fits(PwReader *r, const PwUnit *unit, const char *text, PwPlace place, const char *key, const double need[4],
                       const char *like) {
  if (pw_unit_fits(unit, need)) return true;
  char why[ROOM];
  const char *term = text + unit->start;
  int length = unit->end - unit->start;
  while (length > 0 && strchr("+- \t\r\n", *term)) term++, length--;
  while (length > 0 && strchr(" \t\r\n", term[length - 1])) length--;
  if (length > 60) length = 60;
  tell(r, unit, text, why);
  if (unit->soft) {
    pw_message(r->messages, PAWL_WARNING, place,
               "'%s' is '%.*s', where %s: the plain number is taken to make it '%s'; write its unit, or a parameter with one",
               key, length, term, why, *like ? like : "1");
    return true;
  }
  pw_read_fail(r, place, "'%s' cannot be '%.*s': %s, %s%s%s", key, length, term, why,
               *like ? "needs a unit like '" : "but this has no unit", like, *like ? "'" : "");
  return false;
}
