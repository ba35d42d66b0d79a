// Keys and words of the model file: one list for the reader, its suggestions, and the test that the schema knows them all.
#ifndef PW_WORDS_H
#define PW_WORDS_H

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

extern const char *const pw_keys_model[];
extern const char *const pw_keys_units[];
extern const char *const pw_keys_table[];
extern const char *const pw_keys_body[];
extern const char *const pw_keys_ground[];
extern const char *const pw_keys_mesh[];
extern const char *const pw_keys_frame[];
extern const char *const pw_keys_unnamed_frame[];
extern const char *const pw_keys_profile[];
extern const char *const pw_keys_element[];
extern const char *const pw_keys_line[];
extern const char *const pw_keys_arc[];
extern const char *const pw_keys_polar[];
extern const char *const pw_keys_spline[];
extern const char *const pw_keys_bspline[];
extern const char *const pw_keys_involute[];
extern const char *const pw_keys_ellipse[];
extern const char *const pw_keys_repeat[];
extern const char *const pw_keys_mirror[];
extern const char *const pw_keys_circle[];
extern const char *const pw_keys_offset[];
extern const char *const pw_keys_copy[];
extern const char *const pw_keys_gear[];
extern const char *const pw_keys_rack[];
extern const char *const pw_keys_surface[];
extern const char *const pw_keys_surface_plane[];
extern const char *const pw_keys_surface_paraboloid[];
extern const char *const pw_keys_surface_sphere[];
extern const char *const pw_keys_surface_ellipsoid[];
extern const char *const pw_keys_surface_cylinder[];
extern const char *const pw_keys_surface_cone[];
extern const char *const pw_keys_surface_torus[];
extern const char *const pw_keys_surface_helicoid[];
extern const char *const pw_keys_surface_revolution[];
extern const char *const pw_keys_surface_extrusion[];
extern const char *const pw_keys_surface_nurbs[];
extern const char *const pw_keys_surface_grid[];
extern const char *const pw_keys_surface_box[];
extern const char *const pw_keys_surface_wedge[];
extern const char *const pw_keys_surface_prism[];
extern const char *const pw_keys_surface_polyhedron[];
extern const char *const pw_keys_surface_frustum[];
extern const char *const pw_keys_contact[];
extern const char *const pw_keys_friction[];
extern const char *const pw_keys_joint_friction[];
extern const char *const pw_keys_law[];
extern const char *const pw_keys_stops[];
extern const char *const pw_keys_shape[];
extern const char *const pw_keys_cylinder[];
extern const char *const pw_keys_sphere[];
extern const char *const pw_keys_euler[];
extern const char *const pw_keys_axes[];
extern const char *const pw_keys_joint[];
extern const char *const pw_keys_coupler[];
extern const char *const pw_keys_coupler_line[];
extern const char *const pw_keys_drive[];
extern const char *const pw_keys_force[];
extern const char *const pw_keys_measure[];
extern const char *const pw_keys_initial[];
extern const char *const pw_keys_initial_joint[];
extern const char *const pw_keys_initial_body[];
extern const char *const pw_keys_from[];
extern const char *const pw_keys_analysis[];

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
extern const char *const pw_words_ends[];           // 1: points
extern const char *const pw_words_surface[];        // PawlSurfaceType; keys, too
extern const char *const pw_words_sides[];          // PawlSides
extern const char *const pw_words_start[];          // 1: closed
extern const char *const pw_words_law[];            // PawlContactLaw less 1
extern const char *const pw_words_impact[];         // PawlImpactLaw
extern const char *const pw_words_impact_order[];   // PawlImpactOrder
extern const char *const pw_words_reactions[];      // PawlReactions
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
