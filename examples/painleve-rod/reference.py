#!/usr/bin/env python3
"""End of the slip of the rod with mu = 1.2 (mpmath, Taylor series); the numbers of README.md."""
from mpmath import mp, mpf, atan, sin, cos, odefun, findroot, nstr

mp.dps = 25
l, g, mu = mpf("0.5"), mpf("9.81"), mpf("1.2")


def force(th, w):
    """Normal force per mass: y of the centre is l sin th, w' = 3 N (mu sin th - cos th)/l."""
    return (g - l * w * w * sin(th)) / (1 + 3 * cos(th) ** 2 - 3 * mu * sin(th) * cos(th))


def rates(t, y):
    th, w, vx = y
    n = force(th, w)
    return [w, 3 * n * (mu * sin(th) - cos(th)) / l, mu * n]


def slip(t):
    th, w, vx = motion(t)
    return vx + l * w * sin(th)


motion = odefun(rates, 0, [atan(mpf(2)), mpf(0), mpf(-1)])
t = findroot(slip, (mpf("0.0057"), mpf("0.0058")))
th, w, vx = motion(t)
print("sticks at", nstr(t, 16), "w", nstr(w, 16), "angle", nstr(th, 16), "N before", nstr(force(th, w), 16))
