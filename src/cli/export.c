// pawl export DIR: a result folder for other programs.
#include "commands.h"
#include "messages.h"

int pw_cli_export(const PwCliOptions *o, PawlMessages *messages) {
  const char *directory = o->operands[0];
  PawlStatus status = PAWL_OK;
  if (o->gltf) status = pawl_export_gltf(directory, o->gltf, messages);
  if (status == PAWL_OK && o->vtk) status = pawl_export_vtk(directory, o->vtk, messages);
  if (status == PAWL_OK && o->csv) status = pawl_export_csv(directory, o->csv, o->columns, messages);
  pw_cli_print_messages(messages, status, true, stderr);
  return pw_cli_exit_status(status, false);
}
