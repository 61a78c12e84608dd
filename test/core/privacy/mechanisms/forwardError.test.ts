import { describe, expect, test } from "vitest";
import { exponentialKernel } from "../../../../src/core/kernels/exponential.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import type { CapableKernel } from "../../../../src/core/kernels/kernel.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { autoregressiveNoise } from "../../../../src/core/privacy/mechanisms/autoregressiveNoise.ts";
import { circulantSpectrum } from "../../../../src/core/privacy/mechanisms/circulantSpectrum.ts";
import { gaussianNormBound, gaussianNormFailure } from "../../../../src/core/privacy/mechanisms/gaussianNorm.ts";
import { gridNoiseSampler } from "../../../../src/core/privacy/mechanisms/gridNoise.ts";
import { markovNoise } from "../../../../src/core/privacy/mechanisms/markovNoise.ts";
import { denseNoiseSampler } from "../../../../src/core/privacy/mechanisms/denseNoise.ts";
import { scatteredNoiseSampler } from "../../../../src/core/privacy/mechanisms/scatteredNoise.ts";
import { torusNoise } from "../../../../src/core/privacy/mechanisms/torusNoise.ts";
import type { UnitNoiseSampler } from "../../../../src/core/privacy/mechanisms/unitNoise.ts";
import { onePoint, waveNoise } from "../../../../src/core/privacy/mechanisms/waveNoise.ts";
import type { CircleAxis } from "../../../../src/core/privacy/mechanisms/waveSum.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../../src/core/random/standardNormals.ts";
import { cosSinOfTurns, expOfNegative, fixed, root, times, toDouble } from "../../../support/fixedPoint.ts";

/** N of given normals, in numbers of 240 binary places, by the definition that the sampler's value states. */
type Exact = (z: readonly bigint[]) => bigint[];
/**
 * Bounds that fail with a probability of 10⁻²⁹⁶ are larger by this than those of 10⁻⁵⁵, of which the cases say how loose they
 * are.
 */
const rareness = 38 / 17;
type Case = readonly [name: string, sampler: UnitNoiseSampler, m: number, exact: Exact, looseness: number];

function waves(
  x: CircleAxis,
  y: CircleAxis,
  scale: number,
  jitter: number,
): readonly [UnitNoiseSampler, number, Exact] {
  const m = x.count * y.count;
  const weight = (k: number, l: number) => scale * Math.exp(-0.02 * (k * k + l * l) - 0.005 * k * l);
  const sampler = waveNoise({ method: "spectral", x, y, weight, norm: m, slack: 1e-14, elementError: 0, jitter });
  const width = 2 * x.highest + 1;
  const turnsOf = ({ count, turn, highest }: CircleAxis) =>
    Array.from({ length: count }, (_, j) =>
      Array.from({ length: 2 * highest + 1 }, (_, k) =>
        cosSinOfTurns(fixed(turn) * BigInt((k - highest) * (j - Math.floor(count / 2)))),
      ),
    );
  const [alongX, alongY] = [turnsOf(x), turnsOf(y)];
  const exact: Exact = (z) => {
    const c = Array.from(sampler.weights, (w, q) =>
      [0, 1].map((part) => times(fixed(w), z[sampler.places[q]! + part]!)),
    );
    // Σ_k c_kl e^(−iφ_ik) for each l and i, then over l.
    const rows = alongY[0]!.slice(y.highest).map((_, l) =>
      alongX.map((turns) =>
        turns.reduce<readonly [bigint, bigint]>(
          ([re, im], [cos, sin], k) => {
            const [a, b] = c[l * width + k]!;
            return [re + times(a!, cos) + times(b!, sin), im + times(b!, cos) - times(a!, sin)];
          },
          [0n, 0n],
        ),
      ),
    );
    return Array.from({ length: m }, (_, at) =>
      rows.reduce(
        (sum, row, l) => {
          const [re, im] = row[at % x.count]!;
          const [cos, sin] = alongY[Math.floor(at / x.count)]![y.highest + l]!;
          return sum + times(re, cos) + times(im, sin);
        },
        times(fixed(sampler.whiteDeviation), z[at]!),
      ),
    );
  };
  return [sampler, m, exact];
}

function torus(nx: number, ny: number, scale: number): readonly [UnitNoiseSampler, number, Exact] {
  const [columns, rows] = [nx / 2, ny / 2];
  const lags = [nx, ny].map((n) => Float64Array.from({ length: n / 2 + 1 }, (_, i) => i));
  const spectrum = circulantSpectrum(
    {
      argument: (r0, r1) => Math.hypot(r0, r1),
      ofArguments: (values) => values.forEach((r, q) => (values[q] = Math.exp(-r / scale))),
      isEven: true,
    },
    [nx, ny],
    [lags[0]!, lags[1]!],
  );
  const slack = 1e-12;
  const sampler = torusNoise({ spectrum, counts: [columns, rows], slack, elementError: 0, jitter: 1e-9 });
  const [rootsX, rootsY] = [nx, ny].map((n) =>
    Array.from({ length: n }, (_, k) => cosSinOfTurns((fixed(1) * BigInt(k)) / BigInt(n))),
  ) as [ReturnType<typeof cosSinOfTurns>[], ReturnType<typeof cosSinOfTurns>[]];
  const exact: Exact = (z) =>
    Array.from({ length: columns * rows }, (_, at) => {
      const [i, j] = [at % columns, Math.floor(at / columns)];
      let sum = 0n;
      sampler.weights.forEach((w, q) => {
        const [k, l] = [q % nx, Math.floor(q / nx)];
        const [a, b] = rootsX[(k * i) % nx]!;
        const [s, t] = rootsY[(l * j) % ny]!;
        const value = times(z[2 * q]!, times(a, s) - times(b, t)) - times(z[2 * q + 1]!, times(a, t) + times(b, s));
        sum += (l === 0 || 2 * l === ny ? 1n : 2n) * times(fixed(w), value);
      });
      return sum;
    });
  return [sampler, columns * rows, exact];
}

function recursion(
  counts: readonly [number, number],
  decays: readonly number[],
  jitter: number,
): readonly [UnitNoiseSampler, number, Exact] {
  const grid = { axes: decays.map((_, j) => ({ lower: 0, upper: counts[j]! - 1, count: counts[j]! })) };
  const sampler = autoregressiveNoise({ grid, rates: decays, jitter });
  const [width, height] = counts;
  const { x, y, local, white } = sampler.coefficients;
  const [start, lossX, innovationX] = [x.start, x.loss, x.innovation].map(fixed) as [bigint, bigint, bigint];
  const [lossY, innovationY] = [y.loss, y.innovation].map(fixed) as [bigint, bigint];
  const own = { x: fixed(local.ownX), first: fixed(local.first), y: fixed(local.ownY) };
  const next = { x: fixed(local.nextX), y: fixed(local.nextY) };
  const exact: Exact = (z) => {
    const out: bigint[] = [];
    const before: bigint[] = [];
    // X z of one row.
    const across = (i: number, j: number) => {
      if (j >= height) return 0n;
      const at = j * width + i;
      return (i === 0 ? z[at]! : times(own.x, z[at]!)) - (i === width - 1 ? 0n : times(next.x, z[at + 1]!));
    };
    for (let j = 0; j < height; j++) {
      let a = 0n;
      for (let i = 0; i < width; i++) {
        const at = j * width + i;
        a = i === 0 ? times(start, z[at]!) : a - (times(lossX, a) - times(innovationX, z[at]!));
        before[i] = j === 0 ? a : before[i]! - (times(lossY, before[i]!) - times(innovationY, a));
        const here = times(j === 0 ? own.first : own.y, across(i, j));
        out.push(before[i]! + here - times(next.y, across(i, j + 1)));
      }
    }
    return white === 0 ? out : out.map((f, i) => f + times(fixed(white), z[width * height + i]!));
  };
  return [sampler, width * height, exact];
}

function states(
  type: "exponential" | "matern32" | "matern52",
  lengthScale: number,
  gaps: Float64Array,
  jitter: number,
): readonly [UnitNoiseSampler, number, Exact] {
  const sampler = markovNoise({ kernel: { type, lengthScale }, gaps, jitter });
  const steps = Array.from(sampler.gains, fixed);
  const exact: Exact = (z) => {
    let [a, b, c] = [0n, 0n, 0n];
    return z.map((e, i) => {
      const [s, g0, g1, g2, loss, f1, f2] = steps.slice(8 * Math.min(i, sampler.settled)) as [
        bigint,
        bigint,
        bigint,
        bigint,
        bigint,
        bigint,
        bigint, // prettier-ignore
      ];
      const value = a + times(s, e);
      [a, b, c] = [
        a - (times(loss, a) - (times(f1, b) + times(f2, c) + times(g0, e))),
        b - (times(loss, b) - (times(f1, c) + times(g1, e))),
        c - (times(loss, c) - times(g2, e)),
      ];
      return value;
    });
  };
  return [sampler, gaps.length + 1, exact];
}

function scattered(kernel: CapableKernel, m: number): readonly [UnitNoiseSampler, number, Exact] {
  const random = seededSource(3);
  const at = pointsFrom(Array.from({ length: m }, () => [random.uniform(), random.uniform()]));
  const sampler = scatteredNoiseSampler({ kernel, at, jitter: 1e-6 });
  const columns = sampler.columns().map((column) => Array.from(column, fixed));
  const white = fixed(sampler.whiteDeviation);
  const exact: Exact = (z) =>
    Array.from({ length: m }, (_, i) =>
      columns.reduce((sum, column, k) => sum + times(column[i]!, z[m + k]!), times(white, z[i]!)),
    );
  return [sampler, m, exact];
}

function dense(m: number): readonly [UnitNoiseSampler, number, Exact] {
  const random = seededSource(3);
  const at = pointsFrom(Array.from({ length: m }, () => Array.from({ length: 6 }, () => random.uniform())));
  const sampler = denseNoiseSampler({ kernel: gaussianKernel(0.6), at, jitter: 1e-6 });
  const factor = sampler.factor();
  const rows = Array.from({ length: m }, (_, i) => Array.from(factor.subarray(i * m, i * m + i + 1), fixed));
  return [sampler, m, (z) => rows.map((row) => row.reduce((sum, value, k) => sum + times(value, z[k]!), 0n))];
}

const circle = (count: number, turn: number, highest: number): CircleAxis => ({ count, turn, highest });
const even = (m: number) => new Float64Array(m - 1).fill(1 / (m - 1));
const uneven = (() => {
  const random = seededSource(9);
  return Float64Array.from({ length: 119 }, () => random.uniform() ** 6);
})();

// The last number says how much larger ρ may be than what is found.
const cases: readonly Case[] = [
  ["waves of a line, by a fast transform", ...waves(onePoint, circle(64, 1 / 128, 64), 0.3, 1e-9), 400],
  ["waves of a line, by tables", ...waves(onePoint, circle(90, 1 / 301.7, 25), 0.3, 1e-9), 150],
  ["waves of a line, with much white noise", ...waves(onePoint, circle(64, 1 / 128, 3), 0.3, 1), 400],
  ["waves of a plane, by a fast transform", ...waves(circle(16, 1 / 32, 16), circle(8, 1 / 16, 8), 0.1, 1e-9), 600],
  ["waves of a plane, by tables", ...waves(circle(13, 1 / 41.3, 6), circle(9, 1 / 27.7, 5), 0.1, 1e-9), 400],
  ["a torus, short range", ...torus(12, 10, 1), 300],
  ["a torus, long range", ...torus(16, 12, 20), 300],
  ["a line, fast decay", ...recursion([200, 1], [1], 1e-9), 30],
  ["a line, slow decay", ...recursion([200, 1], [1e-3], 1e-9), 120],
  ["a line, white noise apart", ...recursion([200, 1], [1e-3], 0.1), 150],
  ["a plane, fast decay", ...recursion([17, 11], [2, 0.5], 1e-9), 60],
  ["a plane, slow decay", ...recursion([17, 11], [0.02, 0.01], 1e-6), 60],
  ["states of C4, even", ...states("exponential", 0.1, even(200), 1e-9), 200],
  ["states of C3, even", ...states("matern32", 0.3, even(200), 1e-9), 200],
  ["states of C2, even, slow", ...states("matern52", 2, even(200), 1e-9), 200],
  ["states of C2, even, much white noise", ...states("matern52", 0.3, even(200), 0.1), 300],
  ["states of C2, uneven", ...states("matern52", 1, uneven, 1e-9), 700],
  ["a pivoted factor, Gaussian", ...scattered(gaussianKernel(0.4), 60), 300],
  ["a factor of full rank", ...dense(60), 600],
  ["a pivoted factor, exponential", ...scattered(exponentialKernel(0.4), 60), 300],
];

/**
 * Normals of the sets that Lemma 1 speaks of: typical ones, moved by up to 9.5 in any direction. The directions are those
 * in which a draw is large: one normal alone, many of one sign, of alternating signs, and those of the largest noise.
 */
function inputsOf(sampler: UnitNoiseSampler, m: number): readonly Float64Array[] {
  const M = sampler.normalCount;
  const random = seededSource(77);
  const typical = () => standardNormals(random, M);
  const moved = (direction: (k: number) => number) => {
    const v = Float64Array.from({ length: M }, (_, k) => direction(k));
    const size = Math.hypot(...v);
    return typical().map((z, k) => z + (9.5 * v[k]!) / size);
  };
  const response = new Float64Array(m);
  const gains = Float64Array.from({ length: M }, (_, k) => {
    const unit = new Float64Array(M);
    unit[k] = 1;
    return sampler.sample(unit, response).reduce((sum, value) => sum + value, 0);
  });
  const strongest = gains.reduce((best, gain, k) => (Math.abs(gain) > Math.abs(gains[best]!) ? k : best), 0);
  return [
    typical(),
    typical(),
    moved((k) => (k === 0 ? 1 : 0)),
    moved((k) => (k === strongest ? 1 : 0)),
    moved(() => 1),
    moved((k) => (k % 2 === 0 ? 1 : -1)),
    moved((k) => gains[k]!),
    typical().fill(1),
    typical().fill(1 / 3),
  ];
}

test.each(cases)("N̂ of %s is within ρ of N, and ρ is not much larger than that", (_, sampler, m, exact, looseness) => {
  const found = inputsOf(sampler, m).flatMap((z) => {
    const computed = sampler.sample(z, new Float64Array(m));
    const differenceFrom = (normals: readonly bigint[]) =>
      Math.hypot(...exact(normals).map((value, i) => toDouble(fixed(computed[i]!) - value)));
    // The normals themselves, and normals of which these are the rounded ones, off by up to 2⁻⁵³ of themselves.
    return [
      differenceFrom(Array.from(z, fixed)),
      differenceFrom(Array.from(z, (value) => fixed(value) + (fixed(value) >> 53n))),
      differenceFrom(Array.from(z, (value) => fixed(value) + (fixed(Math.abs(value)) >> 53n))),
    ];
  });
  const most = Math.max(...found);
  expect(most).toBeLessThanOrEqual(sampler.forwardError);
  expect(sampler.forwardError).toBeLessThan(rareness * looseness * most);
});

/** Whether C ⪰ 0 for a symmetric matrix, by elimination in numbers of 240 binary places. */
function isSemidefinite(C: bigint[][]): boolean {
  const m = C.length;
  for (let k = 0; k < m; k++) {
    const pivot = C[k]![k]!;
    if (!(pivot > 0n)) return false;
    for (let i = k + 1; i < m; i++) {
      const factor = (C[i]![k]! << 240n) / pivot;
      for (let j = k + 1; j < m; j++) C[i]![j]! -= times(factor, C[k]![j]!);
    }
  }
  return true;
}

type Kernel = (i: number, j: number) => bigint;
const one = fixed(1);
/** e^(−Σ rate·|lag|) on a grid of unit steps. */
const exponential =
  (width: number, rates: readonly number[]): Kernel =>
  (p, q) => {
    const lags = [(p % width) - (q % width), Math.floor(p / width) - Math.floor(q / width)].map(Math.abs);
    return expOfNegative(rates.reduce((sum, rate, j) => sum + BigInt(lags[j]!) * fixed(rate), 0n));
  };
/** The Matérn kernel of smoothness 5/2 at even points of [0, 1]. */
const matern52 =
  (m: number, lengthScale: number): Kernel =>
  (p, q) => {
    const t = (root(fixed(5)) * BigInt(Math.abs(p - q)) * one) / (BigInt(m - 1) * fixed(lengthScale));
    return times(one + t + times(t, t) / 3n, expOfNegative(t));
  };
/** Waves with the weights before they are raised. */
const waveKernel =
  (turn: number, highest: number, scale: number): Kernel =>
  (p, q) =>
    Array.from({ length: highest + 1 }, (_, l) => {
      const weight = fixed((l === 0 ? 1 : Math.SQRT2) * (scale * Math.exp(-0.02 * (l * l))));
      return times(times(weight, weight), cosSinOfTurns(fixed(turn) * BigInt(l * (p - q)))[0]);
    }).reduce((sum, value) => sum + value, 0n);
const distance =
  (width: number, scale: number): Kernel =>
  (p, q) => {
    const [x, y] = [(p % width) - (q % width), Math.floor(p / width) - Math.floor(q / width)];
    return expOfNegative((root(BigInt(x * x + y * y) * one) * one) / fixed(scale));
  };

test.each<[string, readonly [UnitNoiseSampler, number, Exact], Kernel]>([
  ["waves of a line", waves(onePoint, circle(12, 1 / 32, 16), 0.3, 1e-9), waveKernel(1 / 32, 16, 0.3)],
  ["waves by tables", waves(onePoint, circle(12, 1 / 33.3, 7), 0.3, 1e-9), waveKernel(1 / 33.3, 7, 0.3)],
  ["a torus", torus(8, 8, 1), distance(4, 1)],
  ["a line, slow decay", recursion([16, 1], [1e-3], 1e-9), exponential(16, [1e-3])],
  ["a line, white noise apart", recursion([16, 1], [1e-3], 100), exponential(16, [1e-3])],
  ["a plane", recursion([5, 3], [2, 0.01], 1e-6), exponential(5, [2, 0.01])],
  ["states of C2", states("matern52", 0.5, even(16), 1e-9), matern52(16, 0.5)],
  ["states of C2, τ = 0", states("matern52", 2, even(12), 0), matern52(12, 2)],
])("N has a covariance of at least K + τI, exactly: %s", (_, [sampler, m, exact], kernel) => {
  const M = sampler.normalCount;
  const columns = Array.from({ length: M }, (__, k) =>
    exact(Array.from({ length: M }, (___, q) => (q === k ? one : 0n))),
  );
  const excess = (jitter: number) =>
    Array.from({ length: m }, (__, i) =>
      Array.from({ length: m }, (___, j) => {
        const covariance = columns.reduce((sum, column) => sum + times(column[i]!, column[j]!), 0n);
        return covariance - kernel(i, j) - (i === j ? fixed(jitter) : 0n);
      }),
    );
  expect(isSemidefinite(excess(sampler.jitter))).toBe(true);
  // And hardly more: another 10⁻⁹ of τ it has not, or a billionth of a large one.
  expect(isSemidefinite(excess(sampler.jitter + 1e-9 * Math.max(1, sampler.jitter)))).toBe(false);
});

describe("ρ of what releases use", () => {
  const axis = (count: number) => ({ lower: 0, upper: 1, count });
  const [line, plane] = [{ axes: [axis(1000)] }, { axes: [axis(200), axis(200)] }];
  const tilted = (h: number) => [
    [h * h, 0.9 * h * h],
    [0.9 * h * h, h * h],
  ];
  test.each([0.005, 0.02, 0.1, 0.5])("is at most 6e-10 at %d of the side", (h) => {
    const samplers = [
      gridNoiseSampler({ kernel: { type: "gaussian", bandwidthMatrix: [[h * h]] }, grid: line, jitter: 1e-9 }),
      gridNoiseSampler({ kernel: { type: "gaussian", bandwidthMatrix: tilted(h) }, grid: plane, jitter: 1e-9 }),
      gridNoiseSampler({ kernel: { type: "productExponential", rates: [1 / h] }, grid: line, jitter: 1e-9 }),
      gridNoiseSampler({ kernel: { type: "productExponential", rates: [1 / h, 1 / h] }, grid: plane, jitter: 1e-9 }),
      gridNoiseSampler({ kernel: { type: "matern52", lengthScale: h }, grid: line, jitter: 1e-9 }),
      gridNoiseSampler({ kernel: { type: "exponential", lengthScale: h }, grid: plane, jitter: 1e-9 }),
    ];
    for (const { forwardError } of samplers) {
      expect(forwardError).toBeGreaterThan(2 ** -53);
      expect(forwardError).toBeLessThan(6e-10);
    }
  });
});

test("gaussianNormBound fails, for eight events together, as seldom as is said", () => {
  const deviations = gaussianNormBound(0, 1);
  expect(8 * Math.exp(-0.5 * deviations ** 2)).toBeLessThanOrEqual(gaussianNormFailure);
  expect(gaussianNormBound(4, 0)).toBe(2);
});

test("gaussianNormBound is above the norm of a Gaussian vector, and lower deviations would not be", () => {
  const random = seededSource(8);
  // Two variances of 1 and ninety-eight of 1/100: the norm is mostly chance.
  const sizes = Array.from({ length: 100 }, (_, k) => (k < 2 ? 1 : 0.1));
  const meanSquare = sizes.reduce((sum, s) => sum + s * s, 0);
  const norms = Array.from({ length: 20_000 }, () => Math.hypot(...sizes.map((s) => s * random.normal())));
  const beyond = (t: number) => norms.filter((norm) => norm > Math.sqrt(meanSquare) + t).length;
  expect(norms.every((norm) => norm <= gaussianNormBound(meanSquare, 1))).toBe(true);
  // e^{−t²/2} of 20,000 is 2707 at t = 2; one of more than 2707 + 4.5·√2341 would have a probability below 10⁻⁵.
  expect(beyond(2)).toBeLessThan(2925);
  expect(beyond(2)).toBeGreaterThan(10);
});
