"""Writes test/fixtures/composed-plans.json: delta of releases fixed in advance, by numeric convolution of their privacy
losses on a grid, and not by the sum over +-epsilon that the program takes."""

import json
import pathlib

import numpy as np
from scipy.integrate import simpson
from scipy.signal import fftconvolve

STEP = 2**-11
REACH = 16
at = np.arange(-REACH, REACH + STEP / 2, STEP)


def gaussian(mu):
    return np.exp(-0.5 * ((at - mu**2 / 2) / mu) ** 2) / (mu * np.sqrt(2 * np.pi))


def delta_of(epsilon, mus, pures):
    density = gaussian(mus[0])
    for mu in mus[1:]:
        density = fftconvolve(density, gaussian(mu), mode="same") * STEP
    for pure in pures:
        shift = round(pure / STEP)
        assert shift * STEP == pure
        plus = 1 / (1 + np.exp(-pure))
        density = plus * np.roll(density, shift) + (1 - plus) * np.roll(density, -shift)
    beyond = at >= epsilon
    return simpson(-np.expm1(epsilon - at[beyond]) * density[beyond], dx=STEP)


CASES = [
    (1, [0.25], [0.5]),
    (1.25, [0.125, 0.125], [0.5]),
    (1.5, [0.25, 0.125], [0.25, 0.75]),
    (2, [0.5], [0.125, 0.25, 0.375, 0.5]),
    (0.75, [0.0625, 0.125, 0.0625], [0.25, 0.25]),
    (3, [0.75, 0.25], [1, 0.5, 0.5, 0.125, 0.0625]),
    (1, [0.125], [0.0625] * 8),
    (4, [0.5, 0.5, 0.5], [2.5]),
]
cases = [
    {
        "inputs": {"epsilon": epsilon, "mus": mus, "pureEpsilons": pures},
        "expected": {"delta": delta_of(epsilon, mus, pures)},
        "tolerance": {"default": {"rel": 1e-8, "abs": 0}},
    }
    for epsilon, mus, pures in CASES
]
where = pathlib.Path(__file__).parent.parent / "fixtures" / "composed-plans.json"
source = "test/support/composedPlans.py"
where.write_text(json.dumps({"source": source, "cases": cases}, indent=1) + "\n")
