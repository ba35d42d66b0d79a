// ACDMC files. The two listings of W96 appendix D (data/w96-d2.dyn, -d3.dyn: the same keys, values and order, numbers written
// shorter) are complete in their complaints; completed they are the examples acdmc-cam-*, whose physics verify checks. Expected
// numbers are worked out by hand from the texts.
#include <math.h>

#include "model_file.h"
#include "numerics/vec.h"

typedef struct {
  int line;
  const char *text;  // part of the message
} Expected;

// Errors and warnings, in any order; notes do not count.
static void check_complaints(const Expected *expected, int count) {
  int seen = 0;
  for (int k = 0; k < pawl_messages_count(messages); k++) seen += pawl_messages_get(messages, k).severity != PAWL_NOTE;
  for (int e = 0; e < count; e++) {
    bool found = false;
    for (int k = 0; k < pawl_messages_count(messages); k++) {
      PawlMessage m = pawl_messages_get(messages, k);
      found = found || (m.line == expected[e].line && strstr(m.text, expected[e].text));
    }
    if (!found) print_error("no message '%s' in line %d\n", expected[e].text, expected[e].line);
    seen += found ? 0 : 1000;
  }
  if (seen != count) show_messages();
  assert_int_equal(seen, count);
}

static PawlStatus load(const char *name, const char *const *sets, int count) {
  char path[512];
  snprintf(path, sizeof path, PAWL_SOURCE_DIR "/%s", name);
  forget();
  return pawl_model_load(path, sets, count, messages, &model);
}

static void listing_of_4_3(void **state) {
  (void)state;
  static const Expected expected[] = {{131, "unknown key 'NAEE', did you mean 'NAME'?"},
                                      {130, "'NAME' is missing"},
                                      {162, "link 'cam2_3' has no SURF '32'"},
                                      {213, "'LINK OF INPUT PAIR' is 'cam2_1', but PAIR '2' has 'cam2_2' (line 159)"},
                                      {214, "'LINK OF OUTPUT PAIR' is 'cam2_2', but PAIR '2' has 'cam2_3' (line 161)"},
                                      {235, "'LINK OF OUTPUT PAIR' is 'cam2_2', but PAIR '3' has 'cam2_3' (line 169)"},
                                      {232, "'STIFF' is -100"},
                                      {66, "nothing says where the polynomial ends: add 'Af : ...'"},
                                      {75, "begins at 14.99527"},
                                      {84, "begins at -74.99527, 74.99527"},
                                      {94, "begins at -5"},
                                      {104, "nothing says where the polynomial ends"},
                                      {113, "curve 7: 'PEND' is missing"}};
  assert_int_equal(load("tests/data/w96-d2.dyn", NULL, 0), PAWL_ERR_INPUT);
  check_complaints(expected, sizeof expected / sizeof *expected);
  // with the holes filled, the misprinted constant is left: 65.649356 makes a step of 9.4e-5 with the curve before
  static const char *const sets[] = {"SURF.23.2.Af=5",        "SURF.23.3.Af=15",
                                     "SURF.23.4.Af=75",       "SURF.23.5.Af=-5",
                                     "SURF.23.6.Af=0",        "SURF.23.7.PEND=54.9346068 0 0",
                                     "OCPA.3.STIFF=5",        "OCPA.2.LINK OF INPUT PAIR=cam2_2",
                                     "OCPA.2.OUTLINK=cam2_3", "OCPA.3.OUTLINK=cam2_3"};
  static const Expected rest[] = {
      {131, "NAEE"}, {130, "'NAME' is missing"}, {162, "has no SURF '32'"}, {84, "gap of 9.46e-05 m"}};
  assert_int_equal(load("tests/data/w96-d2.dyn", sets, 10), PAWL_ERR_INPUT);
  check_complaints(rest, 4);
}

static void listing_of_4_4(void **state) {
  (void)state;
  static const Expected expected[] = {
      {166, "OCPA '3': 'INITIAL VELOCITY' stands here twice, before in line 164"},
      {208, "OCPA '1': 'INITIAL POSITION' stands here twice, before in line 206: is this one INITIAL VELOCITY?"},
      {198, "OCPA '1': 'INITIAL VELOCITY' is missing"}};
  assert_int_equal(load("tests/data/w96-d3.dyn", NULL, 0), PAWL_ERR_INPUT);
  check_complaints(expected, 3);
}

static const PawlBodyDef *body(const char *name) {
  PawlBodyId id = pawl_model_find_body(model, name);
  assert_true(id.i > 0);
  return &model->bodies.item[id.i - 1].def;
}

static void what_a_file_leaves_out_is_completed(void **state) {
  (void)state;
  assert_int_equal(load("examples/acdmc-cam-arcs/acdmc-cam-arcs.dyn", NULL, 0), PAWL_OK);
  assert_int_equal(pawl_messages_count(messages), 0);
  CHECK_CLOSE(body("cam")->inertia[2], 100, 1e-12);  // 1e6 kg cm^2
  CHECK_CLOSE(body("cam")->inertia[0], 0, 0);        // all of it along x
  CHECK_CLOSE(body("follower")->mass, 0.15, 1e-15);
  CHECK_CLOSE(body("follower")->position[0], 0.4, 1e-15);  // drawn where its pair puts it
  CHECK_CLOSE(body("follower")->position[1], 0, 1e-15);
  PawlJointId guide = pawl_model_find_joint(model, "pair3");
  assert_true(guide.i > 0);
  double p[3], q[4], z[3], axis[3] = {0, 0, 1};
  pw_model_drawn_pose(model, model->joints.item[guide.i - 1].def.frame[1], p, q);
  pw_quat_rotate(q, axis, z);
  CHECK_CLOSE(z[0], 1, 1e-15);
  const PawlForceDef *spring = &model->forces.item[0].def;
  CHECK_CLOSE(spring->stiffness, 1.5, 1e-15);  // 1.5 kg/s^2
  CHECK_CLOSE(spring->free_length, -0.05, 1e-15);
  assert_true(model->contacts.item[0].def.start_closed);
  CHECK_CLOSE(model->run.duration, 13, 0);
  assert_int_equal(model->profiles.item[0].geometry.elements, 8);
  assert_int_equal(load("examples/acdmc-cam-polynomial/acdmc-cam-polynomial.dyn", NULL, 0), PAWL_OK);
  assert_int_equal(pawl_messages_count(messages), 0);
  assert_int_equal(model->profiles.item[0].geometry.elements, 7);
  const PawlElementDef *e = &model->profiles.item[0].def.element[3];
  CHECK_CLOSE(e->angle[0], 105 * 3.14159265358979323846 / 180, 1e-14);
  CHECK_CLOSE(e->angle[1], 255 * 3.14159265358979323846 / 180, 1e-14);
  CHECK_CLOSE(e->origin, 3.14159265358979323846, 1e-14);
}

static void set_from_outside(void **state) {
  (void)state;
  static const char *const good[] = {"OCPA.3.STIFF=0.35", "MACH.TIME=2", "LINK.cam.MASS=9800 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.05"};
  assert_int_equal(load("examples/acdmc-cam-arcs/acdmc-cam-arcs.dyn", good, 3), PAWL_OK);
  CHECK_CLOSE(model->forces.item[0].def.stiffness, 0.35, 1e-15);
  CHECK_CLOSE(model->run.duration, 2, 0);
  CHECK_CLOSE(body("cam")->inertia[2], 0.98, 1e-15);
  static const struct {
    const char *set, *text;
  } bad[] = {{"k=3", "names nothing in the file"},       {"OCPA.9.STIFF=3", "names nothing in the file"},
             {"OCPA.3.STIFFNESS=3", "cannot be set"},    {"OCPA.3.NAME=3", "cannot be set"},
             {"SURF.23.99.Af=3", "names nothing"},       {"OCPA.3.STIFF=soft", "'soft', which is not a number"},
             {"OCPA.3", "is not of the form"},           {"SURF.23.1.Af=3", "'AF' does not belong to a curve of type ARC"},
             {"OCPA.3.STIFF=1 2", "more than 1 numbers"}};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    assert_int_equal(load("examples/acdmc-cam-arcs/acdmc-cam-arcs.dyn", &bad[k].set, 1), PAWL_ERR_INPUT);
    assert_int_equal(pawl_messages_errors(messages), 1);
    assert_non_null(strstr(pawl_messages_get(messages, 0).text, bad[k].text));
  }
}

// One line of the example replaced; then the only complaint, and where.
typedef struct {
  const char *from, *to;
  int shift;  // line of the complaint behind that of `from`; -1000: the first line
  const char *text;
} Change;

static char *replaced(const char *text, const Change *c, int *line) {
  const char *at = strstr(text, c->from);
  assert_non_null(at);
  size_t before = (size_t)(at - text), size = strlen(text) + strlen(c->to) + 1;
  char *out = malloc(size);
  assert_non_null(out);
  snprintf(out, size, "%.*s%s%s", (int)before, text, c->to, at + strlen(c->from));
  *line = 1 + c->shift;
  for (const char *s = text; s < at; s++) *line += *s == '\n';
  if (c->shift == -1000) *line = 1;
  return out;
}

static void contradictions_are_refused(void **state) {
  (void)state;
  static const Change changes[] = {
      {"GRAVITY     : 0\n", "GRAVITY     : 9.81\n", 0, "along which axis is not said"},
      {"GRAVITY     : 0\n", "", -3, "'GRAVITY' is missing"},
      {"TIME        : 13", "TIME        : -1", 0, "'TIME' must be > 0"},
      {"TIME        : 13", "TIME        : 1e999", 0, "not a number"},
      {"UNITS       : cm", "UNITS       : furlong", 0, "'furlong' is not a unit"},
      {"ENTITY      : MACH", "ENTITY      : MUCH", 0, "there is no entity 'MUCH', did you mean 'MACH'?"},
      {" 1e6 0 0 0\n", " 1e6 1 0 0\n", -1, "'MASS' is not symmetric"},
      {" 1e6 0 0 0\n", " 1e6 0 0\n", -1, "'MASS' needs 16 numbers, has 15"},
      {" 0   0 0 1\n", " 0   0 0 0 0\n", 0, "more than 16 numbers"},
      {"SHAPE\n 1 0 0 0\n", "SHAPE\n 2 0 0 0\n", 0, "are no axes"},
      {"TYPE        : REPERE", "TYPE        : REPAIR", 0, "cannot be 'REPAIR' (one of REPERE, COURBE)"},
      {"PINSURF     : 12", "PINSURF     : 23", 0, "link 'frame' has no SURF '23'"},
      {"POUTSURF    : 21", "POUTSURF    : 23", 0, "is of type COURBE, this pair needs a REPERE"},
      {"POUTLINK    : cam", "POUTLINK    : can", 0, "there is no LINK 'can'"},
      {"TYPEPAIR    : ROTOIDE", "TYPEPAIR    : ROTULE", 0, "cannot be 'ROTULE'"},
      {"PEND        : 15 20 0", "PEND        : 15 21 0", -3, "element[0]"},
      {"PEND        : 15 20 0", "PEND        : 15 20 1", 0, "has z = 1"},
      {"PARTIE DE COURBE : POINT\nFIN         : NON", "PARTIE DE COURBE : POINT\nFIN         : OUI", 1, "more follow"},
      {"TYPE OF CURVE : POINT\nFIN         : YES", "TYPE OF CURVE : POINT\nFIN         : NO", 1, "none does"},
      {"PEND        : -35 10 0", "PEND        : -35 10 0\nRADIAL : 3", 1, "'RADIAL' does not belong to a curve of type SEGMENT"},
      {"NORMAL VECTOR : 0 0 1", "NORMAL VECTOR : 0 1 0", 0, "must be 0 0 1"},
      {"FIXED       : TRUE", "FIXED       : MAYBE", 0, "cannot be 'MAYBE'"},
      {"LINK OF INPUT PAIR  : frame", "LINK OF INPUT PAIR  : cam", 0, "but PAIR '1' has 'frame'"},
      {" -0.5 0 0 0 0 0", " -0.5 1 0 0 0 0", -1, "has 1 as number 2, but the pair has 1 coordinate"},
      {"ARMOTOR[1]  : TRUE", "ARMOTOR[2]  : TRUE", 0, "the pair has no such coordinate"},
      {"Restitution : 0", "Restitution : 2", 0, "restitution is 2"},
      {"CONTACT ACTIF : TRUE\n", "", -9, "'CONTACT ACTIF' is missing"},
      {"STIFF       : 1.5", "STIFF       : -1.5", 0, "write it positive"},
      {"NUMPAIR     : 3", "NUMPAIR     : 4", 0, "'NUMPAIR' is 4, but 3 pairs follow"},
      {"CHAIN       : CLOSED", "CHAIN       : OPEN", -2, "is called OPEN, but comes back"},
      {"RECLOOP     : FALSE\n3\n", "RECLOOP     : TRUE\n3\n", 1, "does not lead on"},
      {"RECLOOP     : FALSE\n3\n", "RECLOOP     : FALSE\n4\n", 1, "there is no PAIR '4'"},
      {"ENTITY      : LOOP\nNAME        : 1",
       "ENTITY : LOOP\nNAME : 0\nCHAIN : CLOSED\nNUMPAIR : 3\nRECLOOP : TRUE\n3\nRECLOOP : FALSE\n2\nRECLOOP : FALSE\n1\n"
       "ENTITY      : LOOP\nNAME        : 1",
       10, "follows from the loops before it"},
      {"JOINT       : 3", "JOINT       : 1", -2, "a second OCPA of PAIR '1'"},
      {"JOINT       : 3", "JOINT       : 9", 0, "there is no PAIR '9'"},
      {"JOINT       : 3", "", -2, "'JOINT' is missing: name the PAIR"},
      {"STEP        : 0.05", "STEP        : 0", 0, "'STEP' must be > 0"},
      {"GRAVITY     : 0\n", "GRAVITY     : 0 1\n", 0, "needs one number (0) or three"},
      {"ENTITY      : MACH\n", "ENTITY : MACH\nNAME : first\nENTITY : MACH\n", 2, "a second MACH, the first is in line 2"},
      {"FIXED       : TRUE", "FIXED       : FALSE", -1000, "no link is FIXED"},
      {"ENTITY      : OCLI\nNAME        : cam\n", "ENTITY      : OCLI\nNAME        : can\n", 0, "there is no LINK of this name"},
      {"ENTITY      : OCLI\nNAME        : cam\n", "ENTITY      : OCLI\nNAME        : frame\n", 0, "a second OCLI of this link"},
      {"NAME        : follower\nARO", "NAME        : cam\nARO", -1, "a second link of this name"},
      {"NAME        : 13\n", "NAME        : 12\n", -1, "a second surface of this name on link 'frame'"},
      {"ENTITE      : PAIR\nNOM         : 2", "ENTITE      : PAIR\nNOM         : 1", 0, "a second pair of this name"},
      {" 0 0 0 0.15\n", " 0 0 1 0.15\n", -4, "'MASS' is not symmetric"},
      {" 0   0 0 1\n", " 0   0 0 0\n 1\n", 1, "more than 16 numbers"},
      {" 1e6 0 0 0\n 0   0 0 0\n 0   0 0 0\n 0   0 0 1", " 1 0 0 2\n 0 0 0 0\n 0 0 0 0\n 2 0 0 1", -1,
       "is too small for the first moments"},
      {" 1e6 0 0 0\n 0   0 0 0\n 0   0 0 0\n 0   0 0 1", " 1 0 0 2\n 0 0 0 0\n 0 0 0 0\n 2 0 0 0", -1,
       "first moments but no mass"},
      {"NAME        : cam\nARO\n 1 0 0 0\n", "NAME        : cam\nARO\n 1 0 0 7\n", 1, "'AR0' puts the link elsewhere"},
      {"NAME        : cam\nARO\n 1 0 0 0\n", "NAME        : cam\nARO\n 1 0 0\n", 1,
       "needs 12 numbers, three rows of four, has 11"},
      {"NAME        : cam\nARO\n", "NAME        : cam\nARO\n 0 0 0 0\n", 1, "a fourth row must be 0 0 0 1"},
      {"PINIT       : 15 -20 0\n", "", -2, "where does the first curve begin"},
      {"TYPE OF CURVE : SEGMENT\nPEND        : -35 10 0", "TYPE OF CURVE : SEGMENT\nPINIT : 15 21 0\nPEND : -35 10 0", 1,
       "'PINIT' is 1 away"},
      {"TYPE OF CURVE : SEGMENT\nPEND        : -35 10 0", "TYPE OF CURVE : CIRCLE\nCENTRE : 0 0 0\nRADIAL : 3", 0,
       "a circle is alone"},
      {"CENTRE      : 15 0 0\n", "", -1, "an arc needs its centre"},
      {"INITIAL POSITION:\n 0.5 0.5", "FORCE : 3\nINITIAL POSITION:\n 0.5 0.5", -5, "a contact cannot have a FORCE"},
      {"CONTACT ACTIF : TRUE", "ARMOTOR[1] : TRUE\nCONTACT ACTIF : TRUE", 0,
       "coordinates of a contact cannot be the independent ones"},
      {"RECLOOP     : TRUE\n1\n", "RECLOOP     : TRUE\n", 0, "needs the name of one pair"},
      {"RECLOOP     : TRUE\n1\n", "RECLOOP     : PERHAPS\n1\n", 0, "'RECLOOP' is TRUE or FALSE"},
      {"CHAIN       : CLOSED\nNUMPAIR     : 3\nRECLOOP     : TRUE\n1\n", "CHAIN : CLOSED\nNUMPAIR : 2\n", -2,
       "is called CLOSED, but goes from"},
      {"NAME        : 12\n", "NAME        : 12\n1 2 3\n", 1, "is neither 'KEY : value' nor a line of numbers"},
  };
  char *text = NULL;
  FILE *file = fopen(PAWL_SOURCE_DIR "/examples/acdmc-cam-arcs/acdmc-cam-arcs.dyn", "r");
  assert_non_null(file);
  text = calloc(1, 20000);
  assert_true(fread(text, 1, 19999, file) > 1000);
  fclose(file);
  int missing = 0;
  for (size_t k = 0; k < sizeof changes / sizeof *changes; k++) {
    int line;
    char *wrong = replaced(text, &changes[k], &line);
    pawl_messages_clear(messages);
    assert_int_equal(pawl_model_parse("m.dyn", wrong, strlen(wrong), NULL, 0, messages, &model), PAWL_ERR_INPUT);
    bool found = false;
    for (int i = 0; i < pawl_messages_count(messages); i++) {
      PawlMessage m = pawl_messages_get(messages, i);
      found = found || (strstr(m.text, changes[k].text) && m.line == line);
    }
    if (!found) {
      for (int i = 0; i < pawl_messages_count(messages); i++) {
        PawlMessage m = pawl_messages_get(messages, i);
        print_error("%d:%d: %s\n", m.line, m.column, m.text);
      }
      print_error("no '%s' in line %d\n", changes[k].text, line);
      missing++;
    }
    free(wrong);
  }
  free(text);
  assert_int_equal(missing, 0);
}

// What does no harm is a warning.
static void what_does_no_harm_is_warned_of(void **state) {
  (void)state;
  static const char *const places[] = {"OCPA.2.INITIAL POSITION=2.5 0.5 0 0 0 0"};
  assert_int_equal(load("examples/acdmc-cam-arcs/acdmc-cam-arcs.dyn", places, 1), PAWL_OK);
  static const Expected apart[] = {{0, "the places 2.5 and 0.5 on the two boundaries are"}};
  check_complaints(apart, 1);
  static const char *const convex[] = {"SURF.23.4.CONCAVE OU CONVEX=CONVEX"};
  assert_int_equal(load("examples/acdmc-cam-polynomial/acdmc-cam-polynomial.dyn", convex, 1), PAWL_OK);
  static const Expected called[] = {{0, "curve 4: is called CONVEX, but it is not so everywhere"}};
  check_complaints(called, 1);
  static const char *const point[] = {"SURF.23.3.TYPE OF CURVE=POINT"};  // a segment that is left out
  assert_int_equal(load("examples/acdmc-cam-arcs/acdmc-cam-arcs.dyn", point, 1), PAWL_ERR_INPUT);
}

// A file in Latin-1 is read as if it were in UTF-8; a byte that is text in neither is named with its line.
static void latin_1_is_read(void **state) {
  (void)state;
  char text[20000], path[] = PAWL_SOURCE_DIR "/examples/acdmc-cam-arcs/acdmc-cam-arcs.dyn";
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = 0;
  char *name = strchr(strstr(text, "NAME"), ':') + 2;
  memcpy(name, "\xc9t\xe9", 3);  // "Été"
  forget();
  assert_int_equal(pawl_model_parse("m.dyn", text, length, NULL, 0, messages, &model), PAWL_OK);
  assert_int_equal(pawl_model_set_name(model, "\xff"), PAWL_ERR_ARGUMENT);
  assert_memory_equal(model->name, "\xc3\x89t\xc3\xa9", 5);
  PawlModel *back = NULL;
  char *yaml = NULL;
  assert_int_equal(pawl_model_write_yaml(model, messages, &yaml), PAWL_OK);
  assert_int_equal(pawl_model_parse("m.yaml", yaml, strlen(yaml), NULL, 0, messages, &back), PAWL_OK);
  assert_int_equal(back->hash, model->hash);
  pawl_text_free(yaml);
  pawl_model_free(back);
  int line = 1;
  for (const char *s = text; s < name; s++) line += *s == '\n';
  name[1] = '\x8d';
  forget();
  assert_int_equal(pawl_model_parse("m.dyn", text, length, NULL, 0, messages, &model), PAWL_ERR_INPUT);
  check_complaints((const Expected[]){{line, "is not text"}}, 1);
}

static void check_rewritten(const char *name, bool same) {
  char *text = NULL;
  PawlModel *back = NULL;
  assert_int_equal(pawl_model_write_dyn(model, messages, &text), PAWL_OK);
  if (pawl_model_parse("back.dyn", text, strlen(text), NULL, 0, messages, &back) != PAWL_OK) {
    print_error("%s\n%s\n", pawl_messages_get(messages, pawl_messages_count(messages) - 1).text, text);
  }
  assert_non_null(back);
  if (same && pw_model_hash(back) != pw_model_hash(model)) fail_msg("%s: not the same model", name);
  assert_int_equal(back->bodies.count, model->bodies.count);
  for (int32_t k = 1; k < back->bodies.count; k++) {
    const PawlBodyDef *a = &back->bodies.item[k].def, *b = &model->bodies.item[k].def;
    assert_string_equal(a->name, b->name);
    CHECK_CLOSE(a->mass, b->mass, 1e-14 * b->mass);
    for (int i = 0; i < 6; i++) CHECK_CLOSE(a->inertia[i], b->inertia[i], 1e-12 * fabs(b->inertia[2]) + 1e-18);
    for (int i = 0; i < 3; i++) CHECK_CLOSE(a->position[i], b->position[i], 1e-12);
    for (int i = 0; i < 3; i++) CHECK_CLOSE(a->center[i], b->center[i], 1e-12);
  }
  assert_int_equal(back->joints.count, model->joints.count);
  assert_int_equal(back->contacts.count, model->contacts.count);
  for (int k = 0; k < 3; k++) CHECK_CLOSE(back->gravity[k], model->gravity[k], 1e-12);
  pawl_text_free(text);
  pawl_model_free(back);
}

static void models_are_written_and_read_back(void **state) {
  (void)state;
  assert_int_equal(load("examples/acdmc-cam-arcs/acdmc-cam-arcs.dyn", NULL, 0), PAWL_OK);
  check_rewritten("arcs", true);
  assert_int_equal(load("examples/acdmc-cam-polynomial/acdmc-cam-polynomial.dyn", NULL, 0), PAWL_OK);
  check_rewritten("polynomial", true);
  assert_int_equal(load("examples/double-pendulum/double-pendulum.yaml", NULL, 0), PAWL_OK);
  check_rewritten("double-pendulum", false);
  // a mechanism in space with all that the format can hold
  static const char text[] =
      "units: {length: mm, angle: deg}\n"
      "gravity: [1, -9810, 3]\n"
      "bodies:\n"
      "  a: {mass: 2, center: [3, 4, 5], inertia: [300, 310, 320, 10, 20, 30], position: [7, 8, 9], euler: {order: zxz, angles: "
      "[10, 20, 30]}}\n"
      "  b: {mass: 1, inertia: 100, position: [1, 2], profiles: {p: {circle: {center: [1, 2], radius: 3, clockwise: true}}}}\n"
      "  c: {mass: 1, inertia: 100, position: [50, 0], angle: 10, profiles: {p: {chain: [{arc: {center: [0, 0], radius: 5, "
      "angles: [0, 180]}}], closed: false}}}\n"
      "joints:\n"
      "  j: {type: cylindrical, between: [ground, a], at: [1, 2, 3], axis: [1, 2, 3]}\n"
      "  k: {type: planar, frames: [ground, b]}\n"
      "forces: {f: {type: joint, coordinate: k.angle, law: 3}}\n";
  char *out = NULL;
  pawl_model_free(model);
  assert_int_equal(
      pawl_model_parse("m.yaml", text, strlen(text) - strlen("forces: {f: {type: joint, coordinate: k.angle, law: 3}}\n"), NULL,
                       0, messages, &model),
      PAWL_OK);
  check_rewritten("space", false);
  // and with what it cannot
  pawl_model_free(model);
  pawl_messages_clear(messages);
  assert_int_equal(pawl_model_parse("m.yaml", text, strlen(text), NULL, 0, messages, &model), PAWL_OK);
  assert_int_equal(pawl_model_write_dyn(model, messages, &out), PAWL_ERR_UNSUPPORTED);
  assert_null(out);
  static const Expected force[] = {{10, "an ACDMC file cannot hold force 'f'"}};
  check_complaints(force, 1);
  assert_int_equal(load("examples/cam-polynomial/cam-polynomial.yaml", NULL, 0), PAWL_OK);
  assert_int_equal(pawl_model_write_dyn(model, messages, &out), PAWL_ERR_UNSUPPORTED);
  static const Expected cam[] = {{34, "cannot hold drive 'turn'"}, {38, "cannot hold measure 'f'"}};
  check_complaints(cam, 2);
  assert_int_equal(pawl_model_write_dyn(NULL, messages, &out), PAWL_ERR_ARGUMENT);
}

#define AXES "AR0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
#define MASS "MASS\n1 0 0 0\n0 1 0 0\n0 0 0 0\n0 0 0 2\n"
#define FRAME(name, x) "ENTITY : SURF\nNAME : " name "\nTYPE : REPERE\nSHAPE\n1 0 0 " x "\n0 1 0 0\n0 0 1 0\n"
#define PAIR(name, type, a, sa, b, sb) \
  "ENTITY : PAIR\nNAME : " name "\nTYPE : " type "\nPINLINK : " a "\nPINSURF : " sa "\nPOUTLINK : " b "\nPOUTSURF : " sb "\n"
#define OCPA(name, q)                                                                                         \
  "ENTITY : OCPA\nNAME : " name "\nJOINT : " name "\nFORCE : 0\nSTIFF : 0\nLENGTH : 0\nINITIAL POSITION : " q \
  "\nARVELVAR : 0 0 0 0 0 0\n"
#define OCLI(name, fixed) "ENTITY : OCLI\nNAME : " name "\nFIXED : " fixed "\n"

// Two links that are ground, one of them elsewhere; a pair given against the way the tree grows; a planar pair, a circle, a link
// that nothing holds, and loops over the one ground.
static void several_on_ground(void **state) {
  (void)state;
  static const char text[] =
      "ENTITY : MECH\nNAME : g\nUNITS : mm\nGRAVITY : 0 -9810 0\nTIME : 1\nSTEP : 0.1\n"
      "ENTITY : LINK\nNAME : base\n" AXES FRAME("1", "0")
      "ENTITY : LINK\nNAME : wall\nAR0\n0 -1 0 100\n1 0 0 0\n0 0 1 0\n0 0 0 1\n" FRAME("1", "5")
      "ENTITY : LINK\nNAME : 7\n" AXES MASS FRAME("a", "3") FRAME("b", "10")
      "ENTITY : SURF\nNAME : c\nTYPE : COURBE\nNORMAL VECTOR : 0 0 1\nTYPE OF CURVE : CIRCLE\nCENTRE : 1 2 0\nRADIAL : 3\n"
      "PINIT : 4 2 0\nCONCAVE OR CONVEX : CONVEX\nFIN : YES\n"
      "ENTITY : LINK\nNAME : rod\n" AXES MASS FRAME("a", "0")
      "ENTITY : LINK\nNAME : free\nAR0\n1 0 0 20\n0 1 0 30\n0 0 1 0\n" MASS
      PAIR("1", "ROTOIDE", "7", "a", "base", "1") PAIR("2", "PLAN", "7", "b", "rod", "a") PAIR("w", "CYLINDRIQUE", "wall", "1", "rod", "a")
      OCPA("1", "0.5 0 0 0 0 0") OCPA("2", "0.25 1 2 0 0 0") OCPA("w", "0 0 0 0 0 0")
      OCLI("base", "TRUE") OCLI("wall", "TRUE") OCLI("7", "FALSE") OCLI("rod", "FALSE") OCLI("free", "FALSE")
      "ENTITY : LOOP\nNAME : 1\nCHAIN : CLOSED\nNUMPAIR : 3\nRECLOOP : FALSE\n1\nRECLOOP : TRUE\n2\nRECLOOP : FALSE\nw\n";
  pawl_model_free(model);
  PawlStatus status = pawl_model_parse("g.dyn", text, strlen(text), NULL, 0, messages, &model);
  check_complaints(NULL, 0);
  assert_int_equal(status, PAWL_OK);
  assert_int_equal(model->bodies.count, 4);
  // base frame = link 7's frame a turned by +0.5 seen from the link: the link stands turned by -0.5, a at the origin
  const PawlBodyDef *link = body("link7");
  CHECK_CLOSE(2 * atan2(link->orientation[3], link->orientation[0]), -0.5, 1e-15);
  CHECK_CLOSE(link->position[0], -3e-3 * cos(0.5), 1e-15);
  CHECK_CLOSE(link->position[1], 3e-3 * sin(0.5), 1e-15);
  CHECK_CLOSE(link->inertia[2], 2e-6, 1e-20);
  CHECK_CLOSE(2 * atan2(body("rod")->orientation[3], body("rod")->orientation[0]), -0.25, 1e-15);
  // from frame b, 7 mm beyond a, by (1, 2) in axes turned by -0.5
  CHECK_CLOSE(body("rod")->position[0], 1e-3 * (8 * cos(0.5) + 2 * sin(0.5)), 1e-15);
  CHECK_CLOSE(body("rod")->position[1], 1e-3 * (-8 * sin(0.5) + 2 * cos(0.5)), 1e-15);
  CHECK_CLOSE(body("free")->position[1], 0.03, 1e-15);
  PawlFrameId wall = pawl_model_find_frame(model, "ground.wall_surf1");
  assert_true(wall.i > 0);
  CHECK_CLOSE(model->frames.item[wall.i - 1].def.position[0], 0.1, 1e-15);
  CHECK_CLOSE(model->frames.item[wall.i - 1].def.position[1], 0.005, 1e-15);
  CHECK_CLOSE(model->gravity[1], -9.81, 1e-15);
  assert_int_equal(model->profiles.item[0].geometry.closed, true);
  // a loop too few: cut the way over the wall
  char *few = strdup(text), *loop = strstr(few, "ENTITY : LOOP");
  assert_non_null(loop);
  strcpy(loop, "ENTITY : LOOP\nNAME : 1\nCHAIN : OPEN\nNUMPAIR : 1\nRECLOOP : TRUE\n2\n");
  pawl_model_free(model);
  assert_int_equal(pawl_model_parse("g.dyn", few, strlen(few), NULL, 0, messages, &model), PAWL_OK);
  free(few);
  check_rewritten("g", false);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(listing_of_4_3, setup, teardown),
                                     cmocka_unit_test_setup_teardown(listing_of_4_4, setup, teardown),
                                     cmocka_unit_test_setup_teardown(what_a_file_leaves_out_is_completed, setup, teardown),
                                     cmocka_unit_test_setup_teardown(set_from_outside, setup, teardown),
                                     cmocka_unit_test_setup_teardown(contradictions_are_refused, setup, teardown),
                                     cmocka_unit_test_setup_teardown(what_does_no_harm_is_warned_of, setup, teardown),
                                     cmocka_unit_test_setup_teardown(latin_1_is_read, setup, teardown),
                                     cmocka_unit_test_setup_teardown(models_are_written_and_read_back, setup, teardown),
                                     cmocka_unit_test_setup_teardown(several_on_ground, setup, teardown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
