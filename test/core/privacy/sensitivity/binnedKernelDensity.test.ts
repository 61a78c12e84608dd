import { describe, expect, test } from "vitest";
import { NumericalError } from "../../../../src/core/errors.ts";
import type { Rows } from "../../../../src/core/linalg/smallMatrix.ts";
import { binnedKernelDensitySensitivity } from "../../../../src/core/privacy/sensitivity/binnedKernelDensity.ts";
import { anisotropicKernelDensitySensitivity } from "../../../../src/core/privacy/sensitivity/kernelDensity.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectRelative, notPositive } from "../relative.ts";
import { rkhsDistance, splineBinned } from "./rkhs.ts";

const determinant = (H: Rows) => (H.length === 1 ? H[0]![0]! : H[0]![0]! * H[1]![1]! - H[0]![1]! * H[1]![0]!);

/** rᵀHr. */
const form = (H: Rows, r: readonly number[]) =>
  H.reduce((sum, row, i) => sum + row.reduce((part, h, j) => part + h * r[i]! * r[j]!, 0), 0);

const less = (H: Rows, steps: readonly number[]): Rows =>
  H.map((row, i) => row.map((h, j) => (i === j ? h - steps[j]! ** 2 / 3 : h)));

/**
 * ⟨φ_a, φ_b⟩ in the space of k_H, φ a normalised bump of covariance H′, from the Fourier transforms by the trapezoidal
 * rule: (2π)^{−d} ∫ e^{−ωᵀH′ω} cos(ω·(a − b)) / ((2π)^{d/2} |H|^{1/2} e^{−½ωᵀHω}) dω.
 */
function fourierInner(H: Rows, smoothing: Rows): (a: readonly number[], b: readonly number[]) => number {
  const d = H.length;
  const M = smoothing.map((row, i) => row.map((h, j) => 2 * h - H[i]![j]!));
  const shortest = d === 1 ? M[0]![0]! : determinant(M) / (M[0]![0]! + M[1]![1]!);
  // The integrand falls below e^{−25} at √50 deviations; steps of 0.4 repeat the function at 15.7 deviations, where
  // those of a box of 12 steps of 0.4 have not ended, but fallen to e^{−½·9²}.
  const most = Math.sqrt(50 / shortest);
  const step = 0.4 / Math.sqrt(Math.max(...M.map((row, j) => row[j]!)));
  const count = Math.ceil(most / step);
  const omegas: number[][] = [];
  for (let k = -count; k <= count; k++) {
    if (d === 1) omegas.push([k * step]);
    else for (let l = -count; l <= count; l++) omegas.push([k * step, l * step]);
  }
  const terms = omegas.map((omega) => Math.exp(0.5 * form(H, omega) - form(smoothing, omega)));
  const scale = (step / (2 * Math.PI)) ** d / ((2 * Math.PI) ** (d / 2) * Math.sqrt(determinant(H)));
  // Of so many pairs of nodes most differences come again.
  const known = new Map<string, number>();
  return (a, b) => {
    const r = a.map((x, j) => x - b[j]!);
    const key = r.map((x) => x.toFixed(12)).join();
    const found = known.get(key);
    if (found !== undefined) return found;
    let sum = 0;
    terms.forEach((term, k) => {
      const omega = omegas[k]!;
      let dot = 0;
      for (let j = 0; j < d; j++) dot += omega[j]! * r[j]!;
      sum += term * Math.cos(dot);
    });
    known.set(key, scale * sum);
    return scale * sum;
  };
}

const cases: [string, Rows, number[]][] = [
  ["a line, 0.1", [[0.04]], [0.02]],
  ["a line, 0.4", [[0.04]], [0.08]],
  [
    "a plane, 0.4",
    [
      [0.04, 0],
      [0, 0.09],
    ],
    [0.08, 0.12],
  ],
  [
    "a plane, 0.38, correlation 0.6",
    [
      [0.04, 0.024],
      [0.024, 0.04],
    ],
    [0.076, 0.076],
  ],
];

describe("binnedKernelDensitySensitivity", () => {
  test.each(cases)(
    "bounds binned records of a box, in the norm computed from Fourier transforms, and is nearly reached: %s",
    (_, H, steps) => {
      const smoothing = less(H, steps);
      const inner = fourierInner(H, smoothing);
      const random = seededSource(3);
      for (const cells of H.length === 1 ? [3, 12] : [12]) {
        const boxSides = steps.map((step) => cells * step);
        const bound = binnedKernelDensitySensitivity({
          recordCount: 1,
          bandwidthMatrix: H,
          smoothing,
          steps,
          boxSides,
        });
        const corner = boxSides.map(() => 0);
        const records = [corner, boxSides, corner.with(0, boxSides[0]!), boxSides.with(0, 0)];
        for (let i = 0; i < 2; i++) records.push(boxSides.map((side) => side * random.uniform()));
        let largest = 0;
        records.forEach((x, i) => {
          for (const y of records.slice(0, i))
            largest = Math.max(largest, rkhsDistance(splineBinned(x, steps), splineBinned(y, steps), inner));
        });
        expect(largest).toBeLessThanOrEqual(bound);
        // A box of a few cells leaves room.
        expect(largest).toBeGreaterThan((cells === 3 ? 0.95 : 0.99) * bound);
      }
    },
  );

  test("without bins is the exact bound, with or without correlation", () => {
    for (const [, H] of cases) {
      const boxSides = H.map((_, j) => 0.3 + j);
      const bare = { recordCount: 7, bandwidthMatrix: H, boxSides };
      expectRelative(
        binnedKernelDensitySensitivity({ ...bare, smoothing: H, steps: boxSides.map(() => 0) }),
        anisotropicKernelDensitySensitivity(bare),
        1e-12,
      );
    }
  });

  test("adds less than a ten-thousandth at a fifth of a bandwidth, a thousandth at 0.4, a hundredth with correlation", () => {
    const added = ([[first = 1, ...row] = [], ...rest]: Rows, steps: number[]) => {
      const H = [[first, ...row], ...rest];
      const bare = { recordCount: 1, bandwidthMatrix: H, boxSides: steps.map(() => 100) };
      return (
        binnedKernelDensitySensitivity({ ...bare, smoothing: less(H, steps), steps }) /
          anisotropicKernelDensitySensitivity(bare) -
        1
      );
    };
    expect(added([[1]], [0.2])).toBeLessThan(1e-5);
    expect(
      added(
        [
          [1, 0],
          [0, 1],
        ],
        [0.2, 0.2],
      ),
    ).toBeLessThan(1e-4);
    expect(
      added(
        [
          [1, 0],
          [0, 1],
        ],
        [0.4, 0.4],
      ),
    ).toBeLessThan(1e-3);
    expect(
      added(
        [
          [1, 0.6],
          [0.6, 1],
        ],
        [0.4, 0.4],
      ),
    ).toBeLessThan(1e-2);
    for (const step of [0.01, 0.1, 0.2, 0.3, 0.4]) expect(added([[1]], [step])).toBeGreaterThan(0);
  });

  test("is no less with H itself on coarse bins than for bins of no width in space, and never more than for records anywhere", () => {
    const bandwidthMatrix = [[1e-6]];
    const bound = binnedKernelDensitySensitivity({
      recordCount: 3,
      bandwidthMatrix,
      smoothing: bandwidthMatrix,
      steps: [0.1],
      boxSides: [1],
    });
    expectRelative(bound, anisotropicKernelDensitySensitivity({ recordCount: 3, bandwidthMatrix }), 1e-12);
  });

  const at = { recordCount: 10, bandwidthMatrix: [[1]], smoothing: [[0.99]], steps: [0.17], boxSides: [1] };
  test.each(notPositive)("refuses %s for each parameter, by name", (bad) => {
    expect(() => binnedKernelDensitySensitivity({ ...at, recordCount: bad })).toThrow(/^recordCount must/);
    expect(() => binnedKernelDensitySensitivity({ ...at, bandwidthMatrix: [[bad]] })).toThrow(/^bandwidthMatrix/);
    expect(() => binnedKernelDensitySensitivity({ ...at, smoothing: [[bad]] })).toThrow(
      /^2·smoothing − bandwidthMatrix/,
    );
    expect(() => binnedKernelDensitySensitivity({ ...at, boxSides: [bad] })).toThrow(/^boxSides\[0\] must/);
    if (bad !== 0) expect(() => binnedKernelDensitySensitivity({ ...at, steps: [bad] })).toThrow(/^steps\[0\] must/);
  });

  test("refuses a smoothing of no more than half of H, other dimensions, and a Δ that is no double", () => {
    expect(() => binnedKernelDensitySensitivity({ ...at, smoothing: [[0.5]] })).toThrow(/positive definite/);
    for (const part of ["smoothing", "steps", "boxSides"] as const) {
      expect(() => binnedKernelDensitySensitivity({ ...at, [part]: [] })).toThrow(new RegExp(`^${part} must`));
    }
    const tiny = { ...at, bandwidthMatrix: [[1e-250]], smoothing: [[1e-250]], boxSides: [1e-150] };
    expect(binnedKernelDensitySensitivity({ ...tiny, steps: [0] })).toBeLessThan(Infinity);
    const wide = { ...at, bandwidthMatrix: [[1e300]], smoothing: [[1e300]], boxSides: [1e-200] };
    expect(() => binnedKernelDensitySensitivity({ ...wide, steps: [0] })).toThrow(NumericalError);
  });
});

test("binnedKernelDensitySensitivity and the exact one hold however near to ±1 the correlation is", () => {
  // H = [[p², pqc], [pqc, q²]] has no rounded element if p² and q² are whole and c a short fraction; |H| = p²q²(1 − c)(1 + c).
  for (const [p, q] of [
    [7, 3],
    [2, 11],
    [13, 5],
    [3, 7],
  ] as const) {
    for (const sign of [1, -1]) {
      for (let k = 1; k <= 200; k++) {
        const c = sign * (1 - k * 2 ** -44);
        const H = [
          [p * p, p * q * c],
          [p * q * c, q * q],
        ];
        const exact = Math.SQRT2 / (2 * Math.PI * p * q * Math.sqrt((1 - Math.abs(c)) * (1 + Math.abs(c))));
        const boxSides = [1e9, 1e9];
        const binned = binnedKernelDensitySensitivity({
          recordCount: 1,
          bandwidthMatrix: H,
          smoothing: H,
          steps: [0, 0],
          boxSides,
        });
        expect(binned).toBeGreaterThanOrEqual(exact);
        expect(
          anisotropicKernelDensitySensitivity({ recordCount: 1, bandwidthMatrix: H, boxSides }),
        ).toBeGreaterThanOrEqual(exact);
      }
    }
  }
});
