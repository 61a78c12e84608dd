import { expect, test } from "vitest";
import { exponentialKernel } from "../../../../src/core/kernels/exponential.ts";
import { matern52Kernel } from "../../../../src/core/kernels/matern52.ts";
import {
  exponentialKarhunenLoeve,
  gridKarhunenLoeve,
  integratedSquaredNoise,
} from "../../../../src/core/privacy/mechanisms/karhunenLoeve.ts";
import { truncatedNoiseLeak } from "../../../support/spectralRelease.ts";
import { spectralRelease } from "../../../support/spectralRelease.ts";
import { quadratureWeights } from "../../../../src/core/kernels/covarianceSpectrum.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../../src/core/random/standardNormals.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { expectRelative, notPositive } from "../relative.ts";

interface Expansion {
  readonly gamma: number;
  readonly m: number;
  readonly points: number[];
}

test.each(goldenCases<Expansion, object>("gp-kl-exponential").map((c, i) => [i, c] as const))(
  "exponentialKarhunenLoeve agrees with gp-kl-exponential.json, case %i",
  (_, reference) => {
    const { gamma: rate, m: count, points } = reference.inputs;
    const { frequencies, eigenvalues, evaluate } = exponentialKarhunenLoeve({ rate, count });
    const rows = evaluate(Float64Array.from(points));
    expectGolden(reference, "omega", frequencies);
    expectGolden(reference, "eigenvalues", eigenvalues);
    expectGolden(
      reference,
      "eigenfunctions",
      rows.flatMap((row) => Array.from(row)),
    );
    const kernel = points.flatMap((_, i) =>
      points.map((_, k) => rows.reduce((sum, row, j) => sum + eigenvalues[j]! * row[i]! * row[k]!, 0)),
    );
    expectGolden(reference, "truncatedKernel", kernel);
    expectGolden(reference, "discardedTrace", 1 - eigenvalues.reduce((a, b) => a + b));
  },
);

interface Difference {
  readonly gamma: number;
  readonly m: number;
  readonly a: number;
  readonly b: number;
}

test("truncatedNoiseLeak agrees with gp-kl-sensitivity.json", () => {
  for (const reference of goldenCases<Difference, object>("gp-kl-sensitivity")) {
    const { gamma: rate, m: count, a: from, b: to } = reference.inputs;
    const { coefficients, truncatedNorm, fullNorm } = truncatedNoiseLeak({ rate, count, from, to });
    expectGolden(reference, "coefficients", coefficients);
    expectGolden(reference, "truncatedNorm", truncatedNorm);
    expectGolden(reference, "fullNorm", fullNorm);
  }
});

test.each([0.01, 1, 300])("eigenfunctions are orthonormal and eigenfunctions, by quadrature, γ = %s", (rate) => {
  const count = 12;
  const nodes = 20_000;
  const grid = Float64Array.from({ length: nodes }, (_, i) => (i + 0.5) / nodes);
  const { eigenvalues, evaluate } = exponentialKarhunenLoeve({ rate, count });
  const rows = evaluate(grid);
  rows.forEach((row, j) => {
    rows.slice(0, j + 1).forEach((other, k) => {
      const inner = row.reduce((sum, value, i) => sum + value * other[i]!, 0) / nodes;
      expect(Math.abs(inner - (j === k ? 1 : 0))).toBeLessThan(1e-6);
    });
    const at = 4321;
    const image =
      row.reduce((sum, value, i) => sum + value * Math.exp(-rate * Math.abs(grid[i]! - grid[at]!)), 0) / nodes;
    expect(Math.abs(image - eigenvalues[j]! * row[at]!)).toBeLessThan(1e-4 * eigenvalues[0]!);
    if (j > 0) expect(eigenvalues[j]!).toBeLessThan(eigenvalues[j - 1]!);
  });
});

test("errata W2: ‖φ₁‖² in the RKHS is 1/λ₁ = 1.3535 for γ = 1", () => {
  expect(1 / exponentialKarhunenLoeve({ rate: 1, count: 1 }).eigenvalues[0]!).toBeCloseTo(1.3535, 4);
});

test("no difference of sections has a truncated norm above its full one, and with many terms it comes near", () => {
  const random = seededSource(1);
  let most = 0;
  for (let i = 0; i < 300; i++) {
    const [from, to] = [random.uniform(), random.uniform()];
    const { truncatedNorm, fullNorm } = truncatedNoiseLeak({
      rate: 1 + 5 * random.uniform(),
      count: i % 2 ? 4 : 400,
      from,
      to,
    });
    expect(truncatedNorm).toBeLessThanOrEqual(fullNorm);
    most = Math.max(most, truncatedNorm / fullNorm);
  }
  expect(most).toBeGreaterThan(0.998);
});

test("what truncated noise leaves bare is orthogonal to the terms, and not small: two neighbours are told apart without error", () => {
  const count = 6;
  const { leaked } = truncatedNoiseLeak({ rate: 5, count, from: 0.3, to: 0.7 });
  const grid = Float64Array.from({ length: 20_000 }, (_, i) => (i + 0.5) / 20_000);
  const bare = leaked(grid);
  const { evaluate } = exponentialKarhunenLoeve({ rate: 5, count });
  for (const row of evaluate(grid)) {
    expect(Math.abs(row.reduce((sum, value, i) => sum + value * bare[i]!, 0) / 20_000)).toBeLessThan(1e-6);
  }
  // Project a release of each neighbour onto the bare part: the noise of six terms does not enter.
  const energy = bare.reduce((sum, value) => sum + value * value, 0) / 20_000;
  expect(Math.sqrt(energy)).toBeGreaterThan(0.02);
});

test("spectralRelease has the announced variances, and the error integral adds them up", () => {
  const { eigenvalues } = exponentialKarhunenLoeve({ rate: 3, count: 5 });
  const coefficients = Float64Array.of(1, -1, 2, 0, 5);
  const runs = 4000;
  const random = seededSource(7);
  const sums = new Float64Array(5);
  let error = 0;
  for (let run = 0; run < runs; run++) {
    const released = spectralRelease({
      coefficients,
      eigenvalues,
      noiseScale: 0.4,
      standardNormals: standardNormals(random, 5),
    });
    released.forEach((c, j) => {
      sums[j]! += (c - coefficients[j]!) ** 2 / runs;
      error += (c - coefficients[j]!) ** 2 / runs;
    });
  }
  // A mean of squares of normals has the relative deviation √(2/4000); 5 of them are exceeded with probability 6·10⁻⁷
  // each.
  sums.forEach((sum, j) => expectRelative(sum, 0.16 * eigenvalues[j]!, 5 * Math.sqrt(2 / runs)));
  const trace = eigenvalues.reduce((a, b) => a + b);
  expectRelative(error, integratedSquaredNoise({ noiseScale: 0.4, trace }), 5 * Math.sqrt(2 / runs));
  // At most λ(T) sup K.
  expect(trace).toBeLessThan(1);
});

test("gridKarhunenLoeve is near the closed form for the exponential kernel, and exact on its grid for any", () => {
  const grid = Float64Array.from({ length: 200 }, (_, i) => (i + 0.5) / 200);
  const weights = new Float64Array(200).fill(1 / 200);
  const exact = exponentialKarhunenLoeve({ rate: 2, count: 5 });
  const onGrid = gridKarhunenLoeve({ kernel: exponentialKernel(0.5), grid, weights, count: 5 });
  onGrid.eigenvalues.forEach((value, j) => expectRelative(value, exact.eigenvalues[j]!, 1e-3));
  const few = Float64Array.of(0, 0.2, 0.7, 1);
  const all = gridKarhunenLoeve({
    kernel: matern52Kernel(0.4),
    grid: few,
    weights: quadratureWeights({ grid: few, rule: "trapezoid" }),
    count: 4,
  });
  few.forEach((s, i) =>
    few.forEach((t, k) => {
      const sum = all.eigenfunctions.reduce((total, phi, j) => total + all.eigenvalues[j]! * phi[i]! * phi[k]!, 0);
      expect(Math.abs(sum - matern52Kernel(0.4).evaluate([s], [t]))).toBeLessThan(1e-13);
    }),
  );
});

test.each(notPositive)("spectral mechanisms refuse %s by name", (bad) => {
  expect(() => exponentialKarhunenLoeve({ rate: bad, count: 1 })).toThrow(/^rate must/);
  expect(() => exponentialKarhunenLoeve({ rate: 1, count: bad })).toThrow(/^count must/);
  const good = { coefficients: [1], eigenvalues: [1], noiseScale: 1, standardNormals: [0] };
  expect(() => spectralRelease({ ...good, noiseScale: bad })).toThrow(/^noiseScale must/);
  expect(() => spectralRelease({ ...good, eigenvalues: [bad] })).toThrow(/^eigenvalues\[0\] must/);
  expect(() => spectralRelease({ ...good, standardNormals: [] })).toThrow(/^standardNormals must/);
  expect(() => truncatedNoiseLeak({ rate: 1, count: 1, from: 2, to: 0 })).toThrow(/^from must/);
  if (bad !== 0) expect(() => integratedSquaredNoise({ noiseScale: 1, trace: bad })).toThrow(/^trace must/);
});
