// The surfaces of bench_surface in SISL: peer_sisl FILE [count]
// FILE has the nets, places on them with pawl's derivatives, points beside them. s1421 gives place, first and second derivatives
// and the normal; s1775 iterates from a start to the nearest place. A row's note: the largest difference from pawl, with
// parameters from 0 to 1, relative to the largest derivative of the same order; how many nearest places are right to 1e-6 of the
// net's size, and the largest error of these.
#include <sisl.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "calls.h"

namespace {

constexpr int kValues = 18;  // x, x_u, x_v, x_uu, x_uv, x_vv

struct Net {
  std::string name;
  int order[2], count[2], rational;
  std::vector<double> knot[2], point;  // SISL: the first parameter runs fastest
  double size;
  SISLSurf *surface;
};
struct Places {
  Net *net;
  std::vector<double> q, value;
  int hint[2] = {0, 0};
};
struct Points {
  Net *net;
  std::vector<double> x, start, foot;
  double from[2], to[2];
};

std::vector<double> read(std::istream &in, size_t n) {
  std::vector<double> out(n);
  for (double &x : out) in >> x;
  return out;
}
bool read_net(std::istream &in, Net &net) {
  if (!std::getline(in >> std::ws, net.name)) return false;
  int degree[2];
  in >> degree[0] >> degree[1] >> net.count[0] >> net.count[1] >> net.rational;
  for (int d = 0; d < 2; d++) {
    net.order[d] = degree[d] + 1;
    net.knot[d] = read(in, net.count[d] + net.order[d]);
  }
  std::vector<double> c = read(in, 4 * net.count[0] * net.count[1]);
  double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  for (int j = 0; j < net.count[1]; j++) {
    for (int i = 0; i < net.count[0]; i++) {
      const double *at = &c[4 * (i * net.count[1] + j)];
      net.point.insert(net.point.end(), at, at + (net.rational ? 4 : 3));
      for (int m = 0; m < 3; m++) {
        low[m] = std::min(low[m], at[m] / at[3]);
        high[m] = std::max(high[m], at[m] / at[3]);
      }
    }
  }
  net.size = std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  net.surface = newSurf(net.count[0], net.count[1], net.order[0], net.order[1], net.knot[0].data(), net.knot[1].data(),
                        net.point.data(), net.rational ? 2 : 1, 3, 1);
  return in && net.surface;
}

double from(const Net &net, int d) {
  return net.knot[d][net.order[d] - 1];
}
double to(const Net &net, int d) {
  return net.knot[d][net.count[d]];
}
double width(const Net &net, int d) {
  return to(net, d) - from(net, d);
}

// ---- evaluation

int evaluate(Places &w, int i, double value[kValues]) {
  double normal[3];
  int status;
  s1421(w.net->surface, 2, &w.q[2 * i], &w.hint[0], &w.hint[1], value, normal, &status);
  return status < 0;
}
int derive(void *with, int i) {
  double value[kValues];
  return evaluate(*static_cast<Places *>(with), i, value);
}
int measure_evaluation(std::istream &in, Net &net, int counted) {
  int n, failed = 0;
  in >> n;
  Places w;
  w.net = &net;
  std::vector<double> expected;
  for (int i = 0; i < n; i++) {
    for (double x : read(in, 2)) w.q.push_back(x);
    for (double x : read(in, kValues)) expected.push_back(x);
  }
  double worst = 0, difference[3] = {0}, largest[3] = {0};
  for (int i = 0; i < n && !failed; i++) {
    double value[kValues];
    failed = evaluate(w, i, value);
    for (int k = 0; k < kValues; k++) {
      static const int by[6][2] = {{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}};
      const int *times = by[k / 3], order = times[0] + times[1];
      double ours = expected[kValues * i + k], scale = std::pow(width(net, 0), times[0]) * std::pow(width(net, 1), times[1]);
      difference[order] = std::max(difference[order], scale * std::fabs(value[k] - ours));
      largest[order] = std::max(largest[order], scale * std::fabs(ours));
    }
  }
  for (int k = 0; k < 3; k++) worst = std::max(worst, difference[k] / largest[k]);
  char note[60];
  std::snprintf(note, sizeof note, "difference from pawl %.1e", worst);
  PwCalls scattered = {"derivatives", net.name.c_str(), "SISL", note, derive, &w, n};
  if (!failed) failed = pw_measure_calls(&scattered, counted);
  for (int i = 0; i < n; i++) {
    for (int d = 0; d < 2; d++) {
      w.q[2 * i + d] = from(net, d) + (0.1 + 0.8 * i / n) * width(net, d);
    }
  }
  std::string along = net.name + ", one place beside the other";
  PwCalls row = {"derivatives", along.c_str(), "SISL", "", derive, &w, n};
  return failed ? failed : pw_measure_calls(&row, counted);
}

// ---- nearest places

int iterate(Points &w, int i, double out[2]) {
  int status;
  s1775(w.net->surface, &w.x[3 * i], 3, 1e-12, w.from, w.to, &w.start[2 * i], out, &status);
  return status < 0;
}
int find_nearest(void *with, int i) {
  double out[2];
  return iterate(*static_cast<Points *>(with), i, out);
}
double distance(Net &net, double a[2], double b[2]) {
  double x[2][3], normal[3];
  int hint[2] = {0, 0}, status;
  s1421(net.surface, 0, a, &hint[0], &hint[1], x[0], normal, &status);
  s1421(net.surface, 0, b, &hint[0], &hint[1], x[1], normal, &status);
  return std::hypot(x[0][0] - x[1][0], x[0][1] - x[1][1], x[0][2] - x[1][2]);
}
int measure_nearest(std::istream &in, Net &net, int counted) {
  int n, failed = 0;
  in >> n;
  Points w;
  w.net = &net;
  for (int i = 0; i < n; i++) {
    for (double x : read(in, 3)) w.x.push_back(x);
    for (double x : read(in, 2)) w.start.push_back(x);
    for (double x : read(in, 2)) w.foot.push_back(x);
  }
  for (int d = 0; d < 2; d++) {
    w.from[d] = from(net, d);
    w.to[d] = to(net, d);
  }
  double worst = 0;
  int right = 0;
  for (int i = 0; i < n && !failed; i++) {
    double out[2];
    failed = iterate(w, i, out);
    double error = distance(net, out, &w.foot[2 * i]) / net.size;
    if (!(error < 1e-6)) continue;
    right++;
    worst = std::max(worst, error);
  }
  char note[60];
  std::snprintf(note, sizeof note, "%d of %d right, to %.1e", right, n, worst);
  PwCalls row = {"nearest to a point", net.name.c_str(), "SISL", note, find_nearest, &w, n};
  return failed ? failed : pw_measure_calls(&row, counted);
}

}  // namespace

int main(int argc, char **argv) {
  std::ifstream in(argc >= 2 ? argv[1] : "");
  int failed = !in;
  Net net;
  while (!failed && read_net(in, net)) {
    failed = measure_evaluation(in, net, argc == 3);
    if (!failed) failed = measure_nearest(in, net, argc == 3);
    freeSurf(net.surface);
    net = Net();
  }
  if (failed) std::fprintf(stderr, "peer_sisl failed\n");
  return failed;
}
