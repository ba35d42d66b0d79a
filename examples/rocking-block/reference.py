#!/usr/bin/env python3
"""Times of the impacts of a rocking block by quadrature (mpmath); the numbers of README.md.

Half diagonal p, about the corner (4/3) p theta'' = -g sin(alpha - theta); each impact multiplies theta' by 1 - 1.5 sin(alpha)^2.
"""
from mpmath import mp, mpf, atan, cos, sin, acos, asin, sqrt, quad, sinc, nstr

mp.dps = 40
b, h, g = mpf("0.2"), mpf(1), mpf("9.81")
alpha, p = atan(b / h), sqrt(b * b + h * h) / 2
ratio = 1 - mpf("1.5") * sin(alpha) ** 2


def quarter(top):
    """From rest at the angle top down to 0; theta = top - x^2 takes away the root."""
    # theta'^2 = 3 g/(2 p) (cos(alpha - top) - cos(alpha - theta)) = 3 g/p sin(alpha - top + x^2/2) sin(x^2/2)
    return quad(lambda x: 2 / sqrt(3 * g / (2 * p) * sin(alpha - top + x * x / 2) * sinc(x * x / 2)), [0, sqrt(top)])


# squares of the speed at theta = 0 as s = (1 - cos...) form: d = cos(alpha - top) - cos(alpha), times ratio^2 at each impact
top = mpf("0.8") * alpha
d = cos(alpha - top) - cos(alpha)
t, n = quarter(top), 1
print(1, nstr(t, 17), "w", nstr(sqrt(3 * g / (2 * p) * d), 17))
while d > mpf(10) ** -30:
    d *= ratio ** 2
    # alpha - top = acos(cos(alpha) + d) without loss of digits: sin(alpha - top/2) sin(top/2) = d/2
    c = cos(alpha) + d
    top = asin(sin(alpha) * c - cos(alpha) * sqrt(1 - c * c))
    t += 2 * quarter(top)
    n += 1
    if n in (2, 3, 10, 50):
        print(n, nstr(t, 17), "w", nstr(sqrt(3 * g / (2 * p) * d), 17))
print("all", nstr(t + 2 * quarter(top) * ratio / (1 - ratio), 17))
