// The table: laws, their largest deviations, and what became of them.
#include <stdarg.h>
#include <stdio.h>

#include "audit/parts.h"

PwAuditLaw *pw_audit_begin(PwAudit *a, const char *name, double limit) {
  PwAuditLaw *law = &a->verdict->law[a->verdict->count++];
  *law = (PwAuditLaw){.name = name, .deviation = NAN, .limit = limit};
  return law;
}

void pw_audit_note(PwAuditLaw *law, double deviation, const char *format, ...) {
  if (!isnan(law->deviation) && !(deviation > law->deviation) && !isnan(deviation)) return;
  if (isnan(deviation)) deviation = INFINITY;  // a number that is none obeys no law
  if (law->deviation == INFINITY) return;
  law->deviation = deviation;
  va_list args;
  va_start(args, format);
  vsnprintf(law->where, sizeof law->where, format, args);
  va_end(args);
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
  if (isnan(law->deviation) && law->status == PAWL_AUDIT_PASSED) law->status = PAWL_AUDIT_NOTHING;
  if (law->deviation > law->limit) law->status = PAWL_AUDIT_FAILED;
  a->verdict->broken += law->status == PAWL_AUDIT_FAILED;
  a->verdict->open += law->status == PAWL_AUDIT_NOT || law->status == PAWL_AUDIT_COARSE;
}
