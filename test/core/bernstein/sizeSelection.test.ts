import { describe, expect, test } from "vitest";
import type { PolynomialSize } from "../../../src/core/bernstein/polynomialChoice.ts";
import { bernsteinGrid } from "../../../src/core/bernstein/operator/bernsteinOnGrid.ts";
import { buyForDensity, scoringSizes } from "../../../src/core/density/densityPurchase.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { lastOf } from "../../../src/core/slices.ts";

const random = seededSource(41);
type Shape = Omit<Parameters<typeof scoringSizes>[0], "points">;
const budget = { epsilon: 2, delta: 1e-5 };
const line: Shape = { domain: [[-1, 3]], bandwidths: [1.2], law: "laplace", budget, epsilon: 1 };
const side: readonly [number, number] = [0, 1];
const plane: Shape = { ...line, domain: [...line.domain, side], bandwidths: [1.6, 0.5], law: "gaussian" };
const scored = (shape: Shape, coordinates: readonly number[]) => {
  const points = { dimension: shape.domain.length, coordinates: Float64Array.from(coordinates) };
  return lastOf(scoringSizes({ ...shape, points }));
};

/** The largest error on the grid, by sums over records. */
function errorOf(
  { domain, bandwidths }: Shape,
  coordinates: readonly number[],
  { degree, iterations, size }: PolynomialSize & { readonly size: number },
): number {
  const d = domain.length;
  const moved = coordinates.map((x, at) => {
    const [lower, upper] = domain[at % d]!;
    return Math.round(Math.min(1, Math.max(0, (x - lower) / (upper - lower))) * (size - 1)) / (size - 1);
  });
  const bump = (j: number, y: number, x: number) => {
    const [[lower, upper], h] = [domain[j]!, bandwidths[j]!];
    return Math.exp(-0.5 * (((y - x) * (upper - lower)) / h) ** 2) / (h * Math.sqrt(2 * Math.PI));
  };
  const valuesOn = (at: Float64Array) =>
    Float64Array.from({ length: at.length ** d }, (_, place) => {
      let sum = 0;
      for (let i = 0; i < moved.length; i += d) {
        const first = bump(0, at[place % at.length]!, moved[i]!);
        sum += d === 1 ? first : first * bump(1, at[Math.floor(place / at.length)]!, moved[i + 1]!);
      }
      return (sum * d) / moved.length;
    });
  const regular = (count: number) => Float64Array.from({ length: count }, (_, i) => i / (count - 1));
  const axes = new Array<Float64Array>(d).fill(regular(size));
  const polynomial = bernsteinGrid({ degree, axes })
    .iterated(iterations)
    .evaluate(valuesOn(regular(degree + 1)));
  const original = valuesOn(axes[0]!);
  return polynomial.reduce((most, value, i) => Math.max(most, Math.abs(value - original[i]!)), 0);
}

describe.each([
  ["on a line", line, 129],
  ["in a plane", plane, 65],
] as const)("sizeScores %s", (_, shape, size) => {
  const d = shape.domain.length;

  test("are largest errors and a public noise", () => {
    const [one, other] = [0, 1].map(() => Array.from({ length: 9 * d }, () => 4 * random.uniform() - 1)) as [
      number[],
      number[],
    ];
    const [first, second] = [one, other].map((coordinates) => scored(shape, coordinates)) as [
      ReturnType<typeof scored>,
      ReturnType<typeof scored>,
    ];
    expect({ ...second, distances: [] }).toEqual({ ...first, distances: [] });
    for (const k of [0, Math.floor(first.sizes.length / 2), first.sizes.length - 1]) {
      const at = { ...first.sizes[k]!, size };
      const noises = [errorOf(shape, one, at), errorOf(shape, other, at)].map(
        (error, which) => [first, second][which]!.distances[k]! - error,
      );
      expect(noises[0]).toBeGreaterThan(0);
      expect(noises[1]! / noises[0]!).toBeCloseTo(1, 9);
    }
  });

  test("change by at most their sensitivity, which neighbours come near", () => {
    const n = 6;
    const share = (most: { readonly x: number[]; readonly y: number[] }) => {
      const [a, b] = [scored(shape, most.x), scored(shape, most.y)];
      return a.distances.reduce((top, value, k) => Math.max(top, Math.abs(b.distances[k]! - value)), 0) / a.sensitivity;
    };
    // Records at one place, of which one moves to where its bump has the opposite error.
    let best = { x: shape.domain.flatMap(() => new Array<number>(n).fill(0.5)), y: [] as number[], share: 0 };
    for (let step = 0; step < 9; step++) {
      const place = shape.domain.map((__, j) => best.x[j]! + (step < 2 ? 0 : 0.4 * (random.uniform() - 0.5)));
      const to = shape.domain.map(([lower, upper], j) =>
        step < 2 ? (step === 0 ? lower : upper) : (best.y[j] ?? lower) + 0.4 * (random.uniform() - 0.5),
      );
      const x = Array.from({ length: n }, () => place).flat();
      const found = { x, y: [...to, ...x.slice(d)] };
      const tried = share(found);
      expect(tried).toBeLessThanOrEqual(1);
      if (tried > best.share) best = { ...found, share: tried };
    }
    expect(best.share).toBeGreaterThan(d === 1 ? 0.9 : 0.3);
  });
});

test("a bought polynomial has fewer values and less error than the worst records need", () => {
  const points = { dimension: 1, coordinates: Float64Array.from({ length: 2000 }, () => 1 + 0.5 * random.normal()) };
  const shape: Shape = { ...line, bandwidths: [0.6], epsilon: 200 };
  const bought = lastOf(buyForDensity({ ...shape, kind: "polynomial", points, random: seededSource(1) }));
  if (bought.kind !== "size") throw new Error(bought.kind);
  const scores = lastOf(scoringSizes({ ...shape, points }));
  const at = scores.sizes.findIndex((each) => each.degree === bought.degree && each.iterations === bought.iterations);
  expect(scores.distances[at]).toBeLessThan(1.01 * Math.min(...scores.distances));
  expect(bought.degree).toBeLessThan(Math.max(...scores.sizes.map(({ degree }) => degree)));
  expect(bought.degree).toBeGreaterThan(3);
});

test("nothing is bought of no records, or with a bandwidth or budget out of range", () => {
  expect(() => scored(line, [])).toThrow("records");
  expect(() => scored({ ...line, bandwidths: [0] }, [0.5])).toThrow("bandwidths");
  expect(() => scored({ ...line, budget: { epsilon: -1, delta: 0 } }, [0.5])).toThrow("epsilon");
  expect(() => scored({ ...line, epsilon: NaN }, [0.5])).toThrow("epsilon");
});
