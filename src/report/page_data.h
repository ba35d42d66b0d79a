// The data of a page: one JSON object (docs/report.md).
#ifndef PW_PAGE_DATA_H
#define PW_PAGE_DATA_H
#include "base/text.h"
#include "report/source.h"

// With less resolution, down to 12 bits, while it is longer than `limit`.
PawlStatus pw_page_data(PwSource *source, size_t limit, PawlMessages *messages, PwText *out);
#endif
