// Fuzz target of checkpoints: any bytes as the file, and a checkpoint of a run with contact, friction and counted turns that is
// changed in places: an input is a list of changes, two bytes for the place and one for the value. It is taken or refused, and a
// run that goes on from one that is taken may fail but not crash.
#include "analysis/checkpoint.h"
#include "analysis/initial.h"
#include "fuzz_read.h"
#include "result/checkpoint.h"

static const char MODEL[] =
    "planar: true\n"
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  ground: {profiles: {floor: {start: [1, 0], chain: [{line: {to: [-1, 0]}}], closed: false}}}\n"
    "  disc: {mass: 1, inertia: 0.01, position: [0, 0.1], profiles: {skin: {circle: {radius: 0.1}}}}\n"
    "  arm: {mass: 1, inertia: 0.1, position: [2, 0]}\n"
    "joints: {pivot: {type: revolute, between: [ground, arm], at: [1.5, 0]}}\n"
    "forces: {push: {type: joint, coordinate: pivot.angle, law: \"-3*max(position, 0)\"}}\n"
    "contacts: {touch: {profiles: [ground.floor, disc.skin], restitution: 0.5, friction: {static: 0.3, rolling: 0.001}}}\n";

static PawlMechanism *mechanism;
static uint8_t *whole;
static size_t length;

static PawlSimulation *start(void) {
  PawlRunOptions options = pawl_run_options_default();
  PawlSimulation *s = NULL;
  PawlStatus status = pawl_simulation_create(mechanism, &options, NULL, &s);
  if (status == PAWL_OK) status = pw_initial_state(s, NULL);
  if (status == PAWL_OK) status = pw_contact_start(s, NULL);
  if (status == PAWL_OK) status = pw_simulation_start(s, 0, s->y, 0, NULL);
  if (status != PAWL_OK) abort();
  return s;
}

static void give_back(void) {
  free(whole);
  pawl_mechanism_free(mechanism);
}

static void prepare(void) {
  PawlModel *model = fuzz_read("fuzz.yaml", (const uint8_t *)MODEL, sizeof MODEL - 1);
  if (!model || pawl_mechanism_compile(model, NULL, &mechanism) != PAWL_OK) abort();
  pawl_model_free(model);
  PawlSimulation *s = start();
  void *bytes;
  if (pw_checkpoint_save(s, 1, &bytes, &length) != PAWL_OK) abort();
  whole = bytes;
  pawl_simulation_free(s);
  atexit(give_back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!mechanism) prepare();
  PwCheckpoint point;
  if (!pw_checkpoint_unpack(data, size, &point) && point.length > size) abort();
  uint8_t *changed = malloc(length);
  if (!changed) return 0;
  memcpy(changed, whole, length);
  for (size_t i = 0; i + 2 < size && i < 60; i += 3) changed[(data[i] | (size_t)data[i + 1] << 8) % length] = data[i + 2];
  PawlSimulation *s = start();
  int64_t next;
  size_t shorter = size % 7 == 0 ? length * (size % 100) / 100 : length;
  PawlStatus status = pw_checkpoint_load(s, changed, shorter, &next, NULL);
  if (status == PAWL_OK) pw_checkpoint_barrier(s, NULL);
  pawl_simulation_free(s);
  free(changed);
  return 0;
}
