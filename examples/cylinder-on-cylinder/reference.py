#!/usr/bin/env python3
"""Times at which a cylinder that rolls down another one slips and leaves it, by quadrature (mpmath); the numbers of README.md.

With phi the angle from the top, s = R + r and k = I/(m r^2), as long as it rolls
    (1 + k) s phi'^2 = 2 g (cos phi0 - cos phi),  N/m = g cos phi - s phi'^2,  F/m = k/(1 + k) g sin phi,
and while it slides, with F = mu N, u = phi'^2 is the solution of a linear equation in phi,
    s u_phi/2 = g sin phi - mu (g cos phi - s u),  r w' = mu N/(k m).
"""
from mpmath import mp, mpf, cos, sin, sinc, exp, sqrt, quad, findroot, nstr

mp.dps = 40
R, r, k, g, phi0, mu = mpf(1), mpf("0.1"), mpf("0.5"), mpf("9.81"), mpf("0.1"), mpf("0.3")
s = R + r


def rolling(phi):
    return 2 * g * (cos(phi0) - cos(phi)) / ((1 + k) * s)


def time(phi):
    """From rest at phi0; phi = phi0 + x^2 takes away the root."""
    def rate(x):
        half = x * x / 2  # cos phi0 - cos phi = 2 sin(phi0 + half) sin(half)
        return 2 / sqrt(2 * g * sin(phi0 + half) * sinc(half) / ((1 + k) * s))
    return quad(rate, [0, sqrt(phi - phi0)])


leaves = findroot(lambda p: cos(p) - 2 * cos(phi0) / (3 + k), mpf("0.96"))
print("no slip: leaves at", nstr(leaves, 16), "t", nstr(time(leaves), 17), "phi'", nstr(sqrt(rolling(leaves)), 16))

slips = findroot(lambda p: k / (1 + k) * g * sin(p) - mu * (g * cos(p) - s * rolling(p)), mpf("0.587"))
t1, u1 = time(slips), rolling(slips)
# u = c exp(2 mu phi) + a sin phi + b cos phi
a = -2 * g * 3 * mu / (s * (1 + 4 * mu ** 2))
b = 2 * g * (2 * mu ** 2 - 1) / (s * (1 + 4 * mu ** 2))
c = (u1 - a * sin(slips) - b * cos(slips)) * exp(-2 * mu * slips)


def sliding(phi):
    return c * exp(2 * mu * phi) + a * sin(phi) + b * cos(phi)


gone = findroot(lambda p: g * cos(p) - s * sliding(p), mpf("0.92"))
t2 = t1 + quad(lambda p: 1 / sqrt(sliding(p)), [slips, gone])
w = s * sqrt(u1) / r + quad(lambda p: mu * (g * cos(p) - s * sliding(p)) / (k * r * sqrt(sliding(p))), [slips, gone])
print("friction: slips at", nstr(slips, 16), "t", nstr(t1, 17), "force N/m", nstr(g * cos(slips) - s * u1, 16))
print("leaves at", nstr(gone, 16), "t", nstr(t2, 17), "phi'", nstr(sqrt(sliding(gone)), 16), "w", nstr(w, 16))
print("energy lost per mass", nstr(g * s * (cos(phi0) - cos(gone)) - s ** 2 * sliding(gone) / 2 - k * r ** 2 * w ** 2 / 2, 16))
print("touch at", nstr(R * sin(gone), 16), nstr(R * cos(gone), 16), "no slip", nstr(R * sin(leaves), 16), nstr(R * cos(leaves), 16))
