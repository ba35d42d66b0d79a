// Open chains in space with much friction in their joints, which random ones have found. Both formulations come to the same
// state, every run is audited; or the message names a joint.
#include "contact_run.h"

#define HEAD "units: {angle: rad}\ngravity: [0, 0, -9.81]\n"
#define TAIL "\nanalysis: {duration: 1, step: 0.01, tolerance: 1e-8, formulation: %s}\noutput: [energy]\n"

typedef struct {
  const char *text;
  bool jams;
} Chain;

static const Chain CHAINS[] = {
    // a load that comes to an end while the joint slides: no step led on
    {
        "bodies:\n"
        "  b0: {mass: 2.61672, inertia: [0.0288612, 0.0212971, 0.0268448], position: [0.150492, 0.11789, "
        "-0.196508]}\n"
        "  b1: {mass: 1.97033, inertia: [0.0163337, 0.0189423, 0.0163092], position: [0.333842, 0.331374, "
        "-0.329896]}\n"
        "  b2: {mass: 2.83131, inertia: [0.0275114, 0.0291764, 0.0333834], position: [0.337015, 0.658825, "
        "-0.223407]}\n"
        "joints:\n"
        "  j0: {type: revolute, between: [ground, b0], at: [0, 0, 0], axis: [-0.60573, 0.926964, 0.890477], "
        "friction: {static: 0.243635, kinetic: 0.243635, radius: 0.0309154}}\n"
        "  j1: {type: prismatic, between: [b0, b1], at: [0.214789, 0.27483, -0.387729], axis: [0.544473, "
        "0.723374, -0.106184], friction: {static: 0.297165, kinetic: 0.297165, length: 0.293933, "
        "preload: 2.91}}\n"
        "  j2: {type: prismatic, between: [b1, b2], at: [0.481635, 0.417275, -0.307289], axis: [0.510992, "
        "-0.561043, -0.705824], friction: {static: 0.0673909, kinetic: 0.0673909, length: 0.358025}}\n"
        "initial: {bodies: {b0: {velocity: [-0.738, 1.674, 0.1951], angular_velocity: [0.1099, 0.1972, "
        "3.066]}, b1: {velocity: [1.219, 0.4454, 0.6155], angular_velocity: [-0.4617, 2.561, -0.04106]}, "
        "b2: {velocity: [1.802, -0.5041, -1.331], angular_velocity: [0.5715, 0.95, 0.3258]}}}\n",
        true,
    },
    // the same
    {
        "bodies:\n"
        "  b0: {mass: 1.04732, inertia: [0.0119477, 0.0115761, 0.00841766], position: [-0.0785471, 0.236682, "
        "0.139148]}\n"
        "  b1: {mass: 2.7657, inertia: [0.0297462, 0.0329672, 0.0227178], position: [-0.28537, 0.501571, "
        "0.376917]}\n"
        "  b2: {mass: 2.67695, inertia: [0.0284305, 0.0248621, 0.022902], position: [-0.514975, 0.582882, "
        "0.60274]}\n"
        "joints:\n"
        "  j0: {type: prismatic, between: [ground, b0], at: [0, 0, 0], axis: [0.446339, -0.664978, 0.30931], "
        "friction: {static: 0.271401, kinetic: 0.271401, length: 0.247728, preload: 0.7492}}\n"
        "  j1: {type: cylindrical, between: [b0, b1], at: [-0.13422, 0.394081, 0.321604], axis: [0.693055, "
        "-0.397167, -0.708185], friction: {static: 0.105621, kinetic: 0.105621, radius: 0.0323693, "
        "length: 0.131941}}\n"
        "  j2: {type: revolute, between: [b1, b2], at: [-0.361521, 0.575071, 0.507477], axis: [0.502739, "
        "-0.781341, 0.321011], friction: {static: 0.292157, kinetic: 0.233726, radius: 0.0438118}}\n",
        true,
    },
    // from rest, where single changes of what sticks led round in circles
    {
        "bodies:\n"
        "  b0: {mass: 0.818392, inertia: [0.00800248, 0.00727073, 0.00803672], position: [0.149348, "
        "-0.163571, -0.000158815]}\n"
        "  b1: {mass: 0.779606, inertia: [0.00774331, 0.00870505, 0.00834404], position: [0.505467, "
        "-0.138436, 0.0175589]}\n"
        "  b2: {mass: 1.97306, inertia: [0.0167268, 0.0220595, 0.0196755], position: [0.757585, 0.0303818, "
        "0.02141]}\n"
        "joints:\n"
        "  j0: {type: revolute, between: [ground, b0], at: [0, 0, 0], axis: [-0.137412, 0.541549, "
        "-0.588747], friction: {static: 0.0602419, kinetic: 0.0481935, radius: 0.0274208, preload: 3.138}}\n"
        "  j1: {type: prismatic, between: [b0, b1], at: [0.313947, -0.333159, 0.0736218], axis: [0.0401351, "
        "0.164596, -0.835346], friction: {static: 0.0891711, kinetic: 0.0891711, length: 0.290114}}\n"
        "  j2: {type: cylindrical, between: [b1, b2], at: [0.602062, 0.0416898, -0.101359], axis: [-0.88816, "
        "-0.167553, -0.953274], friction: {static: 0.227282, kinetic: 0.181826, radius: 0.0316713, "
        "length: 0.47546, preload: 4.875}}\n",
        false,
    },
    // a slip that ends where the loads have no answer: accelerations that there were none of were read
    {
        "bodies:\n"
        "  b0: {mass: 1.5354, inertia: [0.0173019, 0.0168248, 0.0182744], position: [0.0165672, -0.0861698, "
        "0.0411848]}\n"
        "  b1: {mass: 2.97748, inertia: [0.0324581, 0.0316953, 0.0336712], position: [-0.0317273, -0.450917, "
        "0.0937869]}\n"
        "  b2: {mass: 0.540941, inertia: [0.00584168, 0.00485525, 0.00645401], position: [-0.00708725, "
        "-0.658152, -0.0508079]}\n"
        "joints:\n"
        "  j0: {type: spherical, between: [ground, b0], at: [0, 0, 0], friction: {static: 0.150876, "
        "kinetic: 0.150876, radius: 0.0110756}}\n"
        "  j1: {type: prismatic, between: [b0, b1], at: [0.0204831, -0.243056, 0.0578996], axis: [0.866203, "
        "0.605273, 0.92281], friction: {static: 0.374536, kinetic: 0.299629, length: 0.0635754, "
        "preload: 1.454}}\n"
        "  j2: {type: spherical, between: [b1, b2], at: [-0.0583457, -0.60387, 0.120648], "
        "friction: {static: 0.218834, kinetic: 0.218834, radius: 0.0225058}}\n"
        "initial: {bodies: {b0: {velocity: [1.754, -0.7828, -0.9592], angular_velocity: [-2.354, 0.9119, "
        "-2.864]}, b1: {velocity: [-1.131, -0.977, -0.1247], angular_velocity: [-1.197, 0.3716, 2.944]}, "
        "b2: {velocity: [-1.904, -1.239, 1.799], angular_velocity: [-3.725, -2.05, 2.713]}}}\n",
        true,
    },
};

static const char *const FORMULATIONS[] = {"multipliers", "canonical"};

static bool has_event(const ContactRun *run, const char *kind) {
  bool any = false;
  for (int64_t i = 0; i < pw_result_events(run->result); i++) any |= strcmp(pw_result_get_event(run->result, i).kind, kind) == 0;
  return any;
}

static void test_formulations_agree(void **state) {
  (void)state;
  for (size_t c = 0; c < (CHECK_SANITIZED ? 2 : sizeof CHAINS / sizeof *CHAINS); c++) {
    double energy[2];
    for (int f = 0; f < 2; f++) {
      char text[4096];
      snprintf(text, sizeof text, HEAD "%s" TAIL, CHAINS[c].text, FORMULATIONS[f]);
      ContactRun run = run_model(text, NULL);
      assert_true(has_event(&run, "jams") == CHAINS[c].jams);
      energy[f] = value_at(&run, "energy.kinetic", NAN, false);
      end_run(&run);
    }
    CHECK_CLOSE(energy[1] / energy[0], 1, 1e-7);
  }
}

// A joint that can stick no better than slide: its load grows with the friction that it causes. It is told which one it is.
static void test_the_joint_is_named(void **state) {
  (void)state;
  for (int f = 0; f < 2; f++) {
    char text[4096];
    snprintf(text, sizeof text,
             HEAD
             "bodies:\n"
             "  b0: {mass: 1.48832, inertia: [0.0146336, 0.0134279, 0.0130251], position: [0.0264691, 0.182901, "
             "0.0996319]}\n"
             "  b1: {mass: 1.33771, inertia: [0.0127017, 0.0154427, 0.0151332], position: [0.184786, 0.480903, "
             "0.27413]}\n"
             "joints:\n"
             "  j0: {type: cylindrical, between: [ground, b0], at: [0, 0, 0], axis: [0.532758, -0.825144, "
             "0.985403], friction: {static: 0.324059, kinetic: 0.324059, radius: 0.0483776, length: 0.147488}}\n"
             "  j1: {type: prismatic, between: [b0, b1], at: [0.0724882, 0.374006, 0.142822], axis: [0.797434, "
             "-0.145985, 0.0743737], friction: {static: 0.364743, kinetic: 0.364743, length: 0.285058}}\n"
             "initial: {bodies: {b0: {velocity: [-0.2057, 0.1739, -0.792], angular_velocity: [0.458, 3.681, "
             "-1.208]}, b1: {velocity: [-1.72, 0.1615, -0.3383], angular_velocity: [1.777, -1.734, 2.579]}}}\n" TAIL,
             FORMULATIONS[f]);
    check_fails(text, PAWL_ERR_SINGULAR, "joint 'j0': at t = 0 s friction can neither hold it nor let it slide");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_formulations_agree), cmocka_unit_test(test_the_joint_is_named)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
