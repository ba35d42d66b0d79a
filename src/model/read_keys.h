// Keys and words of the model file: one list for the reader, its suggestions, and the test that the schema knows them all.
#ifndef PW_READ_KEYS_H
#define PW_READ_KEYS_H

typedef struct {
  const char *name;         // of the mapping, and of its definition in docs/pawl.schema.json
  const char *const *keys;  // NULL-terminated
} PwKeySet;

typedef struct {
  const char *set, *key;     // the field
  const char *const *words;  // what it may be; NULL-terminated
} PwWordSet;

extern const PwKeySet pw_key_sets[];    // ends with a NULL name
extern const PwWordSet pw_word_sets[];  // ends with a NULL set

extern const char *const pw_keys_model[],
    *const pw_keys_units[], *const pw_keys_table[],
                                *const pw_keys_body[],
                                    *const pw_keys_ground[],
                                        *const pw_keys_frame[],
                                            *const pw_keys_shape[],
                                                *const pw_keys_cylinder[],
                                                    *const pw_keys_sphere[],
                                                        *const pw_keys_euler[],
                                                            *const pw_keys_axes[],
                                                                *const pw_keys_joint[],
                                                                    *const pw_keys_coupler[],
                                                                        *const pw_keys_drive[],
                                                                            *const pw_keys_force[],
                                                                                *const pw_keys_measure[],
                                                                                    *const pw_keys_initial[],
                                                                                        *const pw_keys_initial_joint[],
                                                                                            *const pw_keys_initial_body[],
                                                                                                *const pw_keys_from[],
                                                                                                    *const pw_keys_analysis[];

// Index in these lists is the value of the enumeration named.
extern const char *const pw_words_joint[];          // PawlJointType
extern const char *const pw_words_measure[];        // PawlMeasureType
extern const char *const pw_words_analysis[];       // PawlAnalysis
extern const char *const pw_words_method[];         // PawlMethod
extern const char *const pw_words_interpolation[];  // PawlInterpolation
extern const char *const pw_words_extension[];      // PawlExtension
extern const char *const pw_words_planar[];         // PawlPlanar
extern const char *const pw_words_lock[];           // bit of PAWL_LOCK_*
extern const char *const pw_words_axis[];           // 0 1 2, then 3 for size
extern const char *const pw_words_formulation[];
extern const char *const pw_words_coupler[];

enum { PW_COUPLER_GEARS, PW_COUPLER_RACK, PW_COUPLER_BELT };

typedef enum {
  PW_WORD_SPRING,
  PW_WORD_JOINT,
  PW_WORD_DAMPER,
  PW_WORD_TORSION,
  PW_WORD_BUSHING,
  PW_WORD_FORCE,
  PW_WORD_TORQUE
} PwForceWord;
extern const char *const pw_words_force[];  // PwForceWord
#endif
