import { describe, expect, test } from "vitest";
import { aldaFigure1, aldaFigure2 } from "../../../src/core/datasets/examples/aldaFigures.ts";

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
    expect(finish(aldaFigure1(change))).toEqual(finish(aldaFigure1(change)));
    expect(finish(aldaFigure1(change))).not.toEqual(finish(aldaFigure1({ ...change, seed: 1 })));
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
