#!/usr/bin/env python3
# Closed form of the pendulum released at 90 degrees, with 30 digits: writes reference.csv. Needs mpmath.
from mpmath import mp, mpf, sqrt, sin, cos, asin, pi, ellipk, ellipfun
mp.dps = 30
g, k = mpf("9.81"), sin(pi / 4)
K = ellipk(k**2)
print("# sin(phi/2) = k sn(K - sqrt(g) t; k^2), k = sin(pi/4); phi from the downward vertical (reference.py)")
print("t,x,y,vx,vy,w")
for i in range(201):
    t = mpf(i) / 20
    u = K - sqrt(g) * t
    s, c = k * ellipfun("sn", u, m=k**2), ellipfun("dn", u, m=k**2)  # sin and cos of phi/2
    w = -2 * k * sqrt(g) * ellipfun("cn", u, m=k**2)
    x, y = 2 * s * c, 2 * s * s - 1
    row = [t, x, y, -y * w, x * w, w]
    print(",".join(mp.nstr(v, 17, min_fixed=-5, max_fixed=20) for v in row))
