// The audit of one folder: what is there, then law by law.
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "audit/parts.h"

// What is wrong with the folder, before any law can be asked; NULL: nothing.
static const char *missing(const PwAudit *a) {
  if (!a->model) return "the folder has no model.yaml: the run was not to be audited, or no file can hold its model";
  if (a->rows.rows == 0) return "the folder has no audit.bin, or no rows in it";
  if (!a->complete) return "audit.bin does not belong to model.yaml";
  return NULL;
}

static PawlStatus check(PwAudit *a, PawlMessages *messages) {
  const char *wrong = missing(a);
  if (!wrong && a->unknown_frame) wrong = "a frame moves by a law that the folder does not tell";
  if (wrong) {
    pw_audit_skip(a, "all laws", "%s", wrong);
    return PAWL_OK;
  }
  double end = pw_audit_value(a, a->rows.rows - 1, 0);
  a->duration = end > 0 ? end : 1;
  pw_audit_speeds(a);
  if (!pw_audit_place_all(a) || !pw_audit_energies(a)) return PAWL_ERR_MEMORY;
  pw_audit_start(a);
  pw_audit_joints(a);
  pw_audit_drives(a);
  pw_audit_forces(a);
  bool moves = strcmp(a->analysis, "dynamics") == 0 || strcmp(a->analysis, "kinematics") == 0;
  PawlStatus status = moves ? pw_audit_smooth(a) : PAWL_OK;
  if (status == PAWL_OK) status = pw_audit_events(a, messages);
  if (status == PAWL_OK && moves) status = pw_audit_impacts(a);
  if (status == PAWL_OK) status = pw_audit_contacts(a);
  pw_audit_friction(a);
  pw_audit_rubbing(a);
  if (status == PAWL_OK) status = pw_audit_overlaps(a);
  if (moves) pw_audit_energy(a);
  return status == PAWL_OK ? pw_audit_tables(a, messages) : status;
}

PawlStatus pw_audit_folder(const char *folder, PawlMessages *messages, PwAuditVerdict *out) {
  PwAudit a = {.verdict = out};
  out->count = out->broken = out->open = 0;
  out->instants = out->touches = 0;
  PawlStatus status = pw_audit_open(folder, messages, &a);
  if (status == PAWL_OK) {
    out->instants = a.rows.rows;
    out->touches = a.touches.rows;
    status = check(&a, messages);
    if (status == PAWL_ERR_MEMORY) pw_fail(messages, status, PW_NOWHERE, "out of memory");
  }
  pw_audit_close(&a);
  return status;
}

// DIR, or DIR.partial if there is no DIR.
static const char *folder_of(PwArena *arena, const char *directory) {
  struct stat info;
  size_t n = strlen(directory);
  while (n > 1 && directory[n - 1] == '/') n--;
  if (stat(directory, &info) == 0) return directory;
  const char *partial = pw_arena_format(arena, "%.*s.partial", (int)n, directory);
  return partial && stat(partial, &info) == 0 ? partial : directory;
}

PawlStatus pawl_audit(const char *folder, PawlAuditFunction report, void *user, PawlMessages *messages) {
  if (!folder || !*folder) return pw_fail(messages, PAWL_ERR_ARGUMENT, PW_NOWHERE, "no folder was given");
  PwArena arena = {0};
  PwAuditVerdict verdict;
  PawlStatus status = pw_audit_folder(folder_of(&arena, folder), messages, &verdict);
  for (int32_t i = 0; i < verdict.count && report && status == PAWL_OK; i++) {
    const PwAuditLaw *l = &verdict.law[i];
    const PawlAuditLaw law = {.size = sizeof law,
                              .status = l->status,
                              .name = l->name,
                              .deviation = l->deviation,
                              .limit = l->limit,
                              .where = l->where,
                              .note = l->note};
    report(user, &law);
  }
  pw_arena_free(&arena);
  return status == PAWL_OK && verdict.broken ? PAWL_ERR_DEVIATION : status;
}
