import { Matrix } from "ml-matrix";
import { expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { gridSize, gridStep } from "../../../../src/core/grids.ts";
import type { RegularGrid } from "../../../../src/core/grids.ts";
import { exponentialKernel } from "../../../../src/core/kernels/exponential.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { autoregressiveNoise } from "../../../../src/core/privacy/mechanisms/autoregressiveNoise.ts";
import { gridNoiseSampler } from "../../../../src/core/privacy/mechanisms/gridNoise.ts";
import { scatteredNoiseSampler } from "../../../../src/core/privacy/mechanisms/scatteredNoise.ts";
import { spectralNoise } from "../../../../src/core/privacy/mechanisms/spectralNoise.ts";
import type { NoiseKernel, UnitNoiseSampler } from "../../../../src/core/privacy/mechanisms/unitNoise.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../../src/core/random/standardNormals.ts";
import { covarianceOf, extremes, gaussian, productExponential } from "../../../support/covariance.ts";
import { farthest } from "../../../support/farthest.ts";
import { casesOf } from "../../../support/fuzzing.ts";

const line: RegularGrid = { axes: [{ lower: 0, upper: 1, count: 12 }] };
const plane: RegularGrid = {
  axes: [
    { lower: 0, upper: 1, count: 5 },
    { lower: -1, upper: 2, count: 4 },
  ],
};

const samplers: [string, UnitNoiseSampler, number][] = [
  ["spectral, line", spectralNoise({ grid: line, bandwidthMatrix: [[0.04]], jitter: 1e-6 }), 12],
  [
    "spectral, plane",
    spectralNoise({
      grid: plane,
      bandwidthMatrix: [
        [0.04, 0.05],
        [0.05, 0.25],
      ],
      jitter: 1e-6,
    }),
    20,
  ],
  ["autoregressive, line", autoregressiveNoise({ grid: line, rates: [3], jitter: 1e-6 }), 12],
  ["autoregressive, plane", autoregressiveNoise({ grid: plane, rates: [3, 1], jitter: 1e-6 }), 20],
  [
    "autoregressive, Matérn line",
    gridNoiseSampler({ kernel: { type: "matern52", lengthScale: 0.3 }, grid: line, jitter: 1e-6 }),
    12,
  ],
  [
    "circulant, plane",
    gridNoiseSampler({ kernel: { type: "matern32", lengthScale: 0.3 }, grid: plane, jitter: 1e-6 }),
    20,
  ],
  [
    "cholesky",
    scatteredNoiseSampler({ kernel: exponentialKernel(0.5), at: pointsFrom([[0], [0.3], [1]]), jitter: 1e-6 }),
    3,
  ],
];

test.each(samplers)(
  "sample overwrites out, repeats itself and reads its first normalCount normals only: %s",
  (_, sampler, m) => {
    const z = standardNormals(seededSource(1), sampler.normalCount);
    const fresh = sampler.sample(z, new Float64Array(m)).slice();
    const dirty = new Float64Array(m).fill(NaN);
    expect(sampler.sample(z, dirty)).toBe(dirty);
    expect(dirty).toEqual(fresh);
    const longer = new Float64Array(sampler.normalCount + 50).fill(NaN);
    longer.set(z);
    expect(sampler.sample(longer, new Float64Array(m))).toEqual(fresh);
  },
);

test.each(samplers)("sample is linear in its normals: %s", (_, sampler, m) => {
  const random = seededSource(2);
  const [x, y] = [standardNormals(random, sampler.normalCount), standardNormals(random, sampler.normalCount)];
  const draw = (z: Float64Array) => sampler.sample(z, new Float64Array(m));
  const [ofX, ofY, ofSum] = [draw(x), draw(y), draw(x.map((value, k) => value - 2 * y[k]!))];
  // A few hundred terms of a size of at most 10 each: 1e-12 is far above their rounding, 1e3·10·u.
  ofSum.forEach((value, i) => expect(Math.abs(value - (ofX[i]! - 2 * ofY[i]!))).toBeLessThan(1e-12));
});

test("grid samplers dominate K + τI for random grids, kernels and units, displacements taken from indices", () => {
  const random = seededSource(2718);
  const between = (a: number, b: number) => a + (b - a) * random.uniform();
  for (let k = 0; k < casesOf(120, 60); k++) {
    const d = k % 2 === 0 ? 1 : 2;
    const axes = Array.from({ length: d }, () => {
      const unit = 10 ** between(-4, 4);
      const lower = between(-3, 3) * unit;
      return { lower, upper: lower + unit, count: Math.floor(d === 1 ? between(2, 22) : between(2, 6)) };
    });
    const grid = { axes };
    const steps = axes.map(gridStep);
    // From a fifth of a step, where hardly anything is correlated, to 0.7 of the side.
    const h = axes.map(({ lower, upper }, j) => {
      const [least, most] = [Math.log(0.2 * steps[j]!), Math.log(0.7 * (upper - lower))];
      return Math.exp(between(least, most));
    });
    const correlation = d === 2 ? between(-0.95, 0.95) : 0;
    const kernel: NoiseKernel =
      k % 3 === 0
        ? { type: "productExponential", rates: h.map((value) => 1 / value) }
        : {
            type: "gaussian",
            bandwidthMatrix: h.map((a, i) => h.map((b, j) => (i === j ? a * a : correlation * a * b))),
          };
    const jitter = [0, 1e-9, 1e-5][Math.floor(k / 6) % 3]!; // Every combination with dimension and kernel occurs.
    const sampler = gridNoiseSampler({ kernel, grid, jitter });
    const m = gridSize(grid);
    const { least, largest } = extremes(
      Matrix.sub(covarianceOf(sampler, m), targetByIndex(kernel, axes[0]!.count, steps, m, jitter)),
    );
    const found = JSON.stringify({ kernel, axes, jitter });
    expect(least, found).toBeGreaterThan(-1e-13 * m);
    expect(largest, found).toBeLessThanOrEqual(sampler.covarianceError + 1e-14 * m);
  }
});

function targetByIndex(
  kernel: Exclude<NoiseKernel, { lengthScale: number }>,
  count: number,
  steps: readonly number[],
  m: number,
  jitter: number,
): Matrix {
  const K = Matrix.zeros(m, m);
  for (let p = 0; p < m; p++) {
    for (let q = 0; q < m; q++) {
      const cells = [(p % count) - (q % count), Math.floor(p / count) - Math.floor(q / count)];
      const r = steps.map((step, j) => cells[j]! * step);
      const value =
        kernel.type === "gaussian" ? gaussian(kernel.bandwidthMatrix, r) : productExponential(kernel.rates, r);
      K.set(p, q, value + (p === q ? jitter : 0));
    }
  }
  return K;
}

test("spectralNoise keeps a path of one dimension close while h, and with it the number of frequencies, grows", () => {
  const grid: RegularGrid = { axes: [{ lower: 0, upper: 1, count: 200 }] };
  const z = standardNormals(seededSource(3), 5000);
  const counts = new Set<number>();
  let before: Float64Array | undefined;
  for (let h = 0.02; h < 0.3; h *= 1.002) {
    const sampler = spectralNoise({ grid, bandwidthMatrix: [[h * h]], jitter: 1e-9 });
    counts.add(sampler.normalCount);
    const path = sampler.sample(z, new Float64Array(200));
    // A change of h by 0.2 % moves the path by about 0.002·x·f′(x) = O(0.01); a changed pairing moves it by O(1).
    const last = before ?? path;
    expect(path.reduce((most, value, i) => Math.max(most, Math.abs(value - last[i]!)), 0)).toBeLessThan(0.1);
    before = path;
  }
  expect(counts.size).toBeGreaterThan(10);
});

test("autoregressiveNoise keeps a path close while its rates move", () => {
  const z = standardNormals(seededSource(4), 5000);
  const pathAt = (rate: number) =>
    autoregressiveNoise({ grid: line, rates: [rate], jitter: 1e-9 }).sample(z, new Float64Array(12));
  const before = pathAt(5);
  pathAt(5.001).forEach((value, i) => expect(Math.abs(value - before[i]!)).toBeLessThan(0.01));
});

test("circulantNoise keeps a field of two dimensions close while the length scale moves", () => {
  const z = standardNormals(seededSource(5), 1000);
  const fieldAt = (lengthScale: number) => {
    const sampler = gridNoiseSampler({ kernel: { type: "matern52", lengthScale }, grid: plane, jitter: 1e-9 });
    return { count: sampler.normalCount, values: sampler.sample(z, new Float64Array(20)) };
  };
  let last = fieldAt(0.05);
  let compared = 0;
  let most = 0;
  for (let lengthScale = 0.05; lengthScale < casesOf(0.3, 0.1); lengthScale *= 1.002) {
    const next = fieldAt(lengthScale);
    // A longer circle has other waves.
    if (next.count === last.count) {
      compared++;
      most = Math.max(most, farthest(next.values, last.values));
    }
    last = next;
  }
  // A change of 0.2 % moves a value by a few times 0.002, other normals would by O(1).
  expect(most).toBeLessThan(0.05);
  expect(compared).toBeGreaterThan(casesOf(800, 250));
});

test.each([
  line,
  plane,
  {
    axes: [
      { lower: 0, upper: 1, count: 3 },
      { lower: 0, upper: 1, count: 10 },
    ],
  },
])("autoregressiveNoise dominates K + τI and keeps within 2e-11 of it, whatever the rate and the last rows", (grid) => {
  const m = gridSize(grid);
  const counts = new Set<number>();
  for (const rate of [1e-9, 0.01, 2, 1e3]) {
    const rates = grid.axes.map(() => rate);
    for (const jitter of [0, 1e-12, 1e-9, 1e-3]) {
      const sampler = autoregressiveNoise({ grid, rates, jitter });
      const steps = grid.axes.map(gridStep);
      const target = targetByIndex({ type: "productExponential", rates }, grid.axes[0]!.count, steps, m, jitter);
      const { least, largest } = extremes(Matrix.sub(covarianceOf(sampler, m), target));
      expect(least).toBeGreaterThan(-2e-15);
      expect(largest).toBeLessThanOrEqual(sampler.covarianceError + 4e-15);
      expect(sampler.covarianceError).toBeLessThan(2e-11);
      counts.add(sampler.normalCount);
    }
  }
  expect([...counts].sort((a, b) => a - b)).toEqual([m, 2 * m]);
});

test("autoregressiveNoise of rates that are nothing, and markovNoise of a huge τ, draw finite numbers or none, but end", () => {
  const z = standardNormals(seededSource(6), 40);
  for (const rate of [5e-324, 1e-200, 1e308]) {
    const sampler = autoregressiveNoise({ grid: plane, rates: [rate, rate], jitter: 1e-9 });
    expect(sampler.sample(z, new Float64Array(20)).every(Number.isFinite)).toBe(true);
  }
  for (const jitter of [1e6, 1e150, 1e308]) {
    expect(gridNoiseSampler({ kernel: { type: "matern52", lengthScale: 0.3 }, grid: line, jitter }).normalCount).toBe(
      12,
    );
  }
});

test("autoregressiveNoise is within 1e-10 of K + τI on a plane of 200 × 200, for slow and for fast rates", () => {
  const axis = { lower: 0, upper: 1, count: 200 };
  for (const rate of [0.01, 1, 10, 100, 1e4]) {
    expect(
      autoregressiveNoise({ grid: { axes: [axis, axis] }, rates: [rate, rate], jitter: 1e-9 }).covarianceError,
    ).toBeLessThan(1e-10);
  }
});

test("scatteredNoiseSampler dominates K + τI for a τ far above the trace of K, squares taken exactly", () => {
  for (let jitter = 1e6; jitter < 1e6 + 50; jitter++) {
    const sampler = scatteredNoiseSampler({ kernel: exponentialKernel(1), at: pointsFrom([[0]]), jitter });
    const factors = [
      [1, 0],
      [0, 1],
    ].map((z) => sampler.sample(Float64Array.from(z), new Float64Array(1))[0]!);
    // Numbers below 1024 are whole multiples of 2⁻⁵³, those near 1000 of 2⁻⁴³.
    const variance = factors.reduce((sum, factor) => sum + BigInt(factor * 2 ** 53) ** 2n, 0n);
    expect(variance >= (BigInt(jitter) + 1n) << 106n).toBe(true);
  }
});

const bad = [NaN, Infinity, -Infinity, -1];

test.each(bad)("every sampler refuses a jitter of %s by name", (jitter) => {
  expect(() => spectralNoise({ grid: line, bandwidthMatrix: [[1]], jitter })).toThrow(/^jitter must be/);
  expect(() => autoregressiveNoise({ grid: line, rates: [1], jitter })).toThrow(/^jitter must be/);
  expect(() => scatteredNoiseSampler({ kernel: exponentialKernel(1), at: pointsFrom([[0]]), jitter })).toThrow(
    /^jitter must be/,
  );
});

test.each([...bad, 0])("grid samplers refuse a rate or a bandwidth of %s by name", (value) => {
  expect(() => autoregressiveNoise({ grid: plane, rates: [1, value], jitter: 0 })).toThrow(/^rates\[1\] must be/);
  expect(() => spectralNoise({ grid: line, bandwidthMatrix: [[value]], jitter: 0 })).toThrow(/^bandwidthMatrix/);
});

test("autoregressiveNoise refuses rates of another dimension than the grid's", () => {
  for (const rates of [[], [1], [1, 1, 1]]) {
    expect(() => autoregressiveNoise({ grid: plane, rates, jitter: 0 })).toThrow(ParameterError);
  }
});
