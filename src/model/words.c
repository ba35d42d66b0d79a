#include "model/words.h"

#include <stddef.h>

#define ORIENTATION "angle", "euler", "quaternion", "axes"

const char *const pw_keys_model[] = {"pawl",    "name",     "units",    "parameters", "gravity", "planar", "tables",
                                     "bodies",  "joints",   "contacts", "couplers",   "drives",  "forces", "measures",
                                     "initial", "analysis", "output",   "plot",       NULL};
const char *const pw_keys_units[] = {"length", "mass", "time", "angle", "force", NULL};
const char *const pw_keys_table[] = {"x", "y", "csv", "columns", "interpolate", "extend", NULL};
const char *const pw_keys_body[] = {"mass",      "center", "inertia",  "shape",    "density", "position",
                                    ORIENTATION, "frames", "profiles", "surfaces", "meshes",  NULL};
const char *const pw_keys_ground[] = {"frames", "profiles", "surfaces", "meshes", NULL};
const char *const pw_keys_mesh[] = {"file", "group", "unit", "weld", "at", ORIENTATION, NULL};
const char *const pw_keys_frame[] = {"at", ORIENTATION, "offset", "turn", "about", NULL};
const char *const pw_keys_unnamed_frame[] = {"body", "at", ORIENTATION, "offset", "turn", "about", NULL};
const char *const pw_keys_profile[] = {"at",     ORIENTATION, "start", "chain", "closed", "ends",         "circle", "point",
                                       "offset", "copy",      "gear",  "rack",  "hidden", "construction", NULL};
const char *const pw_keys_element[] = {"line",    "arc",    "polar",  "spline", "bspline", "involute",
                                       "ellipse", "repeat", "mirror", "fillet", "chamfer", NULL};
const char *const pw_keys_line[] = {"to", "by", NULL};
const char *const pw_keys_arc[] = {"center", "to", "radius", "angles", "clockwise", NULL};
const char *const pw_keys_polar[] = {"center", "angles", "origin", "scale", "terms", NULL};
const char *const pw_keys_spline[] = {"points", "csv", "columns", "degree", NULL};
const char *const pw_keys_bspline[] = {"control", "degree", "knots", NULL};
const char *const pw_keys_involute[] = {"center", "radius", "origin", "angles", "clockwise", NULL};
const char *const pw_keys_ellipse[] = {"center", "radii", "origin", "angles", "clockwise", NULL};
const char *const pw_keys_repeat[] = {"count", "about", "turn", "along", "chain", NULL};
const char *const pw_keys_mirror[] = {"through", "along", NULL};
const char *const pw_keys_circle[] = {"center", "radius", "clockwise", NULL};
const char *const pw_keys_offset[] = {"profile", "by", NULL};
const char *const pw_keys_copy[] = {"profile", "mirror", "about", "turn", "move", NULL};
#define TEETH "module", "teeth", "pressure_angle", "backlash", "addendum", "dedendum", "fillet"
const char *const pw_keys_gear[] = {TEETH, "shift", "internal", NULL};
const char *const pw_keys_rack[] = {TEETH, "height", NULL};
#define SURFACES                                                                                                             \
  "plane", "paraboloid", "sphere", "ellipsoid", "cylinder", "cone", "torus", "helicoid", "revolution", "extrusion", "nurbs", \
      "grid", "box", "wedge", "prism", "polyhedron", "frustum"
#define OUTLINE "profile", "start", "chain", "closed", "ends", "circle", "point"
const char *const pw_keys_surface[] = {"at", ORIENTATION, "frame", SURFACES, "inside", "u", "v", NULL};
const char *const pw_keys_surface_plane[] = {"size", NULL};
const char *const pw_keys_surface_paraboloid[] = {"radii", "size", NULL};
const char *const pw_keys_surface_sphere[] = {"radius", NULL};
const char *const pw_keys_surface_ellipsoid[] = {"half_axes", NULL};
const char *const pw_keys_surface_cylinder[] = {"radius", "length", NULL};
const char *const pw_keys_surface_cone[] = {"angle", NULL};
const char *const pw_keys_surface_torus[] = {"radius", "tube", NULL};
const char *const pw_keys_surface_helicoid[] = {"pitch", NULL};
const char *const pw_keys_surface_revolution[] = {OUTLINE, "pitch", NULL};
const char *const pw_keys_surface_extrusion[] = {OUTLINE, "length", NULL};
const char *const pw_keys_surface_nurbs[] = {"degree", "periodic", "knots", "control", "weights", "csv", "count", NULL};
const char *const pw_keys_surface_grid[] = {"degree", "periodic", "uniform", "points", "csv", "count", NULL};
const char *const pw_keys_surface_box[] = {"size", NULL};
const char *const pw_keys_surface_wedge[] = {"size", NULL};
const char *const pw_keys_surface_prism[] = {"points", "length", NULL};
const char *const pw_keys_surface_polyhedron[] = {"points", NULL};
const char *const pw_keys_surface_frustum[] = {"radii", "length", NULL};
const char *const pw_keys_contact[] = {"profiles", "surfaces", "bodies", "restitution", "rebound",  "sides",
                                       "start",    "slots",    "law",    "rolling",     "friction", NULL};
const char *const pw_keys_friction[] = {"static",    "kinetic", "stribeck", "viscous", "spin",         "rolling",
                                        "stiffness", "damping", "stick",    "slide",   "displacement", NULL};
const char *const pw_keys_law[] = {"type", "stiffness", "exponent", "damping", "restitution", NULL};
const char *const pw_keys_stops[] = {"restitution", "rebound", "stiffness", "damping", NULL};
const char *const pw_keys_shape[] = {"box", "cylinder", "sphere", "outline", "mesh", "depth", "at", ORIENTATION, NULL};
const char *const pw_keys_cylinder[] = {"radius", "length", "axis", NULL};
const char *const pw_keys_sphere[] = {"radius", NULL};
const char *const pw_keys_euler[] = {"order", "angles", NULL};
const char *const pw_keys_axes[] = {"x", "y", "z", NULL};
const char *const pw_keys_joint[] = {"type",  "frames", "between", "at",     "axis",  ORIENTATION, "locked",
                                     "pitch", "length", "radii",   "limits", "stops", "friction",  NULL};
const char *const pw_keys_joint_friction[] = {"static", "kinetic", "stribeck", "viscous", "radius", "length", "preload", NULL};
const char *const pw_keys_coupler[] = {"terms", "offset", "type",  "joints",  "teeth", "internal", "pinion",
                                       "rack",  "radius", "radii", "crossed", "line",  NULL};
const char *const pw_keys_coupler_line[] = {"at", "along", NULL};
const char *const pw_keys_drive[] = {"coordinate", "law", NULL};
const char *const pw_keys_force[] = {"type",    "frames",      "between",       "at",      "axis",     ORIENTATION,  "stiffness",
                                     "damping", "free_length", "free_position", "preload", "law",      "coordinate", "frame",
                                     "body",    "components",  "torque",        "follow",  "reaction", NULL};
const char *const pw_keys_measure[] = {"type", "frames", "axis", "value", NULL};
const char *const pw_keys_initial[] = {"joints", "bodies", "from", NULL};
const char *const pw_keys_initial_joint[] = {"position", "speed", "hold", NULL};
const char *const pw_keys_initial_body[] = {"velocity", "angular_velocity", "hold", NULL};
const char *const pw_keys_from[] = {"result", NULL};
const char *const pw_keys_analysis[] = {"type",
                                        "duration",
                                        "until",
                                        "step",
                                        "tolerance",
                                        "absolute",
                                        "method",
                                        "max_step",
                                        "max_steps",
                                        "formulation",
                                        "checkpoint_steps",
                                        "impact",
                                        "impact_order",
                                        "independent",
                                        "penalty",
                                        "spectral_radius",
                                        "reactions",
                                        NULL};

const PwKeySet pw_key_sets[] = {{"model", pw_keys_model},
                                {"units", pw_keys_units},
                                {"table", pw_keys_table},
                                {"body", pw_keys_body},
                                {"ground", pw_keys_ground},
                                {"mesh", pw_keys_mesh},
                                {"frame", pw_keys_frame},
                                {"unnamed_frame", pw_keys_unnamed_frame},
                                {"profile", pw_keys_profile},
                                {"element", pw_keys_element},
                                {"coupler_line", pw_keys_coupler_line},
                                {"arc", pw_keys_arc},
                                {"polar", pw_keys_polar},
                                {"spline", pw_keys_spline},
                                {"bspline", pw_keys_bspline},
                                {"involute", pw_keys_involute},
                                {"ellipse", pw_keys_ellipse},
                                {"repeat", pw_keys_repeat},
                                {"mirror", pw_keys_mirror},
                                {"circle", pw_keys_circle},
                                {"offset", pw_keys_offset},
                                {"copy", pw_keys_copy},
                                {"gear", pw_keys_gear},
                                {"rack", pw_keys_rack},
                                {"surface", pw_keys_surface},
                                {"surface_plane", pw_keys_surface_plane},
                                {"surface_paraboloid", pw_keys_surface_paraboloid},
                                {"surface_sphere", pw_keys_surface_sphere},
                                {"surface_ellipsoid", pw_keys_surface_ellipsoid},
                                {"surface_cylinder", pw_keys_surface_cylinder},
                                {"surface_cone", pw_keys_surface_cone},
                                {"surface_torus", pw_keys_surface_torus},
                                {"surface_helicoid", pw_keys_surface_helicoid},
                                {"surface_revolution", pw_keys_surface_revolution},
                                {"surface_extrusion", pw_keys_surface_extrusion},
                                {"surface_nurbs", pw_keys_surface_nurbs},
                                {"surface_grid", pw_keys_surface_grid},
                                {"surface_box", pw_keys_surface_box},
                                {"surface_wedge", pw_keys_surface_wedge},
                                {"surface_prism", pw_keys_surface_prism},
                                {"surface_polyhedron", pw_keys_surface_polyhedron},
                                {"surface_frustum", pw_keys_surface_frustum},
                                {"contact", pw_keys_contact},
                                {"law", pw_keys_law},
                                {"friction", pw_keys_friction},
                                {"joint_friction", pw_keys_joint_friction},
                                {"stops", pw_keys_stops},
                                {"shape", pw_keys_shape},
                                {"cylinder", pw_keys_cylinder},
                                {"sphere", pw_keys_sphere},
                                {"euler", pw_keys_euler},
                                {"axes", pw_keys_axes},
                                {"joint", pw_keys_joint},
                                {"coupler", pw_keys_coupler},
                                {"line", pw_keys_line},
                                {"drive", pw_keys_drive},
                                {"force", pw_keys_force},
                                {"measure", pw_keys_measure},
                                {"initial", pw_keys_initial},
                                {"initial_joint", pw_keys_initial_joint},
                                {"initial_body", pw_keys_initial_body},
                                {"from", pw_keys_from},
                                {"analysis", pw_keys_analysis},
                                {NULL, NULL}};

const char *const pw_words_joint[] = {
    "lock",           "fixed",         "revolute",          "prismatic", "cylindrical", "spherical", "planar",    "point-on-line",
    "point-on-plane", "parallel-axes", "constant-velocity", "universal", "screw",       "rod",       "gear-pair", NULL};
const char *const pw_words_measure[] = {"distance", "position", "angle", "speed", "expression", NULL};
const char *const pw_words_analysis[] = {"assemble", "kinematics", "statics", "dynamics", "linearise", NULL};
const char *const pw_words_method[] = {"auto", "dopri5", "dop853", "radau5", NULL};
const char *const pw_words_interpolation[] = {"linear", "spline", NULL};
const char *const pw_words_extension[] = {"hold", "straight", "periodic", NULL};
const char *const pw_words_planar[] = {"auto", "true", "false", NULL};
const char *const pw_words_lock[] = {"x", "y", "z", "rx", "ry", "rz", NULL};
const char *const pw_words_axis[] = {"x", "y", "z", "size", NULL};
const char *const pw_words_formulation[] = {"auto", "multipliers", "canonical", "augmented", NULL};
const char *const pw_words_coupler[] = {"gears", "rack", "belt", NULL};
const char *const pw_words_surface[] = {SURFACES, NULL};
const char *const pw_words_ends[] = {"none", "points", NULL};
const char *const pw_words_sides[] = {"one", "both", "kept", NULL};
const char *const pw_words_start[] = {"drawn", "closed", NULL};
const char *const pw_words_law[] = {"hertz", "hunt-crossley", "lankarani-nikravesh", "exact-restitution", NULL};
const char *const pw_words_impact[] = {"newton", "poisson", "stronge", NULL};
const char *const pw_words_impact_order[] = {"simultaneous", "sequential", NULL};
const char *const pw_words_reactions[] = {"chosen", "least", NULL};
const char *const pw_words_force[] = {"spring", "joint", "damper", "torsion", "bushing", "force", "torque", NULL};

const PwWordSet pw_word_sets[] = {{"joint", "type", pw_words_joint},
                                  {"measure", "type", pw_words_measure},
                                  {"measure", "axis", pw_words_axis},
                                  {"analysis", "type", pw_words_analysis},
                                  {"analysis", "method", pw_words_method},
                                  {"analysis", "formulation", pw_words_formulation},
                                  {"table", "interpolate", pw_words_interpolation},
                                  {"table", "extend", pw_words_extension},
                                  {"coupler", "type", pw_words_coupler},
                                  {"profile", "ends", pw_words_ends},
                                  {"contact", "sides", pw_words_sides},
                                  {"contact", "start", pw_words_start},
                                  {"law", "type", pw_words_law},
                                  {"analysis", "impact", pw_words_impact},
                                  {"analysis", "impact_order", pw_words_impact_order},
                                  {"analysis", "reactions", pw_words_reactions},
                                  {"force", "type", pw_words_force},
                                  {NULL, NULL, NULL}};
