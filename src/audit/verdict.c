// The table: laws, their largest deviations, and what became of them.
#include <stdarg.h>
#include <stdio.h>

#include "audit/parts.h"

PwAuditLaw *pw_audit_begin(PwAudit *a, const char *name, double limit) {
  PwAuditLaw *law = &a->verdict->law[a->verdict->count++];
  law->name = name;
  law->deviation = NAN;
  law->limit = limit;
  law->where[0] = law->note[0] = 0;
  law->status = PAWL_AUDIT_PASSED;
  law->what = NULL;
  return law;
}

// Is this the largest one? Then it is kept.
static bool keep(PwAuditLaw *law, double deviation) {
  if (!isnan(law->deviation) && !(deviation > law->deviation) && !isnan(deviation)) return false;
  if (law->deviation == INFINITY) return false;
  law->deviation = isnan(deviation) ? INFINITY : deviation;  // a number that is none obeys no law
  return true;
}

void pw_audit_note(PwAuditLaw *law, double deviation, const char *format, ...) {
  if (!keep(law, deviation)) return;
  law->what = NULL;
  va_list args;
  va_start(args, format);
  vsnprintf(law->where, sizeof law->where, format, args);
  va_end(args);
}

void pw_audit_note_at(PwAuditLaw *law, double deviation, double t, const char *what, const char *name) {
  if (!keep(law, deviation)) return;
  law->what = what;
  law->whose = name;
  law->t = t;
}

void pw_audit_say(PwAuditLaw *law, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(law->note, sizeof law->note, format, args);
  va_end(args);
}

void pw_audit_skip(PwAudit *a, const char *name, const char *format, ...) {
  PwAuditLaw *law = pw_audit_begin(a, name, NAN);
  law->status = PAWL_AUDIT_NOT;
  a->verdict->open++;
  va_list args;
  va_start(args, format);
  vsnprintf(law->note, sizeof law->note, format, args);
  va_end(args);
}

void pw_audit_end(PwAudit *a, PwAuditLaw *law) {
  if (law->what) {
    snprintf(law->where, sizeof law->where, "%s%s%sat t = %.9g %s", law->what, law->whose ? law->whose : "",
             law->whose ? " " : "", PW_AUDIT_TIME(a, law->t));
  }
  if (isnan(law->deviation) && law->status == PAWL_AUDIT_PASSED) law->status = PAWL_AUDIT_NOTHING;
  if (law->deviation > law->limit) law->status = PAWL_AUDIT_FAILED;
  a->verdict->broken += law->status == PAWL_AUDIT_FAILED;
  a->verdict->open += law->status == PAWL_AUDIT_NOT || law->status == PAWL_AUDIT_COARSE;
}
