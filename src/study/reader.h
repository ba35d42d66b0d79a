// Reading the file of a study: shared by the read*.c files.
#ifndef PW_STUDY_READER_H
#define PW_STUDY_READER_H
#include "study/study.h"
#include "yaml/reader.h"

// Keys that are known, NULL-terminated: of the file, and of its parts.
extern const char *const pw_study_keys[], *const pw_study_keys_sampling[], *const pw_study_keys_spread[],
                                                                               *const pw_study_keys_correlation[];

// Numbers, in the units of the model; its parameters may be mentioned. False after a complaint.
bool pw_study_read_number(PwReader *r, const PwNode *node, const char *key, double *out);
// A whole number from `least` to `most`.
bool pw_study_read_whole(PwReader *r, const PwNode *node, const char *key, int64_t least, int64_t most, int64_t *out);
// ---- read_vary.c
void pw_study_read_vary(PwReader *r, PawlStudy *s, const PwNode *node);
void pw_study_read_correlation(PwReader *r, PawlStudy *s, const PwNode *node);
#endif
