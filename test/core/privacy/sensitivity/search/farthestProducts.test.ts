import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../../src/core/errors.ts";
import { axisNet } from "../../../../../src/core/privacy/sensitivity/search/axisNet.ts";
import { largestTriple } from "../../../../../src/core/privacy/sensitivity/search/largestTriple.ts";
import { pairTree } from "../../../../../src/core/privacy/sensitivity/search/pairTree.ts";
import { productBumpPairs } from "../../../../../src/core/privacy/sensitivity/search/bumpPairs.ts";
import {
  farthestMet,
  farthestPairBound,
  placesPerAxis,
} from "../../../../../src/core/privacy/sensitivity/search/farthestPair.ts";
import { farthestProductBound } from "../../../../../src/core/privacy/sensitivity/search/farthestProducts.ts";
import { farthestProductSquareBound } from "../../../../../src/core/privacy/sensitivity/search/farthestProductSquares.ts";
import {
  beyondRays,
  fitRatioBound,
  ratioBounds,
  ratioRays,
} from "../../../../../src/core/privacy/sensitivity/search/ratioRays.ts";
import { seededSource } from "../../../../../src/core/random/seededSource.ts";
import { casesOf, triesAll } from "../../../../support/fuzzing.ts";

/** A bump of height 1 on the lattice of one axis. */
function onAxis(centre: number, degree: number, deviation: number): Float64Array {
  const values = new Float64Array(degree + 1);
  for (let nu = 0; nu <= degree; nu++) values[nu] = Math.exp(-0.5 * ((nu / degree - centre) / deviation) ** 2);
  return values;
}

/** ‖φ(a) − φ(b)‖₁ and ‖·‖₂² of products over the axes, from their definition; axes that do not move are kept. */
function distancesOf(degree: number, deviations: readonly number[]) {
  const d = deviations.length;
  const centres = new Array<number>(2 * d).fill(NaN);
  const axes: Float64Array[] = [];
  return (at: readonly number[]): readonly [number, number] => {
    at.forEach((centre, i) => {
      if (centre !== centres[i]) axes[i] = onAxis(centre, degree, deviations[i % d]!);
      centres[i] = centre;
    });
    return distances(axes, degree);
  };
}

function distances(axes: readonly Float64Array[], degree: number): readonly [number, number] {
  const d = axes.length / 2;
  let [absolute, squared] = [0, 0];
  /** Adds all values whose places on the axes from j on are chosen: u and v are the products over those. */
  const add = (j: number, u: number, v: number): void => {
    const [ofU, ofV] = [axes[j]!, axes[d + j]!];
    if (j > 0) {
      for (let nu = 0; nu <= degree; nu++) add(j - 1, u * ofU[nu]!, v * ofV[nu]!);
      return;
    }
    for (let nu = 0; nu <= degree; nu++) {
      const difference = u * ofU[nu]! - v * ofV[nu]!;
      absolute += Math.abs(difference);
      squared += difference * difference;
    }
  };
  add(d - 1, 1, 1);
  return [absolute, squared];
}

/** The farthest pairs that an enemy finds who climbs from random and from mirrored ones: no symmetry, no net. */
function climbed(degree: number, deviations: readonly number[], starts: number, seed: number): readonly number[] {
  const random = seededSource(seed);
  const distances = distancesOf(degree, deviations);
  return [0, 1].map((norm) => {
    let best = 0;
    for (let start = 0; start < starts; start++) {
      let at = Array.from({ length: deviations.length }, () => random.uniform());
      const other = at.map((x) => (start % 2 ? 1 - x : random.uniform()));
      at = [...at, ...other];
      let height = distances(at)[norm]!;
      for (let step = 0.2; step > 2e-3;) {
        const before = height;
        for (let i = 0; i < 2 * at.length; i++) {
          const next = at.with(i >> 1, Math.min(1, Math.max(0, at[i >> 1]! + (i & 1 ? step : -step))));
          const there = distances(next)[norm]!;
          if (there > height) [at, height] = [next, there];
        }
        // Along a kink only several coordinates together lead upwards.
        for (let i = 0; i < 40; i++) {
          const next = at.map((x) =>
            random.uniform() < 0.5 ? x : Math.min(1, Math.max(0, x + 2 * step * (random.uniform() - 0.5))),
          );
          const there = distances(next)[norm]!;
          if (there > height) [at, height] = [next, there];
        }
        if (height === before) step /= 2;
      }
      best = Math.max(best, height);
    }
    return best;
  });
}

/** Both bounds, from what is met by climbing from pairs in opposite corners. */
function boundsOf(degree: number, deviations: readonly number[], share = 1) {
  const d = deviations.length;
  const { inL1, squaredInL2 } = productBumpPairs({ degree, deviations });
  const seeds = [0, 0.15, 0.2, 0.25, 0.3].map((x) =>
    Int32Array.from({ length: 2 * d }, (_, i) => Math.round((i < d ? x : 1 - x) * placesPerAxis)),
  );
  const shared = { degree, deviations };
  return [
    farthestProductBound({ ...shared, within: 0.008, met: share * farthestMet(inL1, seeds) }),
    farthestProductSquareBound({ ...shared, within: 0.016, met: share * farthestMet(squaredInL2, seeds) }),
  ] as const;
}

describe("an enemy who climbs finds no pair above the bounds, and one within 1 % of each", () => {
  const random = seededSource(552);
  const drawn = Array.from({ length: casesOf(12, 5) }, (_, i) => {
    const d = i % 3 === 0 ? 2 : 3;
    const equal = i % 4 === 1;
    const first = 0.08 * 25 ** random.uniform();
    return {
      degree: 1 + Math.floor((d === 2 ? 12 : 5) * random.uniform()),
      deviations: Array.from({ length: d }, () => (equal ? first : 0.08 * 25 ** random.uniform())),
    };
  });
  test.each([
    { degree: 5, deviations: [0.16, 0.16, 0.16] },
    ...(triesAll ? [{ degree: 6, deviations: [0.2, 0.2, 0.2] }] : []),
    { degree: 5, deviations: [0.25, 0.25, 0.3] },
    { degree: 5, deviations: [0.3, 0.12, 0.3] },
    { degree: 6, deviations: [0.14, 0.3, 0.3] },
    { degree: 4, deviations: [0.4, 0.4, 0.4] },
    { degree: 1, deviations: [0.2, 0.3, 0.7] },
    { degree: 14, deviations: [0.13, 0.2] },
    { degree: 5, deviations: [20, 9] },
    ...drawn,
  ])("k = $degree, σ = $deviations", ({ degree, deviations }) => {
    const found = climbed(degree, deviations, deviations.length === 2 ? 10 : 8, degree);
    const bounds = boundsOf(degree, deviations);
    for (const norm of [0, 1] as const) {
      // Nets that would be too fine are left to branch and bound.
      if (bounds[norm] === undefined) {
        expect(norm === 1 ? Math.max(...deviations) : 0).toBeGreaterThan(0.25);
        continue;
      }
      expect(found[norm]!).toBeLessThanOrEqual(bounds[norm] * (1 + 1e-12));
      expect(found[norm]! / bounds[norm]).toBeGreaterThan(norm === 0 ? 0.99 : 0.98);
    }
  });
});

test.each([
  [8, [0.3, 0.4]],
  [4, [0.5, 0.5, 0.6]],
  [3, [0.9, 0.5, 0.4]],
] as const)("branch and bound over pairs of boxes says the same: k = %i, σ = %j", (degree, deviations) => {
  const limits = { ceiling: 1e6, mostValues: 300_000, seeds: [] };
  const { inL1, squaredInL2 } = productBumpPairs({ degree, deviations });
  const other = [
    farthestPairBound(inL1, { ...limits, within: 0.005 }),
    farthestPairBound(squaredInL2, { ...limits, within: 0.005 }),
  ];
  boundsOf(degree, deviations).forEach((bound, norm) => {
    // Either is above the supremum by at most its own share.
    if (bound !== undefined) expect(Math.abs(Math.log(bound / other[norm]!))).toBeLessThan(norm === 0 ? 0.01 : 0.02);
  });
});

test.each([
  [5, [0.2, 0.25, 0.3]],
  [10, [0.2, 0.3]],
] as const)(
  "a pair that was met far below the farthest costs sharpness, and no validity: k = %i, σ = %j",
  (degree, deviations) => {
    const found = climbed(degree, deviations, 6, 1);
    boundsOf(degree, deviations, 0.75).forEach((bound, norm) => {
      expect(found[norm]!).toBeLessThanOrEqual(bound! * (1 + 1e-12));
      expect(bound! / found[norm]!).toBeLessThan(1.02);
    });
  },
);

test("between points of a net h lies below its interpolation and what the points see more (Lemma 9)", () => {
  const random = seededSource(9);
  for (const [degree, deviation, cells] of [
    [12, 0.1, 20],
    [5, 0.3, 6],
    [3, 1.5, 3],
    [1, 0.2, 9],
  ] as const) {
    const net = axisNet({ degree, deviation, cells });
    const h = (u: Float64Array, v: Float64Array, x: number, y: number) =>
      u.reduce((sum, value, nu) => sum + Math.abs(x * value - y * v[nu]!), 0);
    let [most, closest] = [0, Infinity];
    for (let trial = 0; trial < 4000; trial++) {
      const [i, j] = [Math.floor(cells * random.uniform()), Math.floor(cells * random.uniform())];
      const [s, t] = [random.uniform(), random.uniform()];
      const [x, y] = [Math.exp(2 * random.normal()), Math.exp(2 * random.normal())];
      const exact = h(onAxis((i + s) / cells, degree, deviation), onAxis((j + t) / cells, degree, deviation), x, y);
      let interpolated = 0;
      for (const [p, share] of [[i, 1 - s] as const, [i + 1, s] as const]) {
        for (const [q, other] of [[j, 1 - t] as const, [j + 1, t] as const]) {
          const corner = h(net.bumps[p]!, net.bumps[q]!, x, y) + x * net.bentBy[p]! + y * net.bentBy[q]!;
          interpolated += share * other * corner;
        }
      }
      most = Math.max(most, exact / interpolated);
      closest = Math.min(closest, interpolated - exact);
    }
    expect(closest).toBeGreaterThanOrEqual(-1e-12);
    expect(most).toBeGreaterThan(0.9);
  }
});

test("on rays h is itself, between and beyond them it is above, and its weights make it up (Lemma 10)", () => {
  const random = seededSource(10);
  const rays = ratioRays(0.3, 9);
  const G = rays.most;
  const degree = 9;
  const pairs = [[0.2, 0.7] as const, [0.45, 0.5] as const, [0, 1] as const];
  // The last one bounds the first two.
  const bounds = ratioBounds(pairs.length + 1, rays);
  const bumps = pairs.map(([a, b]) => [onAxis(a, degree, 0.2), onAxis(b, degree, 0.2)] as const);
  const h = ([u, v]: readonly [Float64Array, Float64Array], x: number, y: number) =>
    u.reduce((sum, value, nu) => sum + Math.abs(x * value - y * v[nu]!), 0);
  const width = 2 * G + 1;
  bumps.forEach((bump, pair) => {
    bounds.a[pair] = h(bump, 1, 0);
    bounds.b[pair] = h(bump, 0, 1);
    for (let g = -G; g <= G; g++) {
      bounds.values[pair * width + G + g] = h(bump, Math.exp(0.15 * g), Math.exp(-0.15 * g));
    }
  });
  for (const of of [bounds.a, bounds.b]) of[3] = Math.max(of[0]!, of[1]!);
  for (let g = 0; g < width; g++) {
    bounds.values[3 * width + g] = Math.max(bounds.values[g]!, bounds.values[width + g]!);
  }
  const bound = (pair: number, x: number, y: number) => {
    let sum = bounds.p[pair]! * x + bounds.q[pair]! * y;
    for (let g = -G; g <= G; g++) {
      sum += bounds.weights[pair * width + G + g]! * Math.abs(Math.exp(-0.15 * g) * x - Math.exp(0.15 * g) * y);
    }
    return sum;
  };
  for (let pair = 0; pair < 4; pair++) {
    fitRatioBound(bounds, pair, rays);
    for (const of of [bounds.p, bounds.q, bounds.weights]) expect(Math.min(...of)).toBeGreaterThanOrEqual(0);
    for (let g = -2 * G; g <= 2 * G; g++) {
      const [x, y] = [Math.exp(0.15 * g), Math.exp(-0.15 * g)];
      const value = bound(pair, x, y);
      expect(Math.abs(beyondRays(bounds, pair, g, rays) / value - 1)).toBeLessThan(1e-5);
      if (pair < 3 && Math.abs(g) <= G) expect(Math.abs(value / h(bumps[pair]!, x, y) - 1)).toBeLessThan(1e-5);
    }
    for (let trial = 0; trial < 500; trial++) {
      const [x, y] = [Math.exp(2 * random.normal()), Math.exp(2 * random.normal())];
      const exact = pair < 3 ? h(bumps[pair]!, x, y) : Math.max(h(bumps[0]!, x, y), h(bumps[1]!, x, y));
      expect(bound(pair, x, y)).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
      if (pair < 3) expect(bound(pair, x, y) / exact).toBeLessThan(1.2);
    }
  }
});

test("the search of trees finds the largest of all triples; when it loses patience its number is still no less", () => {
  const random = seededSource(11);
  const sizes = [7, 12, 9];
  const tables = sizes.map((size) => Float64Array.from({ length: size }, () => random.uniform()));
  const trees = sizes.map((size) => pairTree(Array.from({ length: size }, (_, i) => [i, (5 * i) % 7] as const))!);
  const over = trees.map((tree, j) => {
    const most = new Float64Array(tree.count);
    for (let node = 0; node < tree.count; node++) {
      most[node] =
        tree.left[node]! < 0 ? tables[j]![node]! : Math.max(most[tree.left[node]!]!, most[tree.right[node]!]!);
    }
    return most;
  });
  const largest = tables.reduce((product, table) => product * Math.max(...table), 1);
  let both = 0;
  const bounds = {
    trees: [trees[0]!, trees[1]!, trees[2]!] as const,
    isExchangeable: false,
    combine: (i: number, j: number) => ((both = over[0]![i]! * over[1]![j]!), true),
    valueOf: (k: number) => both * over[2]![k]!,
  };
  expect(largestTriple(bounds, { threshold: 0.1 * largest, patience: 1e6 })).toBe(largest);
  expect(largestTriple(bounds, { threshold: 2 * largest, patience: 1e6 })).toBe(2 * largest);
  const hasty = largestTriple(bounds, { threshold: 0.1 * largest, patience: 3 });
  expect(hasty).toBeGreaterThanOrEqual(largest);
  expect(pairTree([])).toBeUndefined();
});

test("bumps a thousand times as wide as the box are left to branch and bound", () => {
  expect(boundsOf(4, [1e4, 2e4, 1e4])[0]).toBeUndefined();
});

test.each([NaN, Infinity, 0, -1])("%s is refused", (bad) => {
  const good = { degree: 3, deviations: [0.3, 0.3], met: 1, within: 0.01 };
  for (const bound of [farthestProductBound, farthestProductSquareBound]) {
    expect(() => bound({ ...good, met: bad })).toThrow(ParameterError);
    expect(() => bound({ ...good, within: bad })).toThrow(ParameterError);
    expect(() => bound({ ...good, degree: bad })).toThrow(ParameterError);
    expect(() => bound({ ...good, deviations: [0.3, bad] })).toThrow(ParameterError);
  }
});
