#!/usr/bin/env python3
"""Small motions of the benchmark bicycle: linear.csv, the weave and capsize speeds, eigenvalues. With numpy-free Python and mpmath.

Equations of J.P. Meijaard, J.M. Papadopoulos, A. Ruina, A.L. Schwab, Linearized dynamics equations for the balance and steer of a
bicycle: a benchmark and review, Proc. R. Soc. A 463 (2007), appendix A: M q'' + v C1 q' + (g K0 + v^2 K2) q = 0, q = lean, steer.
"""
from mpmath import mp, mpf, cos, sin, pi, matrix, lu_solve, polyroots, findroot, expm, nstr

mp.dps = 30
w, c, lam, g = mpf("1.02"), mpf("0.08"), pi / 10, mpf("9.81")
rR, mR, IRxx, IRyy = mpf("0.3"), mpf(2), mpf("0.0603"), mpf("0.12")
xB, zB, mB, IBxx, IBxz, IBzz = mpf("0.3"), mpf("-0.9"), mpf(85), mpf("9.2"), mpf("2.4"), mpf("2.8")
xH, zH, mH, IHxx, IHxz, IHzz = mpf("0.9"), mpf("-0.7"), mpf(4), mpf("0.05892"), mpf("-0.00756"), mpf("0.00708")
rF, mF, IFxx, IFyy = mpf("0.35"), mpf(3), mpf("0.1405"), mpf("0.28")

mT = mR + mB + mH + mF
xT = (xB * mB + xH * mH + w * mF) / mT
zT = (-rR * mR + zB * mB + zH * mH - rF * mF) / mT
ITxx = IRxx + IBxx + IHxx + IFxx + mR * rR**2 + mB * zB**2 + mH * zH**2 + mF * rF**2
ITxz = IBxz + IHxz - mB * xB * zB - mH * xH * zH + mF * w * rF
ITzz = IRxx + IBzz + IHzz + IFxx + mB * xB**2 + mH * xH**2 + mF * w**2
mA = mH + mF
xA, zA = (xH * mH + w * mF) / mA, (zH * mH - rF * mF) / mA
IAxx = IHxx + IFxx + mH * (zH - zA)**2 + mF * (rF + zA)**2
IAxz = IHxz - mH * (xH - xA) * (zH - zA) + mF * (w - xA) * (rF + zA)
IAzz = IHzz + IFxx + mH * (xH - xA)**2 + mF * (w - xA)**2
uA = (xA - w - c) * cos(lam) - zA * sin(lam)
IAll = mA * uA**2 + IAxx * sin(lam)**2 + 2 * IAxz * sin(lam) * cos(lam) + IAzz * cos(lam)**2
IAlx = -mA * uA * zA + IAxx * sin(lam) + IAxz * cos(lam)
IAlz = mA * uA * xA + IAxz * sin(lam) + IAzz * cos(lam)
mu = c / w * cos(lam)
SR, SF = IRyy / rR, IFyy / rF
ST = SR + SF
SA = mA * uA + mu * mT * xT
M = matrix([[ITxx, IAlx + mu * ITxz], [IAlx + mu * ITxz, IAll + 2 * mu * IAlz + mu**2 * ITzz]])
K0 = matrix([[mT * zT, -SA], [-SA, -SA * sin(lam)]])
K2 = matrix([[0, (ST - mT * zT) / w * cos(lam)], [0, (SA + SF * sin(lam)) / w * cos(lam)]])
C1 = matrix([[0, mu * ST + SF * cos(lam) + ITxz / w * cos(lam) - mu * mT * zT],
             [-(mu * ST + SF * cos(lam)), IAlz / w * cos(lam) + mu * (SA + ITzz / w * cos(lam))]])


def polynomial(v):
    """det(s^2 M + s v C1 + g K0 + v^2 K2) by powers of s, highest first."""
    def e(i, j):
        return [M[i, j], v * C1[i, j], g * K0[i, j] + v**2 * K2[i, j]]

    def times(a, b):
        out = [mpf(0)] * 5
        for i, x in enumerate(a):
            for j, y in enumerate(b):
                out[i + j] += x * y
        return out
    return [x - y for x, y in zip(times(e(0, 0), e(1, 1)), times(e(0, 1), e(1, 0)))]


def hurwitz(v):
    a, b, c_, d, e = polynomial(v)
    return b * c_ * d - a * d * d - b * b * e


def system(v):
    A = matrix(4, 4)
    for i in range(2):
        A[i, 2 + i] = 1
    for j in range(2):
        k, d = lu_solve(M, -(g * K0 + v**2 * K2)[:, j]), lu_solve(M, -v * C1[:, j])
        for i in range(2):
            A[2 + i, j], A[2 + i, 2 + j] = k[i], d[i]
    return A


if __name__ == "__main__":
    for name, m in (("M", M), ("C1", C1), ("K0", K0), ("K2", K2)):
        print(name, [nstr(m[i, j], 16) for i in range(2) for j in range(2)])
    print("weave", nstr(findroot(hurwitz, mpf("4.3")), 16))
    print("capsize", nstr(findroot(lambda v: polynomial(v)[4], mpf("6.0")), 16))
    for v in (4, 5):
        print(v, [nstr(x, 14) for x in polyroots(polynomial(mpf(v)), maxsteps=200, extraprec=100)])
    with open("linear.csv", "w") as out:
        out.write("# lean and steer of the benchmark bicycle by its linear equations, from a lean rate of 1e-4 rad/s, at 4 and 5 m/s (reference.py)\n")
        out.write("t,lean4,steer4,lean5,steer5\n")
        flow = [expm(system(mpf(v)) / 10) for v in (4, 5)]
        state = [matrix([0, 0, mpf("1e-4"), 0]) for _ in flow]
        for i in range(21):
            out.write(f"{i / 10}," + ",".join(nstr(x[k], 15) for x in state for k in range(2)) + "\n")
            state = [f * x for f, x in zip(flow, state)]
