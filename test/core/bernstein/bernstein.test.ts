import { describe, expect, test } from "vitest";
import { loadExample } from "../../../src/core/examples/examples.ts";
import { recordsFrom } from "../../../src/core/records/records.ts";
import { NumericalError, ParameterError } from "../../../src/core/errors.ts";
import { iteratedBernstein } from "../../support/iteratedBernstein.ts";
import { anisotropicKernelDensity, kernelDensity } from "../../../src/core/density/estimator/kernelDensity.ts";
import { hingeLoss } from "../../../src/core/erm/solver/losses.ts";
import { gaussianKernel } from "../../../src/core/kernels/gaussian.ts";
import { matern32Kernel } from "../../../src/core/kernels/matern32.ts";
import { pointsFrom } from "../../../src/core/points.ts";
import type { Points } from "../../../src/core/points.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { latticeNoiseMultiplier, planBernstein } from "../../../src/core/bernstein/bernstein.ts";
import type { BernsteinParameters, BernsteinRelease } from "../../../src/core/bernstein/bernstein.ts";
import type { Interval } from "../../../src/core/grids.ts";
import { histogramRelease } from "../../../src/core/comparison/histogram.ts";
import { productPoints } from "../../../src/core/release/latticeTarget.ts";
import type { LatticeTarget } from "../../../src/core/release/latticeTarget.ts";
import { densityTarget } from "../../../src/core/density/densityLatticeTarget.ts";
import {
  linearLogisticTarget,
  naiveBayesTarget,
  priestleyChaoTarget,
} from "../../../src/core/erm/learners/learnersLatticeTarget.ts";
import { regularisedErmTarget } from "../../../src/core/erm/boundary/ermLatticeTarget.ts";
import { scaleRelease } from "../../../src/core/release/scale.ts";

const unit: Interval = [0, 1];
const { points } = recordsFrom({ table: loadExample("alda-1"), columns: ["x"], missing: "refuse" });
const figure1 = densityTarget({ points, domain: [unit], bandwidths: [0.03] });
const base: BernsteinParameters = { degree: 20, iterations: 3, law: "laplace", drawCount: 2, seed: 7 };

const axisOf = (count: number) => Float64Array.from({ length: count }, (_, i) => i / (count - 1));
const seededPoints = (n: number, d: number, seed: number): Points => {
  const random = seededSource(seed);
  return { dimension: d, coordinates: Float64Array.from({ length: n * d }, () => random.uniform()) };
};

describe("the release", () => {
  const plan = planBernstein(figure1);

  test("is post-processing of the lattice: the polynomial of the noisy values, draw by draw", () => {
    for (const law of ["laplace", "gaussian"] as const) {
      const release = plan.release({ ...base, law });
      const multiplier = latticeNoiseMultiplier(law, { epsilon: 0.5, delta: 1e-5 });
      const onGrid = scaleRelease(release, 1, multiplier, new Float64Array(1000));
      const lattice = scaleRelease(release.lattice, 1, multiplier, new Float64Array(21));
      const polynomial = iteratedBernstein({ degree: 20, iterations: 3, dimension: 1, lattice });
      const again = polynomial.evaluate({ dimension: 1, coordinates: plan.axes[0]! });
      const size = Math.max(...onGrid.map(Math.abs));
      again.forEach((value, i) => expect(Math.abs(value - onGrid[i]!)).toBeLessThan(1e-11 * size));
    }
  });

  test("Figure 1 needs a seventh of the paper's Laplace noise, and with k = 200 Gaussian noise of (1, 10⁻⁵) is smaller still", () => {
    const laplace = plan.release(base);
    expect(laplace.sensitivity / laplace.valueByValueSensitivity).toBeCloseTo(1 / 7, 2);
    expect(laplace.sensitivity / laplace.exactSensitivity - 1).toBeLessThan(1e-6);
    const deviations = (["laplace", "gaussian"] as const).map((law) => {
      const { sensitivity } = plan.release({ ...base, degree: 200, law });
      const ofDraw = law === "laplace" ? Math.SQRT2 : 1;
      return sensitivity * latticeNoiseMultiplier(law, { epsilon: 1, delta: 1e-5 }) * ofDraw;
    });
    expect(deviations[1]! / deviations[0]!).toBeLessThan(1 / 1.5);
  });

  test("the estimate converges to f as h grows at fixed k, and original() is the estimate itself", () => {
    const smooth = planBernstein(densityTarget({ points, domain: [unit], bandwidths: [0.1] }));
    const inside = { dimension: 1, coordinates: points.coordinates.map((x) => Math.min(1, Math.max(0, x))) };
    const exact = kernelDensity({ points: inside, bandwidth: 0.1, at: { dimension: 1, coordinates: smooth.axes[0]! } });
    smooth.original().forEach((value, i) => expect(value).toBeCloseTo(exact[i]!, 11));
    const errorOf = ({ estimate }: BernsteinRelease) =>
      estimate.reduce((most, value, i) => Math.max(most, Math.abs(value - exact[i]!)), 0);
    const errors = [1, 2, 4, 8, 16].map((iterations) => errorOf(smooth.release({ ...base, iterations })));
    errors.slice(1).forEach((error, i) => expect(error).toBeLessThan(errors[i]!));
    expect(errors[4]! / errors[0]!).toBeLessThan(0.1);
  });

  test("a seed repeats its noise for every h, draws differ, the secure source never repeats", () => {
    const first = plan.release(base);
    expect(plan.release({ ...base, iterations: 5 }).lattice.unitNoise).toEqual(first.lattice.unitNoise);
    expect(planBernstein(figure1).release({ ...base, drawCount: 5 }).lattice.unitNoise[1]).toEqual(
      first.lattice.unitNoise[1],
    );
    expect(first.lattice.unitNoise[0]).not.toEqual(first.lattice.unitNoise[1]);
    const secure = { ...base, seed: "secure" } as const;
    expect(plan.release(secure).lattice.unitNoise[0]).not.toEqual(plan.release(secure).lattice.unitNoise[0]);
  });

  test("k = 200 on a line, 60² in the plane and 20³ in space", () => {
    expect(plan.release({ ...base, degree: 200, iterations: 8 }).estimate.every(Number.isFinite)).toBe(true);
    for (const [d, degree] of [
      [2, 60],
      [3, 20],
    ] as const) {
      const domain = new Array<Interval>(d).fill(unit);
      const target = densityTarget({
        points: seededPoints(300, d, d),
        domain,
        bandwidths: new Array<number>(d).fill(0.2),
      });
      const release = planBernstein(target).release({ ...base, degree, iterations: 3 });
      expect(release.estimate.length).toBe(d === 2 ? 40_000 : 64_000);
      expect(release.lattice.estimate.length).toBe((degree + 1) ** d);
    }
  });

  test("piecewise constant: the value of the nearest lattice point, of two the lower", () => {
    const release = planBernstein(figure1, [9]).release({ ...base, degree: 4, iterations: "nearest" });
    const lattice = release.lattice.estimate;
    expect(Array.from(release.estimate)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4].map((nu) => lattice[nu]!));
    const plane = densityTarget({ points: seededPoints(50, 2, 1), domain: [unit, unit], bandwidths: [0.2, 0.2] });
    const onPlane = planBernstein(plane, [3, 5]).release({ ...base, degree: 2, iterations: "nearest" });
    const at = (i: number, j: number) => onPlane.lattice.estimate[i + 3 * j]!;
    expect(onPlane.estimate[0 + 3 * 4]).toBe(at(0, 2));
    expect(onPlane.estimate[2 + 3 * 2]).toBe(at(2, 1));
    expect(onPlane.estimate[1 + 3 * 3]).toBe(at(1, 1));
  });

  test("the cost is known before: ℓ = 3 and k = 60 would be 226,981 values, and is refused", () => {
    const space = densityTarget({ points: seededPoints(5, 3, 1), domain: [unit, unit, unit], bandwidths: [1, 1, 1] });
    const large = planBernstein(space).cost({ degree: 60, drawCount: 1 });
    expect(large).toMatchObject({ values: 61 ** 3, isAllowed: false });
    const small = planBernstein(space).cost({ degree: 20, drawCount: 1 });
    expect(small).toMatchObject({ values: 21 ** 3, isAllowed: true });
    expect(small.operations).toBeLessThan(large.operations);
    expect(small.bytes).toBeGreaterThan(8 * 2 * (21 ** 3 + 40 ** 3));
    expect(() => planBernstein(space).cost({ degree: NaN, drawCount: 1 })).toThrow(ParameterError);
  });

  test("the band bounds the noise of the polynomial, and its amplification is that of h = 1 for the baseline", () => {
    const { amplification, simultaneousQuantile } = plan.band(base);
    const { unitNoise } = plan.release({ ...base, drawCount: 400 });
    const exceeded = unitNoise.filter((noise) => noise.some((z) => Math.abs(z) > simultaneousQuantile)).length;
    // If 5 % exceeded it, more than 41 of 400 would with probability below 10⁻⁵.
    expect(exceeded).toBeLessThanOrEqual(41);
    expect(amplification).toBeGreaterThan(1.2);
    expect(amplification).toBeLessThan(1.3);
    expect(plan.band({ ...base, iterations: "nearest" }).amplification).toBe(1);
  });

  test("what is too large or out of range is refused before it starts", () => {
    const space = densityTarget({ points: seededPoints(5, 3, 1), domain: [unit, unit, unit], bandwidths: [1, 1, 1] });
    expect(() => planBernstein(space).release({ ...base, degree: 60 })).toThrow(/at most 50000/);
    expect(() => plan.release({ ...base, degree: 1001 })).toThrow(/at most 1000/);
    expect(() => plan.release({ ...base, iterations: 2 ** 30 })).toThrow(NumericalError);
    for (const bad of [NaN, 0, -1, 1.5, Infinity]) {
      expect(() => plan.release({ ...base, degree: bad })).toThrow(ParameterError);
      expect(() => plan.release({ ...base, iterations: bad })).toThrow(ParameterError);
      expect(() => plan.release({ ...base, drawCount: bad })).toThrow(ParameterError);
    }
    expect(() => plan.release({ ...base, seed: -1 })).toThrow(ParameterError);
    expect(() => planBernstein(figure1, [1])).toThrow(ParameterError);
    expect(() => planBernstein(figure1, [10, 10])).toThrow(ParameterError);
    expect(() => densityTarget({ points, domain: [[1, 0]], bandwidths: [0.1] })).toThrow(ParameterError);
    expect(() => densityTarget({ points, domain: [unit], bandwidths: [NaN] })).toThrow(ParameterError);
    expect(() => latticeNoiseMultiplier("laplace", { epsilon: 0, delta: 0.1 })).toThrow(ParameterError);
  });
});

describe("densityTarget", () => {
  test.each([1, 2, 3])(
    "is the exact sum in units of the data, %i axes, with records outside moved to the edge",
    (d) => {
      const sides = [3, 0.5, 20].slice(0, d);
      const domain = sides.map((side, j): Interval => [j - 1, j - 1 + side]);
      const raw = seededPoints(2500, d, 10 + d);
      const scaled = raw.coordinates.map((x, i) => domain[i % d]![0] + (1.2 * x - 0.1) * sides[i % d]!);
      const bandwidths = sides.map((side, j) => side * [0.07, 0.2, 0.1][j]!);
      const target = densityTarget({ points: { dimension: d, coordinates: scaled }, domain, bandwidths });
      const axes = [axisOf(9), axisOf(7), axisOf(5)].slice(0, d);
      const clamped = scaled.map((x, i) => Math.min(domain[i % d]![1], Math.max(domain[i % d]![0], x)));
      const at = productPoints(axes.map((axis, j) => axis.map((y) => domain[j]![0] + y * sides[j]!)));
      const H = bandwidths.map((h, i) => bandwidths.map((_, j) => (i === j ? h * h : 0)));
      const direct = anisotropicKernelDensity({
        points: { dimension: d, coordinates: clamped },
        bandwidthMatrix: H,
        at,
      });
      // The domain is mapped onto [0, 1] with a rounding of its own, which is not the target's.
      const slack = 2 * target.roundingError + 1e-13 * Math.max(...direct);
      target.evaluate(axes).forEach((value, i) => expect(Math.abs(value - direct[i]!)).toBeLessThanOrEqual(slack));
      expect(target.clampedCount).toBeGreaterThan(0);
    },
  );

  test("the ways of summing agree within η: moments of cells, products, and a correlated kernel that is hardly one", () => {
    const many = seededPoints(60_000, 1, 5);
    const target = densityTarget({ points: many, domain: [unit], bandwidths: [0.02] });
    const at = axisOf(21);
    const direct = kernelDensity({ points: many, bandwidth: 0.02, at: { dimension: 1, coordinates: at } });
    target
      .evaluate([at])
      .forEach((value, i) => expect(Math.abs(value - direct[i]!)).toBeLessThanOrEqual(2 * target.roundingError));
    const plane = seededPoints(500, 2, 6);
    const shared = { points: plane, domain: [unit, unit], bandwidths: [0.1, 0.2] };
    const [product, sum] = [0, 1e-13].map((correlation) => densityTarget({ ...shared, correlation }));
    const axes = [axisOf(6), axisOf(5)];
    const expected = sum!.evaluate(axes);
    product!.evaluate(axes).forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 10));
  });

  test("η has room for places among cells, which round by more than differences do where one record is far from all others", () => {
    const [n, sigma] = [2049, 1 / 500];
    const random = seededSource(8);
    const unitOfHeight = 2 ** -53 / (Math.sqrt(2 * Math.PI) * sigma);
    const slope = Math.exp(-0.5) / sigma;
    let largest = 0;
    for (let i = 0; i < 60; i++) {
      const place = 0.6 + 0.4 * random.uniform();
      const coordinates = new Float64Array(n).fill(place);
      coordinates[0] = 0.3 * random.uniform();
      const target = densityTarget({ points: { dimension: 1, coordinates }, domain: [unit], bandwidths: [sigma] });
      // Half a unit for ν/k, and two for either place.
      expect(target.roundingError / unitOfHeight - (n + 64)).toBeGreaterThan(4.5 * slope);
      const at = Float64Array.from({ length: 100 }, () => place - (0.95 + 0.1 * random.uniform()) * sigma);
      target.evaluate([at]).forEach((value, k) => {
        const t = (at[k]! - place) / sigma;
        const exact = ((n - 1) / n / (Math.sqrt(2 * Math.PI) * sigma)) * Math.exp(-0.5 * t * t);
        largest = Math.max(largest, Math.abs(value - exact) / unitOfHeight);
      });
    }
    expect(largest).toBeGreaterThan(1.5 * slope);
  });
});

const line = seededPoints(40, 1, 20);
const plane = seededPoints(40, 2, 21);
const signs = Float64Array.from({ length: 40 }, (_, i) => (plane.coordinates[2 * i]! > 0.5 ? 1 : -1));
const square: readonly Interval[] = [unit, unit];

const replaced = (points: Points, to: readonly number[]): Points => {
  const coordinates = points.coordinates.slice();
  coordinates.set(to);
  return { ...points, coordinates };
};

const neighbours: readonly (readonly [string, LatticeTarget, LatticeTarget])[] = [
  [
    "density on a line",
    densityTarget({ points: line, domain: [unit], bandwidths: [0.05] }),
    densityTarget({ points: replaced(line, [0.99]), domain: [unit], bandwidths: [0.05] }),
  ],
  [
    "density in the plane",
    densityTarget({ points: plane, domain: square, bandwidths: [0.1, 0.2], correlation: 0.3 }),
    densityTarget({ points: replaced(plane, [1, 1]), domain: square, bandwidths: [0.1, 0.2], correlation: 0.3 }),
  ],
  [
    "Priestley–Chao",
    priestleyChaoTarget({
      points: line,
      responses: signs,
      domain: [unit],
      bandwidth: 0.1,
      gapFactor: 3,
      labelBound: 1,
    }),
    priestleyChaoTarget({
      points: replaced(line, [0.31]),
      responses: signs.with(0, -signs[0]!),
      domain: [unit],
      bandwidth: 0.1,
      gapFactor: 3,
      labelBound: 1,
    }),
  ],
  [
    "naive Bayes with kernel likelihoods",
    naiveBayesTarget({ points: plane, labels: signs, domain: square, likelihood: { bandwidth: 0.2 } }),
    naiveBayesTarget({
      points: plane,
      labels: signs.with(0, -signs[0]!),
      domain: square,
      likelihood: { bandwidth: 0.2 },
    }),
  ],
  [
    "naive Bayes with normal likelihoods",
    naiveBayesTarget({ points: plane, labels: signs, domain: square, likelihood: { leastVariance: 0.01 } }),
    naiveBayesTarget({
      points: plane,
      labels: signs.with(0, -signs[0]!),
      domain: square,
      likelihood: { leastVariance: 0.01 },
    }),
  ],
  [
    "linear logistic regression",
    linearLogisticTarget({ points: plane, labels: signs, domain: square, cost: 5 }),
    linearLogisticTarget({ points: plane, labels: signs.with(0, -signs[0]!), domain: square, cost: 5 }),
  ],
  ...([gaussianKernel(0.3), matern32Kernel(0.3)] as const).map((kernel, i): [string, LatticeTarget, LatticeTarget] => {
    const shared = { points: plane, domain: square, kernel, loss: hingeLoss, penalty: 0.2 };
    return [
      `hinge loss, kernel ${i}`,
      regularisedErmTarget({ ...shared, responses: signs }),
      regularisedErmTarget({ ...shared, responses: signs.with(0, -signs[0]!) }),
    ];
  }),
];

describe.each(neighbours)("replay of two neighbours with the same bits: %s", (_, target, other) => {
  test.each([1, 8])(
    "k = %i: all but the estimate is the same, which moves by at most Δ in the norm of the noise",
    (degree) => {
      for (const law of ["laplace", "gaussian"] as const) {
        const parameters: BernsteinParameters = { ...base, degree, law };
        const counts = new Array<number>(target.dimension).fill(11);
        const [f, g] = [target, other].map((of) => planBernstein(of, counts).release(parameters));
        const same = (release: BernsteinRelease) => ({
          ...release,
          estimate: undefined,
          clampedCount: undefined,
          lattice: { ...release.lattice, estimate: undefined },
        });
        expect(same(f!)).toEqual(same(g!));
        const difference = f!.lattice.estimate.map((value, i) => Math.abs(value - g!.lattice.estimate[i]!));
        const norm = law === "laplace" ? difference.reduce((sum, x) => sum + x, 0) : Math.hypot(...difference);
        expect(norm).toBeGreaterThan(0);
        expect(norm).toBeLessThanOrEqual(f!.sensitivity);
        expect(Math.max(...difference)).toBeLessThanOrEqual(target.pointwiseSensitivity + 2 * target.roundingError);
        expect(f!.sensitivity).toBeLessThanOrEqual(f!.valueByValueSensitivity * (1 + 1e-3));
      }
    },
  );
});

test("linear logistic regression is reproduced exactly by k = 1, h = 1", () => {
  const target = linearLogisticTarget({ points: plane, labels: signs, domain: square, cost: 5 });
  const plan = planBernstein(target, [7, 7]);
  const { estimate } = plan.release({ ...base, degree: 1, iterations: 1 });
  estimate.forEach((value, i) => expect(value).toBeCloseTo(plan.original()[i]!, 12));
});

describe("histogramRelease", () => {
  const axes = [axisOf(101)];
  const shared = { domain: [[0, 2]] as const, cellCount: 8, axes, drawCount: 1, seed: 3 };
  const records = pointsFrom([[0.1], [0.3], [0.3], [1.9], [2], [7]]);

  test("is a density, and a replaced record attains both sensitivities", () => {
    const after = replaced(records, [1.2]);
    for (const law of ["laplace", "gaussian"] as const) {
      const [f, g] = [records, after].map((points) => histogramRelease({ ...shared, points, law }));
      const { estimate, sensitivity } = f!.cells;
      expect(estimate.reduce((sum, height) => sum + height / 4, 0)).toBeCloseTo(1, 14);
      expect(f!.clampedCount).toBe(1);
      const difference = estimate.map((height, i) => Math.abs(height - g!.cells.estimate[i]!));
      const norm = law === "laplace" ? difference.reduce((sum, x) => sum + x, 0) : Math.hypot(...difference);
      expect(norm).toBeLessThanOrEqual(sensitivity);
      expect(norm / sensitivity).toBeGreaterThan(1 - 1e-12);
      expect(g!.unitNoise).toEqual(f!.unitNoise);
    }
  });

  test("shows the cell of each grid point", () => {
    const release = histogramRelease({ ...shared, points: records, law: "laplace" });
    axes[0]!.forEach((y, i) => {
      const cell = Math.min(7, Math.floor(8 * y));
      expect(release.estimate[i]).toBe(release.cells.estimate[cell]);
      expect(release.unitNoise[0]![i]).toBe(release.cells.unitNoise[0]![cell]);
    });
  });

  test.each([NaN, 0, 1, -1, Infinity])("%s cells are refused", (cellCount) => {
    expect(() => histogramRelease({ ...shared, points: records, law: "laplace", cellCount })).toThrow(ParameterError);
  });
});
