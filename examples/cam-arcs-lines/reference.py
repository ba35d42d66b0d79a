#!/usr/bin/env python3
# The exact law of the cam of arcs, corners and lines with a round follower, with 30 digits. Needs mpmath.
#   reference.py law > law.csv       driven cam, k = 1.5: every 0.05 s, and both sides of every transition
#   reference.py flights             driven cam, k = 0.35: the two flights
#   reference.py free > ../cam-arcs-lines-free/reference.csv      free cam: speed from the energy, time by quadrature
import sys
from mpmath import mp, mpf, sqrt, sin, cos, diff, findroot, hypot, pi, quad

mp.dps = 30
k, m, w0, J = mpf("1.5"), mpf("0.15"), mpf("0.5"), mpf(10)**6
corner = [(15, 20), (-35, 10), (-35, -10), (15, -20)]


def turned(p, th):  # the cam turns clockwise
    return p[0] * cos(th) + p[1] * sin(th), p[1] * cos(th) - p[0] * sin(th)


def round_element(p, radius):  # arc or corner: the follower's centre is at radius + 5 from p
    def rho(th):
        x, y = turned(p, th)
        return x + sqrt((radius + 5)**2 - y * y)

    def normal(th):
        x, y = turned(p, th)
        return (rho(th) - x) / (radius + 5), -y / (radius + 5)
    return rho, normal


def straight(a, b):
    length = hypot(b[0] - a[0], b[1] - a[1])
    n = (b[1] - a[1]) / length, (a[0] - b[0]) / length
    d = n[0] * a[0] + n[1] * a[1]
    return (lambda th: (d + 5) / turned(n, th)[0]), (lambda th: turned(n, th))


elements = [round_element((15, 0), 20)]
for i in range(4):
    elements.append(round_element(corner[i], 0))
    if i < 3:
        elements.append(straight(corner[i], corner[i + 1]))
elements.append(elements[0])

# Where the touch goes from one element to the next both give the same rho and the same slope.
degrees = ["59.036243468", "60.622087942", "157.501007341", "165.963756532", "194.036243", "202.498992659", "299.377912", "300.963757"]
change = [findroot(lambda th, i=i: diff(elements[i][0], th) - diff(elements[i + 1][0], th), mpf(d) * pi / 180).real
          for i, d in enumerate(degrees)]


def row(t, i, th, w, acceleration, theta=None):
    rho, normal = elements[i]
    r, r1, r2 = rho(th), diff(rho, th), diff(rho, th, 2)
    a = r2 * w * w + r1 * acceleration
    values = [t, theta or th, r, r1 * w, a, (m * a + k * (r + 5)) / normal(th)[0]]
    print(",".join(mp.nstr(v, 16, min_fixed=-5, max_fixed=20) for v in values))


def driven():
    rows = [(mpf(i) / 20, None) for i in range(261)]
    rows += [(c / w0, i) for i, c in enumerate(change)] + [(c / w0, i + 1) for i, c in enumerate(change)]
    for t, i in sorted(rows, key=lambda x: (x[0], x[1] or 0)):
        if i is None:
            i = sum(c < w0 * t for c in change)
        th = w0 * t if i < 8 else w0 * t - 2 * pi
        row(t, i, th, w0, 0, w0 * t)


def free():
    def speed(i, th):
        rho = elements[i][0]
        return sqrt((J * w0**2 + k * 45**2 - k * (rho(th) + 5)**2) / (J + m * diff(rho, th)**2))
    t, start = mpf(0), mpf(0)
    row(t, 0, start, w0, 0)
    for i, c in enumerate(change):
        t += quad(lambda th: 1 / speed(i, th), [start, c])
        start = c
        for side in (i, i + 1):
            rho, w = elements[side][0], speed(side, c)
            r, r1, r2 = rho(c), diff(rho, c), diff(rho, c, 2)
            row(t, side, c, w, -(m * r1 * r2 * w * w + k * (r + 5) * r1) / (J + m * r1 * r1))


def flights():  # driven cam, k = 0.35: lost at the corners D and F; in flight m r'' = -k (r + 5)
    k = mpf("0.35")
    zero = findroot(lambda th: m * diff(elements[5][0], th, 2) * w0**2 + k * (elements[5][0](th) + 5), mpf("3.486")).real
    for start, i, guess, land in ((change[2], 3, "5.81123732", "5.97388632"), (zero, 5, "7.07402687", "7.19355366")):
        t0, r0, v0, f = start / w0, elements[i][0](start), diff(elements[i][0], start) * w0, sqrt(k / m)
        line, normal = elements[i + 1]

        def r(t):
            return (r0 + 5) * cos(f * (t - t0)) + v0 / f * sin(f * (t - t0)) - 5

        def beside(t):  # of the follower's centre over the corner, along the line behind it
            (x, y), n = turned(corner[i // 2], w0 * t), normal(w0 * t)
            return (r(t) - x) * n[1] + y * n[0]

        def gap(t):
            return (r(t) - line(w0 * t)) * normal(w0 * t)[0]
        for name, t in (("lost", t0), ("next", findroot(beside, mpf(guess)).real), ("lands", findroot(gap, mpf(land)).real)):
            print(name, mp.nstr(t, 16), "rho", mp.nstr(r(t), 12), "v", mp.nstr(diff(r, t), 12), "over the line", mp.nstr(gap(t), 12))


if sys.argv[1] == "flights":
    flights()
    sys.exit()
print("# angle of the cam, position, speed, acceleration of the follower, contact force, from the exact law (reference.py)")
print("t,theta,rho,v,a,N")
driven() if sys.argv[1] == "law" else free()
