// A bundle: a folder that holds result folders, one for each run of a comparison, and compare.json. As a result it is written as
// DIR.partial and takes DIR's place when it is complete; only what is ours is ever replaced or removed, by a list of names.
#ifndef PW_BUNDLE_H
#define PW_BUNDLE_H
#include "result/folder.h"

typedef struct PwBundle PwBundle;

// Creates DIR.partial; an older one that is ours is removed. DIR must not be there, be empty, or be ours.
PawlStatus pw_bundle_create(const char *directory, PawlMessages *messages, PwBundle **out);
const char *pw_bundle_path(const PwBundle *b);  // where it is now: DIR.partial
// compare.json; a text with "pawl_compare".
PawlStatus pw_bundle_json(PwBundle *b, const char *text, PawlMessages *messages);
// Complete: DIR.partial becomes DIR. Frees the bundle.
PawlStatus pw_bundle_finish(PwBundle *b, PawlMessages *messages);
void pw_bundle_abandon(PwBundle *b);  // it stays as DIR.partial. Frees the bundle.

// ---- for folder.c

bool pw_bundle_is(const char *path);  // a folder whose compare.json has "pawl_compare"
PawlStatus pw_bundle_check(const char *path, PawlMessages *messages);
PawlStatus pw_bundle_remove(const char *path, PawlMessages *messages);
#endif
