#!/usr/bin/env python3
# Lagrange's equations in the two angles from the x axis, Taylor series of 30 digits: writes reference.csv. Needs mpmath.
from mpmath import mp, mpf, odefun, sin, cos
mp.dps = 30
g = mpf("9.81")

def f(t, y):
    a, b, u, w = y
    # (4/3) a'' + (1/2) cos(a-b) b'' = -(1/2) sin(a-b) w^2 - (3/2) g cos a;  (1/2) cos(a-b) a'' + (1/3) b'' = (1/2) sin(a-b) u^2 - (1/2) g cos b
    m, c, s = mpf(4) / 3, cos(a - b) / 2, sin(a - b) / 2
    n = mpf(1) / 3
    p, q = -s * w * w - mpf(3) / 2 * g * cos(a), s * u * u - g / 2 * cos(b)
    d = m * n - c * c
    return [u, w, (p * n - c * q) / d, (m * q - c * p) / d]

y = odefun(f, 0, [mpf(0)] * 4)
print("# angles and speeds of the two links of the double pendulum from rest, level (reference.py)")
print("t,upper,lower,w1,w2")
for i in range(41):
    t = mpf(i) / 20
    print(",".join(mp.nstr(v, 17) for v in [t] + list(y(t))))
