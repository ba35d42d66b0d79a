// Reports and exports: from a result folder to a page, drawings and files of other programs. Each call reads DIR, or DIR.partial
// if there is no DIR; PAWL_ERR_INPUT if a file of it is missing or damaged.
#ifndef PAWL_REPORT_H
#define PAWL_REPORT_H
#include "pawl/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// One page with the data of the folder, written whole or not at all. `file` NULL: "DIR.html".
PAWL_API PawlStatus pawl_report_page(const char *directory, const char *file, PawlMessages *messages);

// The parts of it, for a server: the page without data, its data (docs/report.md), and a text that changes when the folder does,
// with the status of its run. Free with pawl_text_free.
PAWL_API PawlStatus pawl_report_template(PawlMessages *messages, char **out);
PAWL_API PawlStatus pawl_report_data(const char *directory, PawlMessages *messages, char **out);
PAWL_API PawlStatus pawl_report_stamp(const char *directory, PawlMessages *messages, char **out);

// Plots and drawings as SVG files in `folder`, which is made if it is not there; NULL: "DIR.svg". `columns`: names of columns of
// result.csv with commas between them; NULL: the first six that share a unit, and the energies. `times`: instants to draw, in the
// unit of result.csv, `count` of them; NULL: the first and the last row.
PAWL_API PawlStatus pawl_report_svg(const char *directory, const char *folder, const char *columns, const double *times,
                                    int count, PawlMessages *messages);

// The unit of time in a result's tables, in seconds: 0.001 of a model in ms.
PAWL_API PawlStatus pawl_report_time_unit(const char *directory, PawlMessages *messages, double *seconds);

// One drawing of a model, not of a result: as it would start, or as it is drawn where it cannot be assembled. Places where bodies
// of a contact overlap are marked, and what is wrong is listed below; it is in the messages, too, and no failure as long as there
// is something to draw. `file` NULL: the model's path with ".svg" behind.
PAWL_API PawlStatus pawl_report_model(const char *path, const char *const *overrides, int override_count, const char *file,
                                      PawlMessages *messages);

// glTF 2.0 with animation; .glb: binary, else JSON with the buffer inside.
PAWL_API PawlStatus pawl_export_gltf(const char *directory, const char *file, PawlMessages *messages);
// series.pvd and one .vtp per row in `folder`, which is made if it is not there.
PAWL_API PawlStatus pawl_export_vtk(const char *directory, const char *folder, PawlMessages *messages);
// Columns of result.csv, as written there; NULL: all.
PAWL_API PawlStatus pawl_export_csv(const char *directory, const char *file, const char *columns, PawlMessages *messages);

#ifdef __cplusplus
}
#endif
#endif
