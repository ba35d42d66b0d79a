#!/usr/bin/env python3
# The slider-crank as a motion of one freedom, its crank angle, by Runge and Kutta's method of order 4 in steps of 0.1 ms; forces of
# the bearing on the crank and of the guide on the slider by the balance of each body. Writes reference.csv.
from math import sin, cos, asin

R, L, M1, M2, M3, I1, I2, G, K, X0 = 0.5, 1.0, 1.0, 2.0, 1.0, 0.25 / 3, 2.0 / 12, 9.81, 200.0, 1.5


def shape(a):
    f = -asin(R / L * sin(a))  # angle of the rod
    p = -R / L * cos(a) / cos(f)  # its derivative, and that one's
    d = R / L * (sin(a) / cos(f) - cos(a) * sin(f) * p / cos(f) ** 2)
    x = R * cos(a) + L * cos(f)
    x1 = -R * sin(a) - L * sin(f) * p
    x2 = -R * cos(a) - L * cos(f) * p * p - L * sin(f) * d
    c1 = (-R * sin(a) - L / 2 * sin(f) * p, R / 2 * cos(a))  # centre of the rod
    c2 = (-R * cos(a) - L / 2 * (cos(f) * p * p + sin(f) * d), -R / 2 * sin(a))
    return f, p, d, x, x1, x2, c1, c2


def acceleration(a, w):
    f, p, d, x, x1, x2, c1, c2 = shape(a)
    inertia = I1 + M2 * (c1[0] ** 2 + c1[1] ** 2) + I2 * p * p + M3 * x1 * x1
    half = M2 * (c1[0] * c2[0] + c1[1] * c2[1]) + I2 * p * d + M3 * x1 * x2
    force = -(M1 + M2) * G * R / 2 * cos(a) - K * (x - X0) * x1
    return (force - half * w * w) / inertia


def forces(a, w):
    f, p, d, x, x1, x2, c1, c2 = shape(a)
    e = acceleration(a, w)
    centre = [c1[i] * e + c2[i] * w * w for i in range(2)]
    turning = p * e + d * w * w
    sx = M3 * (x1 * e + x2 * w * w) + K * (x - X0)  # of the rod on the slider
    sy = (-2 * I2 * turning / L + sin(f) * (M2 * centre[0] + 2 * sx) - cos(f) * M2 * (centre[1] + G)) / (2 * cos(f))
    px, py = M2 * centre[0] + sx, M2 * (centre[1] + G) + sy  # of the crank on the rod
    ax, ay = R / 2 * (-sin(a) * e - cos(a) * w * w), R / 2 * (cos(a) * e - sin(a) * w * w)
    return M1 * ax + px, M1 * (ay + G) + py, M3 * G - sy


def step(a, w, h):
    k1 = (w, acceleration(a, w))
    k2 = (w + h / 2 * k1[1], acceleration(a + h / 2 * k1[0], w + h / 2 * k1[1]))
    k3 = (w + h / 2 * k2[1], acceleration(a + h / 2 * k2[0], w + h / 2 * k2[1]))
    k4 = (w + h * k3[1], acceleration(a + h * k3[0], w + h * k3[1]))
    return tuple(y + h / 6 * (p + 2 * q + 2 * r + s) for y, p, q, r, s in zip((a, w), k1, k2, k3, k4))


a, w, each = 0.7, 1.0, 500
print("t,angle,w,bx,by,n")
for i in range(41):
    print(",".join(repr(v) for v in (i / 20, a, w, *forces(a, w))))
    for _ in range(each):
        a, w = step(a, w, 0.05 / each)
