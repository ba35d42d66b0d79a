#!/usr/bin/env python3
# Closed form of the slider-crank, in m and rad with 30 digits, derivatives by hand; torque from the power of the inertia forces;
# force of the piston on the wrist from its acceleration. Writes reference.csv in mm, N, N mm. Needs mpmath.
from mpmath import mp, mpf, sqrt, sin, cos, pi
mp.dps = 30
r, l, w = mpf("0.05"), mpf("0.15"), 20 * pi
m_rod, J_rod, m_piston = mpf("0.6"), mpf("0.0012"), mpf("0.5")
print("# travel, speed and acceleration of the piston; torque on the crank; force along x on the piston at the wrist (reference.py)")
print("t,x,v,a,torque,wrist")
for i in range(201):
    t = mpf(i) / 2000
    S, C = sin(w * t), cos(w * t)
    sb, sb1, sb2 = -r * S / l, -r * C * w / l, r * S * w * w / l     # sine of the rod's angle, and its derivatives
    cb = sqrt(1 - sb * sb)
    b1 = sb1 / cb
    b2 = (sb2 + sb * b1 * b1) / cb
    x = r * C + l * cb
    v = -r * S * w - l * sb * b1
    a = -r * C * w * w - l * (cb * b1 * b1 + sb * b2)
    gx, gy = -r * S * w - l / 3 * sb * b1, r * C * w + l / 3 * cb * b1           # centre of the rod, velocity and acceleration
    hx = -r * C * w * w - l / 3 * (cb * b1 * b1 + sb * b2)
    hy = -r * S * w * w + l / 3 * (cb * b2 - sb * b1 * b1)
    torque = (m_piston * v * a + m_rod * (gx * hx + gy * hy) + J_rod * b1 * b2) / w
    row = [t, x * 1000, v * 1000, a * 1000, torque * 1000, m_piston * a]
    print(",".join(mp.nstr(mp.chop(z, mpf(10)**-25), 17) for z in row))
