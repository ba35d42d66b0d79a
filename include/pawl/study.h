// Studies: many runs of one model with other values of its parameters (docs/study.md).
//
// Options and infos can grow, as status.h says. A comment beside a field gives its unit, what it may be and, in brackets, its
// default; without one the default is 0, NULL or false.
#ifndef PAWL_STUDY_H
#define PAWL_STUDY_H
#include "pawl/run.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum PawlStudyKind { PAWL_STUDY_SWEEP, PAWL_STUDY_TOLERANCE, PAWL_STUDY_SEARCH } PawlStudyKind;

typedef struct PawlStudy PawlStudy;

// Reads the file of a study and its model, and checks both.
PAWL_API PawlStatus pawl_study_load(const char *path, PawlMessages *messages, PawlStudy **out);
PAWL_API void pawl_study_free(PawlStudy *study);

PAWL_API PawlStudyKind pawl_study_kind(const PawlStudy *study);
PAWL_API int64_t pawl_study_samples(const PawlStudy *study);  // numbered from 1; of a search: the most that there can be
// Names of what varies, of results and of conditions, from 0; NULL: there is none of this number.
PAWL_API const char *pawl_study_parameter(const PawlStudy *study, int32_t index);
PAWL_API const char *pawl_study_result(const PawlStudy *study, int32_t index);
PAWL_API const char *pawl_study_condition(const PawlStudy *study, int32_t index);
// What sample `number` gives the parameters, in the units of the model; `value` has room for all of them. PAWL_ERR_UNSUPPORTED:
// of a search, whose samples depend on those before; so does pawl_study_model.
PAWL_API PawlStatus pawl_study_values(const PawlStudy *study, int64_t number, double *value);
// The model of that sample, for a run of its own; free with pawl_model_free.
PAWL_API PawlStatus pawl_study_model(const PawlStudy *study, int64_t number, PawlMessages *messages, PawlModel **out);

// What came of a sample. Texts and lists live as long as the call.
typedef struct PawlStudySample {
  uint32_t size;            // what the library has filled
  PawlStatus status;        // PAWL_OK, or why there are no results
  int64_t number;           // from 1
  const double *parameter;  // in the units of the model
  const double *result;     // in the units of the model; NaN: there is none
  const bool *met;          // the conditions, one by one
  const char *message;      // "" if there is nothing to say
} PawlStudySample;
// Called once for each sample that is finished, from whichever thread has run it, never from two at once; in any order.
typedef void (*PawlStudySampleFunction)(void *user, const PawlStudySample *sample);
// Called now and then from the thread that has called pawl_study_run; return true to stop.
typedef bool (*PawlStudyProgressFunction)(void *user, int64_t done, int64_t samples);

typedef struct PawlStudyOptions {
  uint32_t size;
  int32_t threads;                     // >= 0; 0: one for each processor [0]
  const char *directory;               // to write [NULL: none]
  int32_t part, parts;                 // only sample `part` and every parts-th behind it: 1..parts [0, 0: all]
  bool resume;                         // go on with directory's .partial [false]
  bool join;                           // run nothing: put the folders of all parts of directory together [false]
  uint8_t reserved[6];                 // 0
  PawlStudySampleFunction sample;      // [NULL: none]
  PawlStudyProgressFunction progress;  // [NULL: none]
  void *user;                          // handed to both [NULL]
} PawlStudyOptions;
PAWL_SIZED(PawlStudyOptions, pawl_study_options)

typedef struct PawlStudyInfo {
  uint32_t size;
  int32_t threads;  // that ran
  int64_t samples;  // of the study, or of the part
  int64_t done;     // finished, before and now
  int64_t now;      // of these now
  int64_t failed;   // without results
  int64_t met;      // that meet all conditions
  double seconds;   // wall clock
} PawlStudyInfo;
PAWL_SIZED(PawlStudyInfo, pawl_study_info)

// Runs what has not been run. PAWL_ERR_CANCELLED: `progress` has stopped it; what was finished is in directory's .partial.
// `options` NULL: the defaults; `info` may be NULL.
PAWL_API PawlStatus pawl_study_run(const PawlStudy *study, const PawlStudyOptions *options, PawlMessages *messages,
                                   PawlStudyInfo *info);

// What the study in a folder says, as a table: distributions, shares, yield; empty of a sweep. Free with pawl_text_free.
PAWL_API PawlStatus pawl_study_describe(const char *folder, PawlMessages *messages, char **out);

#ifdef __cplusplus
}
#endif
#endif
