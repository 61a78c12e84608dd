import { expect, test } from "vitest";
import { latticeKernelDensitySensitivity } from "../support/printedSensitivities.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { casesOf } from "../support/fuzzing.ts";

type Pair = readonly [number, number, number, number];

interface Setting {
  readonly degree: number;
  readonly bandwidths: readonly [number, number];
  readonly r: number;
}

/** What controls and links reach in the plane: k to 60, bandwidths of a five-hundredth to a whole side, |r| to 0.95. */
function settings(count: number): readonly Setting[] {
  const random = seededSource(644);
  return Array.from({ length: count }, () => {
    const degree = Math.round(60 ** random.uniform());
    const bandwidths = [0.002 * 500 ** random.uniform(), 0.002 * 500 ** random.uniform()] as const;
    const [sign, kind, share] = [random.uniform() < 0.5 ? -1 : 1, random.uniform(), random.uniform()];
    return { degree, bandwidths, r: sign * (kind < 0.3 ? 0.95 : kind < 0.6 ? 0.7 + 0.25 * share : 0.95 * share) };
  });
}

/** ‖φ(a) − φ(b)‖ of two bumps with mass 1, from its definition: the sum of magnitudes, or the root of that of squares. */
function distanceOf({ degree, bandwidths: [h, g], r }: Setting, ofSquares: boolean): (pair: Pair) => number {
  const n = degree + 1;
  const height = 1 / (2 * Math.PI * h * g * Math.sqrt(1 - r * r));
  const fill = (x: number, y: number, values: Float64Array) => {
    for (let i = 0, at = 0; i < n; i++) {
      const u = (i / degree - x) / h;
      for (let j = 0; j < n; j++) {
        const v = (j / degree - y) / g;
        values[at++] = height * Math.exp((-0.5 * (u * u - 2 * r * u * v + v * v)) / (1 - r * r));
      }
    }
  };
  const [a, b] = [new Float64Array(n * n), new Float64Array(n * n)];
  return ([x, y, z, w]) => {
    fill(x, y, a);
    fill(z, w, b);
    let sum = 0;
    for (let i = 0; i < a.length; i++) sum += ofSquares ? (a[i]! - b[i]!) ** 2 : Math.abs(a[i]! - b[i]!);
    return ofSquares ? Math.sqrt(sum) : sum;
  };
}

/** The farthest pair of an enemy who climbs from the best of many starts, along the axes and along the bump. */
function climbed({ degree, bandwidths: [h, g], r }: Setting, distance: (pair: Pair) => number, seed: number): number {
  const random = seededSource(seed);
  const onLattice = (x: number) => Math.round(x * degree) / degree;
  const starts: Pair[] = [0.25, 0.3, 1 / 3, 0.4].flatMap((q): Pair[] => [
    ...[[q, 0.5] as const, [0.5, q] as const, [q, q] as const, [q, 1 - q] as const].flatMap(([x, y]): Pair[] => [
      [x, y, 1 - x, 1 - y],
      [onLattice(x), onLattice(y), onLattice(1 - x), onLattice(1 - y)],
    ]),
  ]);
  for (let i = 0; i < 24; i++) {
    const [x, y, z, w] = [random.uniform(), random.uniform(), random.uniform(), random.uniform()];
    const [c, d] = [Math.round(4 * x) / 4, Math.round(4 * y) / 4];
    const pair: Pair = i % 3 === 0 ? [x, y, z, w] : [c, d, 1 - c, 1 - d];
    starts.push(i % 2 ? [onLattice(pair[0]), onLattice(pair[1]), onLattice(pair[2]), onLattice(pair[3])] : pair);
  }
  const widest = Math.max(h, g);
  const ways = [
    [1, 0] as const,
    [0, 1] as const,
    [(r * h) / widest, g / widest] as const,
    [h / widest, (r * g) / widest] as const,
  ];
  const inside = (x: number) => Math.min(1, Math.max(0, x));
  const best = starts.map((pair) => ({ pair, height: distance(pair) })).sort((x, y) => y.height - x.height);
  return Math.max(
    ...best.slice(0, 8).map((start) => {
      let { pair, height } = start;
      for (let step = 0.2; step > 5e-4;) {
        const before = height;
        for (const [dx, dy] of ways) {
          for (const by of [-step, step]) {
            for (const next of [
              [inside(pair[0] + by * dx), inside(pair[1] + by * dy), pair[2], pair[3]],
              [pair[0], pair[1], inside(pair[2] + by * dx), inside(pair[3] + by * dy)],
            ] as const) {
              const there = distance(next);
              if (there > height) [pair, height] = [next, there];
            }
          }
        }
        if (height === before) step /= 2;
      }
      return height;
    }),
  );
}

test.each(settings(casesOf(400, 8)).map((setting, i) => [i, setting] as const))(
  "Δ of a tilted density that can be asked for is never exceeded, and an enemy comes within 1 %%: case %i, %o",
  (i, setting) => {
    const { degree, bandwidths, r } = setting;
    const bandwidthMatrix = bandwidths.map((a, j) => bandwidths.map((b, l) => a * b * (j === l ? 1 : r)));
    const bound = latticeKernelDensitySensitivity({ recordCount: 1, bandwidthMatrix, boxSides: [1, 1], degree });
    for (const norm of ["l1", "l2"] as const) {
      const found = climbed(setting, distanceOf(setting, norm === "l2"), i);
      expect(found).toBeLessThanOrEqual(bound[norm] * (1 + 1e-12));
      expect(found / bound[norm]).toBeGreaterThan(0.99);
    }
  },
);
