#!/usr/bin/env python3
# The governor reduced by hand: both rods at the angle a below the horizontal, slider at s, angular momentum of the whole
# constant. Classical Runge-Kutta, 100 000 steps a second (the struts' fastest rate is below 2e4 1/s): writes reference.csv.
# With half as many steps the same digits come out but for 5e-13.
from math import sin, cos, pi, sqrt
import sys
N = int(sys.argv[1]) if len(sys.argv) > 1 else 100000
g, k, c, rod, ball, slider, r0 = 9.81, 8e5, 4e4, 0.3, 5.0, 3.0, 0.05
across, along = rod * (1 + 1e-4) / 12, rod * 2e-4 / 12
swing = 2 * (across + rod / 4 + ball)              # of both rods about their pivots
turning = rod * 2e-4 / 12 + slider * 0.02 / 12     # of shaft and slider about the axis

def inertia(C, S):                                 # about the axis
    return turning + 2 * (rod * (r0 + C / 2)**2 + across * C * C + along * S * S + ball * (r0 + C)**2)

H = inertia(cos(pi / 6), 0.5) * 2 * pi

def f(a, s, u, v):
    C, S = cos(a), sin(a)
    x, z = C / 2, 1 - S / 2 - s                    # strut from slider to rod: out and up
    L = sqrt(x * x + z * z)
    La, Ls = (-x * S - z * C) / (2 * L), -z / L    # dL/da, dL/ds
    F = 2 * (k * (L - 0.5) + c * (La * u + Ls * v))
    Ja = 2 * (-rod * (r0 + C / 2) * S - 2 * across * C * S + 2 * along * S * C - 2 * ball * (r0 + C) * S)
    w = H / inertia(C, S)
    return u, v, (Ja * w * w / 2 + 2 * g * C * (rod / 2 + ball) - F * La) / swing, -g - F * Ls / slider

h = 1.0 / N
a, s, u, v = pi / 6, 0.5, 0.0, 0.0
print("# slider height, its speed, angle of the rods below the horizontal, rate of the shaft (reference.py)")
print("t,s,v,a,w")
for i in range(10 * N + 1):
    if i % (N // 20) == 0:
        print("%.17g,%.15g,%.15g,%.15g,%.15g" % (i * 20 // N / 20, s, v, a, H / inertia(cos(a), sin(a))))
    p1, q1, m1, n1 = f(a, s, u, v)
    p2, q2, m2, n2 = f(a + h / 2 * p1, s + h / 2 * q1, u + h / 2 * m1, v + h / 2 * n1)
    p3, q3, m3, n3 = f(a + h / 2 * p2, s + h / 2 * q2, u + h / 2 * m2, v + h / 2 * n2)
    p4, q4, m4, n4 = f(a + h * p3, s + h * q3, u + h * m3, v + h * n3)
    a += h / 6 * (p1 + 2 * p2 + 2 * p3 + p4)
    s += h / 6 * (q1 + 2 * q2 + 2 * q3 + q4)
    u += h / 6 * (m1 + 2 * m2 + 2 * m3 + m4)
    v += h / 6 * (n1 + 2 * n2 + 2 * n3 + n4)
