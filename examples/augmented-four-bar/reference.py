#!/usr/bin/env python3
# The parallelogram as a motion of one freedom, the angle of its uprights, by Runge and Kutta's method of order 4 in steps of 0.1 ms.
# The coupler only shifts, so that each upright carries half of what its mass and weight ask for: the force of the left bearing.
# Writes reference.csv.
from math import sin, cos, pi

G, INERTIA, LEVER = 9.81, 5.0 / 3, 2.0


def acceleration(a):
    return -G * LEVER / INERTIA * cos(a)


def forces(a, w):
    e = acceleration(a)
    ax, ay = -sin(a) * e - cos(a) * w * w, cos(a) * e - sin(a) * w * w  # of the top; of the centre half of it
    return ax / 2 + ax / 2, (ay / 2 + G) + (ay + G) / 2


def step(a, w, h):
    k1 = (w, acceleration(a))
    k2 = (w + h / 2 * k1[1], acceleration(a + h / 2 * k1[0]))
    k3 = (w + h / 2 * k2[1], acceleration(a + h / 2 * k2[0]))
    k4 = (w + h * k3[1], acceleration(a + h * k3[0]))
    return tuple(y + h / 6 * (p + 2 * q + 2 * r + s) for y, p, q, r, s in zip((a, w), k1, k2, k3, k4))


a, w, each = pi / 2, -1.0, 500
print("t,angle,w,bx,by")
for i in range(41):
    print(",".join(repr(v) for v in (i / 20, a, w, *forces(a, w))))
    for _ in range(each):
        a, w = step(a, w, 0.05 / each)
