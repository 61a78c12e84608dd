import { describe, expect, test } from "vitest";
import { latticeNoiseMultiplier } from "../../../src/core/bernstein/bernstein.ts";
import { aldaFigure1, aldaFigure2Table, figure2Plan } from "../../../src/core/figures/aldaFigures.ts";
import { scaleRelease } from "../../../src/core/release/scale.ts";

function finish<T>(steps: Generator<number, T>): T {
  for (let last = 0; ;) {
    const { done, value } = steps.next();
    if (done) return value;
    expect(value).toBeGreaterThanOrEqual(last);
    last = value;
  }
}

describe("Figure 1", () => {
  const series = finish(aldaFigure1({ repeats: 60, epsilons: [0.01, 0.1, 1, 10] }));
  const of = (iterations: number | "nearest") => series.find((s) => s.iterations === iterations)!;

  test("for every ε there is an h that beats the piecewise constant baseline, as the paper says", () => {
    of("nearest").supremum.forEach(({ mean }, e) => {
      expect(Math.min(...[1, 2, 3, 4, 5, 6].map((h) => of(h).supremum[e]!.mean))).toBeLessThan(mean);
    });
  });

  test("more iterations help where ε is large and hurt where it is small", () => {
    const errors = (e: number) => [1, 2, 3, 4, 5, 6].map((h) => of(h).supremum[e]!.mean);
    const large = errors(3);
    large.slice(1).forEach((error, i) => expect(error).toBeLessThan(large[i]!));
    expect(errors(0)[5]).toBeGreaterThan(errors(0)[0]!);
  });

  test("the error tends to that of the approximation as ε grows, and its standard errors are small", () => {
    for (const { supremum, average, approximation } of series) {
      expect(supremum[3]!.mean).toBeGreaterThan(0.8 * approximation);
      supremum.forEach(({ mean, standardError }, e) => {
        expect(standardError).toBeLessThan(0.12 * mean);
        expect(average[e]!.mean).toBeLessThan(mean);
        // Where the approximation is most of the error, noise may even lower it a little.
        if (e > 0) expect(mean).toBeLessThan(1.02 * supremum[e - 1]!.mean);
      });
    }
  });

  test("with the sensitivity of the whole lattice the noise falls to a seventh", () => {
    // At so small an ε nothing but noise is left.
    const errors = (["lattice", "valueByValue"] as const).map((calibration) => {
      const [only] = finish(aldaFigure1({ repeats: 20, epsilons: [1e-4], iterations: [1], calibration }));
      return only!.supremum[0]!.mean;
    });
    expect(errors[1]! / errors[0]!).toBeGreaterThan(6.4);
    expect(errors[1]! / errors[0]!).toBeLessThan(7.2);
  });

  test("a seed repeats its numbers", () => {
    const change = { repeats: 3, epsilons: [1], iterations: [2] };
    const first = finish(aldaFigure1(change));
    expect(finish(aldaFigure1(change))).toEqual(first);
    expect(first).not.toEqual(finish(aldaFigure1({ ...change, seed: 1 })));
  });
});

test("Figure 2: the boundary survives ε = 1, and its polynomial alone is near f", () => {
  const shared = { degree: 3, iterations: 3, seed: 1 };
  const lattice = aldaFigure2({ ...shared, epsilon: 1, calibration: "lattice" });
  expect(lattice.original.length).toBe(101 * 101);
  expect(lattice.agreement).toBeGreaterThan(0.8);
  const exact = aldaFigure2({ ...shared, epsilon: 1e9, calibration: "lattice" });
  expect(exact.largestError).toBeLessThan(0.04 * Math.max(...exact.original.map(Math.abs)));
  const printed = aldaFigure2({ ...shared, epsilon: 1, calibration: "valueByValue" });
  expect(printed.largestError).toBeGreaterThanOrEqual(lattice.largestError);
});

test("Figure 2's table: agreement grows with ε, and the printed calibration of the noise never does better", () => {
  const [ours, printed] = (["lattice", "valueByValue"] as const).map((calibration) =>
    finish(aldaFigure2Table({ calibration, draws: 6 })),
  );
  const { entries, shown, original, gridCounts } = ours!;
  expect(entries.length).toBe(20);
  expect(original.length).toBe(gridCounts[0]! * gridCounts[1]!);
  entries.forEach((entry, i) => {
    if (i % 5 > 0) {
      expect(entry.largestError).toBeLessThan(entries[i - 1]!.largestError);
      expect(entry.agreement).toBeGreaterThan(entries[i - 1]!.agreement - 0.02);
    }
    expect(printed!.entries[i]!.largestError).toBeGreaterThanOrEqual(entry.largestError);
  });
  expect(shown).toMatchObject({ degree: 3, iterations: 4, epsilon: 1 });
  // The picture is the first of the draws that the function of one figure makes.
  const alone = aldaFigure2({ degree: 3, iterations: 4, epsilon: 1, calibration: "lattice", seed: 1 });
  shown.released.forEach((value, i) => expect(value).toBeCloseTo(alone.released[i]!, 10));
  for (const bad of [0, NaN, -1, 1.5]) expect(() => finish(aldaFigure2Table({ draws: bad }))).toThrow(/^draws must/);
  expect(() => finish(aldaFigure2Table({ epsilons: [0] }))).toThrow(/epsilons/);
});

/** One release of Figure 2, against the original. */
function aldaFigure2({
  degree,
  iterations,
  epsilon,
  calibration,
  seed,
}: {
  readonly degree: number;
  readonly iterations: number;
  readonly epsilon: number;
  readonly calibration: "lattice" | "valueByValue";
  readonly seed: number;
}) {
  const plan = figure2Plan();
  const release = plan.release({ degree, iterations, law: "laplace", drawCount: 1, seed });
  const original = plan.original();
  const sensitivity = calibration === "lattice" ? release.sensitivity : release.valueByValueSensitivity;
  const multiplier = latticeNoiseMultiplier("laplace", { epsilon, delta: 0 });
  const released = scaleRelease({ ...release, sensitivity }, 0, multiplier, new Float64Array(original.length));
  let [same, largestError] = [0, 0];
  released.forEach((value, i) => {
    if (value >= 0 === original[i]! >= 0) same++;
    largestError = Math.max(largestError, Math.abs(value - original[i]!));
  });
  return {
    original,
    released,
    agreement: same / released.length,
    largestError,
  };
}
