// Explicit Runge-Kutta method of order 8 with error estimates of orders 5 and 3 and dense output of order 7: coefficients of
// Dormand and Prince as given by Hairer, Norsett and Wanner 1993. Dense output needs three more stages, which are computed when
// it is first asked for in a step.
#include <math.h>

#include "numerics/integrator_methods.h"

#define C pw_dop853_c
#define A pw_dop853_a
#define E3 pw_dop853_e3
#define E5 pw_dop853_e5
#define D pw_dop853_d

// clang-format off
const double pw_dop853_c[16] = {
    0, 0.0526001519587677318785587544488, 0.0789002279381515978178381316732, 0.118350341907227396726757197510,
    0.281649658092772603273242802490, 1.0 / 3, 0.25, 4.0 / 13, 127.0 / 195, 0.6, 6.0 / 7, 1, 1, 0.1, 0.2, 7.0 / 9};
// Row 12 holds the weights of the solution.
const double pw_dop853_a[16][15] = {
    {0},
    {5.26001519587677318785587544488e-2},
    {1.97250569845378994544595329183e-2, 5.91751709536136983633785987549e-2},
    {2.95875854768068491816892993775e-2, 0, 8.87627564304205475450678981324e-2},
    {2.41365134159266685502369798665e-1, 0, -8.84549479328286085344864962717e-1, 9.24834003261792003115737966543e-1},
    {3.7037037037037037037037037037e-2, 0, 0, 1.70828608729473871279604482173e-1, 1.25467687566822425016691814123e-1},
    {3.7109375e-2, 0, 0, 1.70252211019544039314978060272e-1, 6.02165389804559606850219397283e-2, -1.7578125e-2},
    {3.70920001185047927108779319836e-2, 0, 0, 1.70383925712239993810214054705e-1, 1.07262030446373284651809199168e-1,
     -1.53194377486244017527936158236e-2, 8.27378916381402288758473766002e-3},
    {6.24110958716075717114429577812e-1, 0, 0, -3.36089262944694129406857109825, -8.68219346841726006818189891453e-1,
     2.75920996994467083049415600797e1, 2.01540675504778934086186788979e1, -4.34898841810699588477366255144e1},
    {4.77662536438264365890433908527e-1, 0, 0, -2.48811461997166764192642586468, -5.90290826836842996371446475743e-1,
     2.12300514481811942347288949897e1, 1.52792336328824235832596922938e1, -3.32882109689848629194453265587e1,
     -2.03312017085086261358222928593e-2},
    {-9.3714243008598732571704021658e-1, 0, 0, 5.18637242884406370830023853209, 1.09143734899672957818500254654,
     -8.14978701074692612513997267357, -1.85200656599969598641566180701e1, 2.27394870993505042818970056734e1,
     2.49360555267965238987089396762, -3.0467644718982195003823669022},
    {2.27331014751653820792359768449, 0, 0, -1.05344954667372501984066689879e1, -2.00087205822486249909675718444,
     -1.79589318631187989172765950534e1, 2.79488845294199600508499808837e1, -2.85899827713502369474065508674,
     -8.87285693353062954433549289258, 1.23605671757943030647266201528e1, 6.43392746015763530355970484046e-1},
    {5.42937341165687622380535766363e-2, 0, 0, 0, 0, 4.45031289275240888144113950566, 1.89151789931450038304281599044,
     -5.8012039600105847814672114227, 3.1116436695781989440891606237e-1, -1.52160949662516078556178806805e-1,
     2.01365400804030348374776537501e-1, 4.47106157277725905176885569043e-2},
    {5.61675022830479523392909219681e-2, 0, 0, 0, 0, 0, 2.53500210216624811088794765333e-1, -2.46239037470802489917441475441e-1,
     -1.24191423263816360469010140626e-1, 1.5329179827876569731206322685e-1, 8.20105229563468988491666602057e-3,
     7.56789766054569976138603589584e-3, -8.298e-3},
    {3.18346481635021405060768473261e-2, 0, 0, 0, 0, 2.83009096723667755288322961402e-2, 5.35419883074385676223797384372e-2,
     -5.49237485713909884646569340306e-2, 0, 0, -1.08347328697249322858509316994e-4, 3.82571090835658412954920192323e-4,
     -3.40465008687404560802977114492e-4, 1.41312443674632500278074618366e-1},
    {-4.28896301583791923408573538692e-1, 0, 0, 0, 0, -4.69762141536116384314449447206, 7.68342119606259904184240953878,
     4.06898981839711007970213554331, 3.56727187455281109270669543021e-1, 0, 0, 0, -1.39902416515901462129418009734e-3,
     2.9475147891527723389556272149, -9.15095847217987001081870187138}};
// Weights of the solution less those of the one of order 3.
const double pw_dop853_e3[12] = {
    5.42937341165687622380535766363e-2 - 0.244094488188976377952755905512, 0, 0, 0, 0, 4.45031289275240888144113950566,
    1.89151789931450038304281599044, -5.8012039600105847814672114227,
    3.1116436695781989440891606237e-1 - 0.733846688281611857341361741547, -1.52160949662516078556178806805e-1,
    2.01365400804030348374776537501e-1, 4.47106157277725905176885569043e-2 - 0.0220588235294117647058823529412};
const double pw_dop853_e5[12] = {
    0.01312004499419488073250102996, 0, 0, 0, 0, -1.225156446376204440720569753, -0.4957589496572501915214079952,
    1.664377182454986536961530415, -0.3503288487499736816886487290, 0.3341791187130174790297318841,
    0.08192320648511571246570742613, -0.02235530786388629525884427845};
const double pw_dop853_d[4][16] = {
    {-8.4289382761090128651353491142, 0, 0, 0, 0, 0.56671495351937776962531783590, -3.0689499459498916912797304727,
     2.3846676565120698287728149680, 2.1170345824450282767155149946, -0.87139158377797299206789907490,
     2.2404374302607882758541771650, 0.63157877876946881815570249290, -0.088990336451333310820698117400,
     18.148505520854727256656404962, -9.1946323924783554000451984436, -4.4360363875948939664310572000},
    {10.427508642579134603413151009, 0, 0, 0, 0, 242.28349177525818288430175319, 165.20045171727028198505394887,
     -374.54675472269020279518312152, -22.113666853125306036270938578, 7.7334326684722638389603898808,
     -30.674084731089398182061213626, -9.3321305264302278729567221706, 15.697238121770843886131091075,
     -31.139403219565177677282850411, -9.3529243588444783865713862664, 35.816841486394083752465898540},
    {19.985053242002433820987653617, 0, 0, 0, 0, -387.03730874935176555105901742, -189.17813819516756882830838328,
     527.80815920542364900561016686, -11.573902539959630126141871134, 6.8812326946963000169666922661,
     -1.0006050966910838403183860980, 0.77771377980534432092869265740, -2.7782057523535084065932004339,
     -60.196695231264120758267380846, 84.320405506677161018159903784, 11.992291136182789328035130030},
    {-25.693933462703749003312586129, 0, 0, 0, 0, -154.18974869023643374053993627, -231.52937917604549567536039109,
     357.63911791061412378285349910, 93.405324183624310003907691704, -37.458323136451633156875139351,
     104.09964950896230045147246184, 29.840293426660503123344363579, -43.533456590011143754432175058,
     96.324553959188282948394950600, -39.177261675615439165231486172, -149.72683625798562581422125276}};
// clang-format on

enum { K2, K3, K4, K5, K6, K7, K8, K9, K10, K11, K12, K14, K15, K16, STAGE, VECTORS, ROWS = 7 };

static PawlStatus stages_2_to_7(PwIntegrator *it) {
  const int32_t n = it->n;
  const double h = it->h, t = it->t0;
  const double *restrict y = it->y0, *restrict k1 = it->f0;
  double *restrict k2 = pw_work(it, K2), *restrict k3 = pw_work(it, K3), *restrict k4 = pw_work(it, K4);
  double *restrict k5 = pw_work(it, K5), *restrict k6 = pw_work(it, K6), *restrict k7 = pw_work(it, K7);
  double *restrict s = pw_work(it, STAGE);
  PawlStatus status;

  for (int32_t i = 0; i < n; ++i) {
    s[i] = y[i] + h * (A[1][0] * k1[i]);
  }
  if ((status = pw_evaluate(it, t + C[1] * h, s, k2)) != PAWL_OK) return status;
  for (int32_t i = 0; i < n; ++i) {
    s[i] = y[i] + h * (A[2][0] * k1[i] + A[2][1] * k2[i]);
  }
  if ((status = pw_evaluate(it, t + C[2] * h, s, k3)) != PAWL_OK) return status;
  for (int32_t i = 0; i < n; ++i) {
    s[i] = y[i] + h * (A[3][0] * k1[i] + A[3][2] * k3[i]);
  }
  if ((status = pw_evaluate(it, t + C[3] * h, s, k4)) != PAWL_OK) return status;
  for (int32_t i = 0; i < n; ++i) {
    s[i] = y[i] + h * (A[4][0] * k1[i] + A[4][2] * k3[i] + A[4][3] * k4[i]);
  }
  if ((status = pw_evaluate(it, t + C[4] * h, s, k5)) != PAWL_OK) return status;
  for (int32_t i = 0; i < n; ++i) {
    s[i] = y[i] + h * (A[5][0] * k1[i] + A[5][3] * k4[i] + A[5][4] * k5[i]);
  }
  if ((status = pw_evaluate(it, t + C[5] * h, s, k6)) != PAWL_OK) return status;
  for (int32_t i = 0; i < n; ++i) {
    s[i] = y[i] + h * (A[6][0] * k1[i] + A[6][3] * k4[i] + A[6][4] * k5[i] + A[6][5] * k6[i]);
  }
  if ((status = pw_evaluate(it, t + C[6] * h, s, k7)) != PAWL_OK) return status;
  return PAWL_OK;
}

static PawlStatus stages_8_to_12(PwIntegrator *it) {
  const int32_t n = it->n;
  const double h = it->h, t = it->t0;
  const double *restrict y = it->y0, *restrict k1 = it->f0, *restrict k4 = pw_work(it, K4), *restrict k5 = pw_work(it, K5);
  const double *restrict k6 = pw_work(it, K6), *restrict k7 = pw_work(it, K7);
  double *restrict k8 = pw_work(it, K8), *restrict k9 = pw_work(it, K9), *restrict k10 = pw_work(it, K10);
  double *restrict k11 = pw_work(it, K11), *restrict k12 = pw_work(it, K12), *restrict s = pw_work(it, STAGE);
  PawlStatus status;

  for (int32_t i = 0; i < n; ++i) {
    s[i] = y[i] + h * (A[7][0] * k1[i] + A[7][3] * k4[i] + A[7][4] * k5[i] + A[7][5] * k6[i] + A[7][6] * k7[i]);
  }
  if ((status = pw_evaluate(it, t + C[7] * h, s, k8)) != PAWL_OK) return status;
  for (int32_t i = 0; i < n; ++i) {
    s[i] = y[i] + h * (A[8][0] * k1[i] + A[8][3] * k4[i] + A[8][4] * k5[i] + A[8][5] * k6[i] + A[8][6] * k7[i] + A[8][7] * k8[i]);
  }
  if ((status = pw_evaluate(it, t + C[8] * h, s, k9)) != PAWL_OK) return status;
  for (int32_t i = 0; i < n; ++i) {
    s[i] = y[i] + h * (A[9][0] * k1[i] + A[9][3] * k4[i] + A[9][4] * k5[i] + A[9][5] * k6[i] + A[9][6] * k7[i] + A[9][7] * k8[i] +
                       A[9][8] * k9[i]);
  }
  if ((status = pw_evaluate(it, t + C[9] * h, s, k10)) != PAWL_OK) return status;
  for (int32_t i = 0; i < n; ++i) {
    s[i] = y[i] + h * (A[10][0] * k1[i] + A[10][3] * k4[i] + A[10][4] * k5[i] + A[10][5] * k6[i] + A[10][6] * k7[i] +
                       A[10][7] * k8[i] + A[10][8] * k9[i] + A[10][9] * k10[i]);
  }
  if ((status = pw_evaluate(it, t + C[10] * h, s, k11)) != PAWL_OK) return status;
  for (int32_t i = 0; i < n; ++i) {
    s[i] = y[i] + h * (A[11][0] * k1[i] + A[11][3] * k4[i] + A[11][4] * k5[i] + A[11][5] * k6[i] + A[11][6] * k7[i] +
                       A[11][7] * k8[i] + A[11][8] * k9[i] + A[11][9] * k10[i] + A[11][10] * k11[i]);
  }
  return pw_evaluate(it, it->t1, s, k12);
}

static PawlStatus attempt(PwIntegrator *it, double *error) {
  PawlStatus status;
  if ((status = stages_2_to_7(it)) != PAWL_OK || (status = stages_8_to_12(it)) != PAWL_OK) return status;
  const int32_t n = it->n;
  const double h = it->h, rtol = it->rtol;
  const double *restrict y = it->y0, *restrict k1 = it->f0, *restrict k6 = pw_work(it, K6), *restrict k7 = pw_work(it, K7);
  const double *restrict k8 = pw_work(it, K8), *restrict k9 = pw_work(it, K9), *restrict k10 = pw_work(it, K10);
  const double *restrict k11 = pw_work(it, K11), *restrict k12 = pw_work(it, K12), *restrict atol = it->atol;
  double *restrict y1 = it->y1, sum3 = 0, sum5 = 0;

  for (int32_t i = 0; i < n; ++i) {
    double slope = A[12][0] * k1[i] + A[12][5] * k6[i] + A[12][6] * k7[i] + A[12][7] * k8[i] + A[12][8] * k9[i] +
                   A[12][9] * k10[i] + A[12][10] * k11[i] + A[12][11] * k12[i];
    y1[i] = y[i] + h * slope;
    double a = fabs(y[i]), b = fabs(y1[i]);
    double scale = atol[i] + rtol * (a > b ? a : b);
    double e3 = (E3[0] * k1[i] + E3[5] * k6[i] + E3[6] * k7[i] + E3[7] * k8[i] + E3[8] * k9[i] + E3[9] * k10[i] +
                 E3[10] * k11[i] + E3[11] * k12[i]) /
                scale;
    double e5 = (E5[0] * k1[i] + E5[5] * k6[i] + E5[6] * k7[i] + E5[7] * k8[i] + E5[8] * k9[i] + E5[9] * k10[i] +
                 E5[10] * k11[i] + E5[11] * k12[i]) /
                scale;
    sum3 += e3 * e3;
    sum5 += e5 * e5;
  }
  // The estimate of order 3 keeps the one of order 5 from being small by chance.
  double whole = sum5 + 0.01 * sum3;
  *error = whole == 0 ? 0 : fabs(h) * sum5 / sqrt(whole * n);
  return PAWL_OK;
}

static PawlStatus settle(PwIntegrator *it) {
  return pw_evaluate_finite(it, it->t1, it->y1, it->f1);
}

static PawlStatus stages_14_to_16(PwIntegrator *it) {
  const int32_t n = it->n;
  const double h = it->h, t = it->t0;
  const double *restrict y = it->y0, *restrict k1 = it->f0, *restrict k6 = pw_work(it, K6), *restrict k7 = pw_work(it, K7);
  const double *restrict k8 = pw_work(it, K8), *restrict k9 = pw_work(it, K9), *restrict k10 = pw_work(it, K10);
  const double *restrict k11 = pw_work(it, K11), *restrict k12 = pw_work(it, K12), *restrict k13 = it->f1;
  double *restrict k14 = pw_work(it, K14), *restrict k15 = pw_work(it, K15), *restrict s = pw_work(it, STAGE);
  PawlStatus status;

  for (int32_t i = 0; i < n; ++i) {
    s[i] = y[i] + h * (A[13][0] * k1[i] + A[13][6] * k7[i] + A[13][7] * k8[i] + A[13][8] * k9[i] + A[13][9] * k10[i] +
                       A[13][10] * k11[i] + A[13][11] * k12[i] + A[13][12] * k13[i]);
  }
  if ((status = pw_evaluate_finite(it, t + C[13] * h, s, k14)) != PAWL_OK) return status;
  for (int32_t i = 0; i < n; ++i) {
    s[i] = y[i] + h * (A[14][0] * k1[i] + A[14][5] * k6[i] + A[14][6] * k7[i] + A[14][7] * k8[i] + A[14][10] * k11[i] +
                       A[14][11] * k12[i] + A[14][12] * k13[i] + A[14][13] * k14[i]);
  }
  if ((status = pw_evaluate_finite(it, t + C[14] * h, s, k15)) != PAWL_OK) return status;
  for (int32_t i = 0; i < n; ++i) {
    s[i] = y[i] + h * (A[15][0] * k1[i] + A[15][5] * k6[i] + A[15][6] * k7[i] + A[15][7] * k8[i] + A[15][8] * k9[i] +
                       A[15][12] * k13[i] + A[15][13] * k14[i] + A[15][14] * k15[i]);
  }
  return pw_evaluate_finite(it, t + C[15] * h, s, pw_work(it, K16));
}

static PawlStatus prepare(PwIntegrator *it) {
  PawlStatus status = stages_14_to_16(it);
  if (status != PAWL_OK) return status;
  pw_explicit_rows(it);
  const int32_t n = it->n;
  const double h = it->h;
  const double *restrict k1 = it->f0, *restrict k6 = pw_work(it, K6), *restrict k7 = pw_work(it, K7);
  const double *restrict k8 = pw_work(it, K8), *restrict k9 = pw_work(it, K9), *restrict k10 = pw_work(it, K10);
  const double *restrict k11 = pw_work(it, K11), *restrict k12 = pw_work(it, K12), *restrict k13 = it->f1;
  const double *restrict k14 = pw_work(it, K14), *restrict k15 = pw_work(it, K15), *restrict k16 = pw_work(it, K16);
  for (int32_t j = 0; j < 4; ++j) {
    double *restrict r = it->rows + (int64_t)(3 + j) * n;
    const double *restrict d = D[j];
    for (int32_t i = 0; i < n; ++i) {
      r[i] = h * (d[0] * k1[i] + d[5] * k6[i] + d[6] * k7[i] + d[7] * k8[i] + d[8] * k9[i] + d[9] * k10[i] + d[10] * k11[i] +
                  d[11] * k12[i] + d[12] * k13[i] + d[13] * k14[i] + d[14] * k15[i] + d[15] * k16[i]);
    }
  }
  return PAWL_OK;
}

static void weigh(double s, double *w, double *dw) {
  pw_explicit_weigh(ROWS, s, w, dw);
}

const PwMethodTable pw_dop853_method = {
    .vectors = VECTORS,
    .rows = ROWS,
    .order = 8,
    .attempt = attempt,
    .settle = settle,
    .rejected = pw_explicit_rejected,
    .accepted = pw_explicit_accepted,
    .prepare = prepare,
    .weigh = weigh,
};
