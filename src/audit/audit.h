// The audit: a result folder held against the laws of mechanics. It reads the folder and the model in it, and knows nothing of
// the code that made the result: poses, sums of forces, integrals and outlines are its own (docs/audit.md).
#ifndef PW_AUDIT_H
#define PW_AUDIT_H
#include "base/messages.h"
#include "pawl/run.h"

enum { PW_AUDIT_TEXT = 200, PW_AUDIT_NOTE = 1000 };

typedef struct {
  const char *name;
  double deviation, limit;  // NaN: nothing was measured
  char where[PW_AUDIT_TEXT], note[PW_AUDIT_NOTE];
  PawlAuditStatus status;
  const char *what, *whose;  // while it is audited: where the largest deviation is, and at which time; NULL: `where` says it
  double t;
} PwAuditLaw;

enum { PW_AUDIT_LAWS = 48 };

typedef struct {
  PwAuditLaw law[PW_AUDIT_LAWS];
  int32_t count;
  int32_t broken, open;  // laws that failed; that could not be checked
  int64_t instants;      // rows of audit.bin
  int64_t touches;       // and of audit_touches.bin
} PwAuditVerdict;

// Audits DIR or DIR.partial as given. What cannot be read is an error; what cannot be checked is in the verdict.
PawlStatus pw_audit_folder(const char *folder, PawlMessages *messages, PwAuditVerdict *out);
#endif
