#!/usr/bin/env python3
"""Motion of a wheel set with conical treads that rolls on two round rails: reference.csv, and the numbers of README.md.

A rigid body whose two points that touch do not move turns about the line through them. So the axle's middle c and its direction a
follow c' = w x (c - P), a' = w x a, w along that line, its size from the energy. The touches are closed forms of c and a: the normal
n of a rail is square to x, that of a cone has the angle pi/2 - g0 with the axle. Integrated by extrapolation of the midpoint rule.
"""
import math

m, Ix, Iy, slope, r0, e, R1, speed, g = 1200.0, 700.0, 100.0, 0.05, 0.46, 0.75, 0.3, 10.0, 9.81
g0 = math.atan(slope)
h = e - R1 * math.sin(g0)


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def touch(c, a, side):
    """Left: side 1. The point, and how far the tread is above the rail."""
    al = math.atan2(a[2], a[1]) + side * math.asin(math.sin(g0) / math.hypot(a[1], a[2]))
    n = [0.0, -math.sin(al), math.cos(al)]
    out = [-(ni + side * math.sin(g0) * ai) / math.cos(g0) for ni, ai in zip(n, a)]      # from the axle to the touch, square to it
    tip = [ci + side * (h + r0 / slope) * ai for ci, ai in zip(c, a)]
    line = [-side * math.cos(g0) * ai + math.sin(g0) * oi for ai, oi in zip(a, out)]     # from the tip along the tread
    y, z = side * e - R1 * math.sin(al), -R1 + R1 * math.cos(al)
    w = (y - tip[1]) / line[1]
    p = [t + w * l for t, l in zip(tip, line)]
    return p, p[2] - z


def turning(s):
    """Axis through the touches, velocity of c for w = 1 about it, kinetic energy for w = 1."""
    c, a = s[:3], s[3:]
    left, right = touch(c, a, 1)[0], touch(c, a, -1)[0]
    d = [l - r for l, r in zip(left, right)]
    size = math.sqrt(dot(d, d))
    axis = [x / size for x in d]
    v = cross(axis, [ci - p for ci, p in zip(c, left)])
    along = dot(axis, a) ** 2
    return axis, v, (m * dot(v, v) + Iy * along + Ix * (1 - along)) / 2


def start(roll):
    """Rolled, not turned about the vertical: y and z by both gaps (Newton)."""
    a = [0.0, math.cos(roll), math.sin(roll)]
    y, z = roll * (h / slope - r0), r0
    for _ in range(50):
        f = [touch([0, y, z], a, k)[1] for k in (1, -1)]
        d = 1e-6
        fy = [(touch([0, y + d, z], a, k)[1] - touch([0, y - d, z], a, k)[1]) / (2 * d) for k in (1, -1)]
        fz = [(touch([0, y, z + d], a, k)[1] - touch([0, y, z - d], a, k)[1]) / (2 * d) for k in (1, -1)]
        det = fy[0] * fz[1] - fy[1] * fz[0]
        y -= (f[0] * fz[1] - f[1] * fz[0]) / det
        z -= (fy[0] * f[1] - fy[1] * f[0]) / det
    return [0.0, y, z] + a


def rhs_for(s):
    axis, v, one = turning(s)
    w = speed / v[0]
    energy = one * w * w + m * g * s[2]

    def rhs(x):
        axis, v, one = turning(x)
        w = math.sqrt((energy - m * g * x[2]) / one)
        return [w * k for k in v + cross(axis, x[3:])]
    return rhs


def step(f, s, big, orders=8):
    """Gragg's midpoint rule with 2, 4, 6, ... parts, extrapolated."""
    table = []
    for k in range(orders):
        n = 2 * (k + 1)
        d = big / n
        a, b = s, [x + d * y for x, y in zip(s, f(s))]
        for _ in range(n - 1):
            a, b = b, [x + 2 * d * y for x, y in zip(a, f(b))]
        row = [[(x + y + d * z) / 2 for x, y, z in zip(a, b, f(b))]]
        for j in range(k):
            q = (n / (2 * (k - j))) ** 2 - 1
            row.append([x + (x - y) / q for x, y in zip(row[j], table[j])])
        table = row
    return table[-1]


def quarter(roll):
    """x where y goes through zero for the first time."""
    s = start(roll)
    f = rhs_for(s)
    big, t = 0.02, 0.0
    while True:
        after = step(f, s, big)
        if after[1] < 0:
            break
        s, t = after, t + big
    for _ in range(60):                         # Newton from there
        d = -s[1] / f(s)[1]
        s, t = step(f, s, d), t + d
        if abs(d) < 1e-17:
            break
    return s[0], t


if __name__ == "__main__":
    klingel = 2 * math.pi * math.sqrt(r0 * 2 * h / (2 * slope))
    small = 2 * math.pi * h * math.sqrt(r0 / (slope * e))
    print("Klingel", klingel, "small swings", small)
    for roll in (1e-6, 1e-5, 1e-4, 2e-4, 4e-4):
        s, (x, t) = start(roll), quarter(roll)
        print("roll", roll, "y0", s[1], "z0", s[2], "wave", 4 * x, "t of a quarter", t)
    s = start(2e-4)
    f = rhs_for(s)
    with open("reference.csv", "w") as out:
        out.write("# axle's middle x, y, z, and the x component of its direction, of a wheel set that hunts (reference.py); SI\n")
        out.write("t,x,y,z,ax\n")
        for i in range(46):
            out.write(",".join(repr(v) for v in (round(i * 0.02, 10), s[0], s[1], s[2], s[3])) + "\n")
            for _ in range(2):
                s = step(f, s, 0.01)
    print("gaps at the end", touch(s[:3], s[3:], 1)[1], touch(s[:3], s[3:], -1)[1])
