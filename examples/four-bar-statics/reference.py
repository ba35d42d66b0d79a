#!/usr/bin/env python3
# The least potential energy over the crank angle, with the loop closed by the circles of the two tips; 30 digits. Needs mpmath.
from mpmath import mp, mpf, sqrt, sin, cos, atan2, diff, findroot, pi
mp.dps = 30
g, A, B, C, D = mpf("9.81"), mpf("0.4"), mpf(1), mpf("0.7"), mpf(1)

def pose(th):
    px, py = A * cos(th), A * sin(th)
    dx, dy = D - px, -py                      # from crank tip to the rocker's pivot
    d2 = dx * dx + dy * dy
    along = (d2 + B * B - C * C) / (2 * d2)   # circles of radius B about the tip, C about the pivot
    up = sqrt(B * B / d2 - along * along)
    ex, ey = px + along * dx - up * dy, py + along * dy + up * dx   # the upper of the two
    return px, py, atan2(ey - py, ex - px), atan2(ey, ex - D)

def energy(th):
    px, py, c, r = pose(th)
    heights = 2 * mpf("0.2") * sin(th) + 3 * (py + sin(c) / 2 + cos(c) / 10) + mpf("2.5") * mpf("0.35") * sin(r)
    length = sqrt((D + cos(r) / 2 - mpf("1.4"))**2 + (sin(r) / 2 - mpf("0.9"))**2)
    return g * heights + 75 * (length - mpf("0.3"))**2 + 10 * (th - mpf("0.6"))**2

th = findroot(lambda x: diff(energy, x), mpf("0.3"))
assert diff(energy, th, 2) > 0
for name, value in zip(("crank", "coupler", "rocker", "energy"), (th, pose(th)[2], pose(th)[3], energy(th))):
    print(name, mp.nstr(value, 17))
