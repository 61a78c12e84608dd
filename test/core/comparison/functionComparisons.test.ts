import { describe, expect, test } from "vitest";
import type { BoundaryRecords } from "../../../src/core/records/boundaryRecords.ts";
import { ParameterError } from "../../../src/core/errors.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { comparingBoundary } from "../../../src/core/erm/boundary/boundaryComparison.ts";
import type { FitParameters } from "../../../src/core/erm/boundary/boundaryParameters.ts";
import type { BoundaryMechanism } from "../../../src/core/erm/boundary/boundaryComparison.ts";
import { comparingMeanCurve } from "../../../src/core/mean/meanCurveComparison.ts";
import type { MeanCurveMechanism } from "../../../src/core/mean/meanCurveComparison.ts";
import { someRecords } from "../../../src/core/comparison/someRecords.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { casesOf, triesAll } from "../../support/fuzzing.ts";

const mechanisms = [
  "gaussianProcess",
  "sobolev",
  "bernsteinLaplace",
  "bernsteinComposed",
  "bernsteinGaussian",
  "piecewiseConstant",
] as const;
const pure = ["bernsteinLaplace", "piecewiseConstant"];
const asked = { delta: 1e-5, repeats: casesOf(24, 8), seed: 2, shown: { epsilon: 4, count: 2 } };

function recordsOf(dimension: number, n: number): BoundaryRecords {
  const random = seededSource(5);
  const coordinates = Float64Array.from({ length: n * dimension }, () => random.uniform());
  const responses = Float64Array.from({ length: n }, (_, i) => {
    const x = coordinates[i * dimension]!;
    return dimension === 1 ? 50 + 30 * Math.sin(5 * x) : x + coordinates[2 * i + 1]! > 1 ? 1 : -1;
  });
  return { points: { dimension, coordinates }, responses, classNames: undefined, droppedCount: 0 };
}

/** Of each kind of noise one; a field is 80 curves wide. */
const ofField = ["gaussianProcess", "sobolev", "bernsteinLaplace", "piecewiseConstant"] as const;

describe.each([1, 2])("comparingBoundary, inputs: %i", (d) => {
  const n = 300;
  const records = recordsOf(d, n);
  const fit = {
    domain: new Array<[number, number]>(d).fill([0, 1]),
    ...(d === 1 && { responseRange: [0, 100] as const }),
    kernel: "gaussian",
    lengthScale: 0.4,
    loss: d === 1 ? "huber" : "hinge",
    lossParameter: 0.2,
    penalty: 0.1,
    solver: "exact",
  } as const;
  const run = (mechanism: BoundaryMechanism, recordCount = n, epsilons = [0.5, 4], change: object = {}) => {
    const parameters = { ...asked, epsilons, mechanism, recordCount, signs: d === 2, fit: { ...fit, ...change } };
    return lastOf(comparingBoundary(records, parameters));
  };

  test.each(d === 1 || triesAll ? mechanisms : ofField)(
    "errors of %s fall with ε and with n, in the units of the study",
    (mechanism) => {
      const all = run(mechanism);
      const [tight, loose] = all.errors;
      expect(loose!.supremum.mean).toBeLessThan(tight!.supremum.mean);
      expect(run(mechanism, 75, [0.5]).errors[0]!.supremum.mean).toBeGreaterThan(tight!.supremum.mean);
      expect(pure.includes(mechanism)).toBe(all.law === "laplace");
      expect(all.releases[0]!.length).toBe(d === 1 ? 500 : 40_000);
      if (d === 1) {
        // Released around the middle of the range, not around 0.
        const mean = all.releases[0]!.reduce((sum, value) => sum + value, 0) / 500;
        expect(Math.abs(mean - 50)).toBeLessThan(2 * loose!.supremum.mean + 20);
        expect(loose!.disagreement).toBeUndefined();
      } else {
        expect(loose!.disagreement!.mean).toBeLessThan(0.5);
        expect(loose!.disagreement!.mean).toBeLessThan(tight!.disagreement!.mean);
      }
    },
  );

  test("processes approximate nothing, and rough noise costs its constant", () => {
    const [smooth, rough] = [run("gaussianProcess"), run("sobolev")];
    expect([smooth.approximation, rough.approximation]).toEqual([0, 0]);
    expect(rough.errors[0]!.supremum.mean).toBeGreaterThan(smooth.errors[0]!.supremum.mean);
    expect(run("piecewiseConstant").approximation).toBeGreaterThan(0);
  });

  test("what cannot be compared is refused", () => {
    expect(() => run("sobolev", n, [1], { kernel: "matern32" })).toThrow(ParameterError);
    expect(() => run("gaussianProcess", n + 1)).toThrow(/recordCount must be at most/);
    expect(() => run("gaussianProcess", 5001)).toThrow(/at most 5000/);
    for (const bad of [NaN, 0, -1, 1.5]) expect(() => run("gaussianProcess", bad)).toThrow(ParameterError);
    const run3 = () => run("gaussianProcess", n, [1], { held: new Array<number>(d).fill(0.5) });
    expect(run3).toThrow(/held must be all but one or two/);
  });

  // The same for all: one kind of process, and a step function.
  test.each(triesAll ? mechanisms : (["gaussianProcess", "piecewiseConstant"] as const))(
    "where a person has three of the records, %s errs three times as much by its noise",
    (mechanism) => {
      const of = (persons: number) => {
        const parameters = {
          ...{ ...asked, repeats: 24, epsilons: [0.5], mechanism, recordCount: n },
          fit: { ...fit, recordsPerPerson: persons },
        };
        return lastOf(comparingBoundary(records, parameters));
      };
      const [one, three] = [of(1), of(3)];
      expect(three.errors[0]!.supremum.mean).toBeGreaterThan(1.2 * one.errors[0]!.supremum.mean);
      if (mechanism === "gaussianProcess" || mechanism === "sobolev") {
        // Nothing is chosen by the budget, and nothing approximated.
        expect(three.errors[0]!.supremum.mean / one.errors[0]!.supremum.mean).toBeCloseTo(3, 10);
      }
      for (const bad of [NaN, 0, -1, 1.5]) expect(() => of(bad)).toThrow(ParameterError);
    },
  );
});

describe("comparingBoundary on a slice", () => {
  const records = recordsOf(3, 200);
  const inSpace = {
    domain: new Array<[number, number]>(3).fill([0, 1]),
    held: [0.4],
    kernel: "gaussian",
    lengthScale: 0.5,
    loss: "hinge",
    lossParameter: 0.2,
    penalty: 0.1,
    solver: "exact",
  } as const;
  const run = (mechanism: BoundaryMechanism, fit: FitParameters = inSpace, of: BoundaryRecords = records) => {
    const parameters = { ...asked, repeats: 8, epsilons: [4], mechanism, recordCount: 200, signs: true, fit };
    return lastOf(comparingBoundary(of, parameters));
  };

  test.each(triesAll ? mechanisms : ofField)(
    "%s of three inputs is compared where one of them is held",
    (mechanism) => {
      const { errors, releases, approximation } = run(mechanism);
      expect(releases.map(({ length }) => length)).toEqual([40_000, 40_000]);
      expect(errors[0]!.supremum.mean).toBeGreaterThanOrEqual(approximation - errors[0]!.supremum.mean);
      expect(errors[0]!.disagreement!.mean).toBeLessThan(0.5);
    },
  );

  test("of four inputs only processes are left", () => {
    const domain = new Array<[number, number]>(4).fill([0, 1]);
    const of = recordsOf(4, 200);
    const fit = { ...inSpace, domain, held: [0.4, 0.6] };
    expect(run("gaussianProcess", fit, of).approximation).toBe(0);
    expect(() => run("bernsteinLaplace", fit, of)).toThrow(/too many values for more than three/);
  });
});

describe("comparingMeanCurve", () => {
  const [n, m] = [80, 41];
  const random = seededSource(6);
  const curves = Float64Array.from(
    Array.from({ length: n }, () => {
      const [a, b] = [random.normal() / 3, random.normal() / 3];
      return Array.from({ length: m }, (_, i) => Math.sin((6 * i) / m) + a + b * Math.cos((3 * i) / m));
    }).flat(),
  );
  const mean = {
    domain: [0, 1],
    rule: "uniform",
    kernel: "matern52",
    noiseKernel: "matern52",
    range: 0.3,
    penalty: 0.01,
    power: 1,
    normBound: 1.5,
    curvesPerPerson: 1,
  } as const;
  const run = (mechanism: MeanCurveMechanism, recordCount = n, epsilons = [0.5, 4], change: object = {}) => {
    const parameters = { ...asked, epsilons, mechanism, recordCount, mean: { ...mean, ...change } };
    return lastOf(comparingMeanCurve({ curves, pointCount: m }, parameters));
  };

  test.each(mechanisms)("errors of %s fall with ε and with n, and grow with the curves of a person", (mechanism) => {
    const all = run(mechanism);
    const [tight, loose] = all.errors;
    expect(loose!.supremum.mean).toBeLessThan(tight!.supremum.mean);
    expect(run(mechanism, 20, [0.5]).errors[0]!.supremum.mean).toBeGreaterThan(tight!.supremum.mean);
    const ofThree = run(mechanism, n, [0.5], { curvesPerPerson: 3 });
    expect(ofThree.errors[0]!.supremum.mean).toBeGreaterThan(tight!.supremum.mean);
    expect(pure.includes(mechanism)).toBe(all.law === "laplace");
    expect(all.releases.map(({ length }) => length)).toEqual([m, m]);
  });

  test.each(mechanisms)("errors of %s are about the declared centre", (mechanism) => {
    const exact = curves.map((value) => Math.round(value * 2 ** 30) / 2 ** 30);
    const compared = (of: Float64Array, change: object) =>
      lastOf(
        comparingMeanCurve(
          { curves: of, pointCount: m },
          { ...asked, epsilons: [2], mechanism, recordCount: n, mean: { ...mean, ...change } },
        ),
      );
    const shifted = exact.map((value) => value + 64);
    const [about, plain] = [compared(shifted, { centre: [[0, 64]] }), compared(exact, {})];
    expect(about.errors).toEqual(plain.errors);
    expect(about.releases[0]![3]).toBeCloseTo(plain.releases[0]![3]! + 64, 12);
  });

  test("noise that does not suit the mean is refused, as are more curves than there are", () => {
    expect(() => run("sobolev", n, [1], { kernel: "exponential" })).not.toThrow();
    expect(() => run("gaussianProcess", n + 1)).toThrow(/recordCount must be at most 80/);
    for (const bad of [NaN, 0, -1, 1.5]) expect(() => run("gaussianProcess", bad)).toThrow(ParameterError);
  });
});

test("someRecords: fewer are part of more, none twice, a seed repeats them", () => {
  const [few, many, all] = [5, 12, 30].map((count) => [...someRecords(30, count, 4)]);
  expect(many!.slice(0, 5)).toEqual(few);
  expect(new Set(all).size).toBe(30);
  expect([...someRecords(30, 5, 4)]).toEqual(few);
  expect([...someRecords(30, 5, 5)]).not.toEqual(few);
  expect(() => someRecords(3, 4, 1)).toThrow(ParameterError);
});
