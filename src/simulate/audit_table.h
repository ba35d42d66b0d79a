// The rows of audit.bin and audit_touches.bin: what the laws of mechanics need to be checked without the code that made the
// result, whatever the model's `output` asks for. SI; docs/results.md has the columns.
#ifndef PW_AUDIT_TABLE_H
#define PW_AUDIT_TABLE_H
#include "result/result.h"
#include "simulate/simulation.h"

// What a row is.
typedef enum {
  PW_AUDIT_SAMPLE,    // an output time
  PW_AUDIT_BEFORE,    // an impact: the motion before it,
  PW_AUDIT_IMPULSE,   // impulses instead of reactions,
  PW_AUDIT_AFTER,     // and the motion after it
  PW_AUDIT_SINGULAR,  // an output time where accelerations and forces come from a polynomial
  PW_AUDIT_KICK,      // as IMPULSE, of an impact with a jump of a drive, whose own impulses are not known
  PW_AUDIT_REST       // as IMPULSE, with touches that part slowly and are taken as resting
} PwAuditKind;

// Of audit_touches.bin: where nothing has friction, and in all.
enum { PW_AUDIT_TOUCH_PLAIN = 15, PW_AUDIT_TOUCH_COLUMNS = 24 };

typedef struct {
  int32_t count;
  PwColumn *column;
  double *values;  // one row
  double *before;  // the row of the last event, kept until it is known whether it was an impact
} PwAuditTable;

PawlStatus pw_audit_table_create(const PawlMechanism *k, PwArena *arena, PwAuditTable *out);
const PwColumn *pw_audit_touch_columns(void);
int32_t pw_audit_touch_count(const PawlMechanism *k);  // how many of these the run writes
// The row of the simulation's last sample into `values`. An impulse row has the impulses of `s->contact.row_total`.
void pw_audit_table_row(const PawlSimulation *s, PwAuditKind kind, double *values);
// One touch of the last sample as a row of audit_touches.bin; false: it is not worth one.
bool pw_audit_table_touch(const PawlSimulation *s, int32_t touch, double values[PW_AUDIT_TOUCH_COLUMNS]);
// The impulse of an `impact` event of a touch as such a row. The number of events is that of the moment.
void pw_audit_table_impulse(const PawlSimulation *s, const PwEvent *event, double values[PW_AUDIT_TOUCH_COLUMNS]);
// Is output time `i` of `samples`, asked for one after another, one of the instants? Groups of neighbours are, so that what lies
// between them can be integrated, spread evenly: up to 201 instants, of a quick run only as many as a part of its work is worth,
// and the last.
bool pw_audit_takes(PawlSimulation *s, int64_t i, int64_t samples);
#endif
