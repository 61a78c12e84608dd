import { describe, expect, test } from "vitest";
import type { BoundaryRecords } from "../../../../src/core/records/boundaryRecords.ts";
import { ParameterError } from "../../../../src/core/errors.ts";
import { naiveBayes } from "../../../../src/core/erm/learners/naiveBayes.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { singleRecordApproximation } from "../../../../src/core/bernstein/bernsteinChoice.ts";
import { productPoints } from "../../../../src/core/release/latticeTarget.ts";
import { naiveBayesTarget } from "../../../../src/core/erm/learners/learnersLatticeTarget.ts";
import { planLearners } from "../../../../src/core/erm/learners/learnerPolynomial.ts";
import type { LearnerName, LearnerParameters } from "../../../../src/core/erm/learners/learnerPolynomial.ts";
import type { PrivateRelease } from "../../../../src/core/release/privateRelease.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { publicPart, recordedWords } from "../../../support/privateReleases.ts";
import { casesOf } from "../../../support/fuzzing.ts";

/** Records in the unit box; the last one is what neighbours differ in. */
function recordsOf(seed: number, dimension: number, last: number): BoundaryRecords {
  const random = seededSource(seed);
  const n = 25;
  const coordinates = Float64Array.from({ length: n * dimension }, () => random.uniform());
  coordinates.fill(last, (n - 1) * dimension);
  const responses = Float64Array.from({ length: n }, (_, i) =>
    dimension === 1 ? 10 * random.uniform() : i % 2 === 0 ? 1 : -1,
  );
  responses[n - 1] = last > 0.5 ? (dimension === 1 ? 10 : 1) : dimension === 1 ? 0 : -1;
  return { points: { dimension, coordinates }, responses, classNames: undefined, droppedCount: 0 };
}

const parametersOf = (learner: LearnerName, isLine: boolean, law: "laplace" | "gaussian"): LearnerParameters => ({
  learner,
  domain: isLine ? [[0, 1]] : [[0, 1], [0, 1]], // prettier-ignore
  responseRange: isLine ? [0, 10] : undefined,
  width: 0.3,
  power: 2,
  gapFactor: 3,
  penalty: 0.1,
  // prettier-ignore
  choice: { law, size: { kind: "byHand", degree: learner === "linearLogistic" ? 1 : 4, iterations: learner === "linearLogistic" ? 1 : 2 } },
  drawCount: 1,
  seed: 1,
});

/** The same with a third input that is held, or three in a regression. */
const inSpace = (learner: LearnerName, law: "laplace" | "gaussian"): LearnerParameters => {
  const parameters = parametersOf(learner, false, law);
  return { ...parameters, domain: [...parameters.domain, [0, 2]], held: [0.5] };
};

describe.each(["kernelMachine", "polynomialMachine", "naiveBayesKernel", "linearLogistic"] as const)(
  "%s on three inputs, shown on a plane",
  (learner) => {
    test("the slice is that of the whole polynomial, and its files say where it is", () => {
      const records = recordsOf(2, 3, 0.8);
      const parameters = inSpace(learner, "laplace");
      const plan = planLearners(records);
      const slice = plan.release(parameters);
      const { degree, valueCount } = slice.polynomial;
      expect(valueCount).toBe((degree + 1) ** 3);
      expect([...slice.gridCounts]).toEqual([200, 200, 1]);
      expect(slice.estimate.length).toBe(40_000);
      expect(slice.approximationError).toBeLessThanOrEqual(slice.polynomial.approximationBound + 1e-12);
      const elsewhere = plan.release({ ...parameters, held: [1.9] });
      expect(Math.max(...slice.estimate.map((value, i) => Math.abs(value - elsewhere.estimate[i]!)))).toBeGreaterThan(
        0,
      );
      const { drawCount, seed, ...shape } = parameters;
      const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;
      const [here, there] = [0.8, 0].map((last) =>
        lastOf(planLearners(recordsOf(2, 3, last)).releasing({ ...shape, budget }, recordedWords(1))),
      ) as [PrivateRelease, PrivateRelease];
      expect(publicPart(there)).toEqual(publicPart(here));
      expect(here.axes.length).toBe(2);
      expect(here.integers.length).toBe(valueCount);
      expect(here.basis?.parameters).toContainEqual({ name: "upper end of axis 3", value: 2 });
      expect(here.basis?.parameters).toContainEqual({ name: "values are shown at, on axis 3", value: 0.5 });
      const distance = here.integers.reduce((sum, value, i) => sum + Math.abs(value - there.integers[i]!), 0);
      const rounded = here.lattice * valueCount;
      expect(distance * here.lattice).toBeLessThanOrEqual(here.sensitivity.value + 2 * here.estimateError + rounded);
    });
  },
);

test("a lattice carries three inputs at most, degree 20 at most, and a place on every held axis", () => {
  // prettier-ignore
  const four: LearnerParameters = { ...inSpace("naiveBayesKernel", "laplace"), domain: [[0, 1], [0, 1], [0, 1], [0, 1]], held: [0, 0] };
  expect(() => planLearners(recordsOf(1, 4, 0)).release(four)).toThrow(/it is offered for at most three/);
  const three = inSpace("naiveBayesKernel", "laplace");
  const plan = planLearners(recordsOf(1, 3, 0));
  const byHand = (degree: number) => ({ law: "laplace", size: { kind: "byHand", degree, iterations: 1 } }) as const;
  expect(() => plan.release({ ...three, choice: byHand(21) })).toThrow(/degree must be at most 20/);
  expect(plan.release({ ...three, choice: byHand(20) }).polynomial.valueCount).toBe(9261);
  for (const bad of [NaN, Infinity]) expect(() => plan.release({ ...three, held: [bad] })).toThrow(/held\[0\] must be/);
});

const cases = [
  ["kernelMachine", false],
  ["kernelMachine", true],
  ["naiveBayesKernel", false],
  ["naiveBayesNormal", false],
  ["linearLogistic", false],
  ["logisticProbability", false],
  ["polynomialMachine", false],
  ["polynomialMachine", true],
  ["priestleyChao", true],
] as const;

describe.each(cases)("%s as a polynomial, on a line: %s", (learner, isLine) => {
  test("neighbours differ by at most Δ on the lattice, in the norm of the noise, and in nothing else that is told", () => {
    for (const law of ["laplace", "gaussian"] as const) {
      const { drawCount, seed, ...shape } = parametersOf(learner, isLine, law);
      const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;
      for (let pair = 0; pair < casesOf(6, 2); pair++) {
        const [here, there] = [0, 1].map((last) =>
          lastOf(
            planLearners(recordsOf(pair, isLine ? 1 : 2, last)).releasing({ ...shape, budget }, recordedWords(pair)),
          ),
        ) as [PrivateRelease, PrivateRelease];
        expect(publicPart(there)).toEqual(publicPart(here));
        const steps = here.integers.map((value, i) => Math.abs(value - there.integers[i]!) * here.lattice);
        const count = steps.length;
        const distance = law === "laplace" ? steps.reduce((a, b) => a + b, 0) : Math.hypot(...steps);
        const rounded = here.lattice * (law === "laplace" ? count : Math.sqrt(count));
        expect(distance).toBeLessThanOrEqual(here.sensitivity.value + 2 * here.estimateError + rounded);
        expect(distance).toBeGreaterThan(0);
      }
    }
  });

  test("misses the original by less than its bound", () => {
    const plan = planLearners(recordsOf(3, isLine ? 1 : 2, 1));
    const { approximationError, polynomial } = plan.release(parametersOf(learner, isLine, "laplace"));
    expect(approximationError).toBeLessThanOrEqual(polynomial.approximationBound + 1e-12);
  });
});

describe("a person with several records", () => {
  test.each(cases)(
    "%s (on a line: %s) counts k times Δ, whichever side says so, and an enemy of k records stays below it",
    (learner, isLine) => {
      const k = 4;
      const dimension = isLine ? 1 : 2;
      for (const law of ["laplace", "gaussian"] as const) {
        const { drawCount, seed, ...shape } = parametersOf(learner, isLine, law);
        const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;
        const released = (pair: number, last: number, held: number | undefined, asked: number) => {
          const records = recordsOf(pair, dimension, last);
          // Four records move together, and change sides.
          for (let i = records.responses.length - k; i < records.responses.length; i++) {
            records.points.coordinates.fill(last, i * dimension, (i + 1) * dimension);
            records.responses[i] = records.responses.at(-1)!;
          }
          const read = { ...records, ...(held !== undefined && { recordsPerPerson: held }) };
          return lastOf(
            planLearners(read).releasing({ ...shape, budget, recordsPerPerson: asked }, recordedWords(pair)),
          );
        };
        const single = released(0, 0, undefined, 1);
        for (let pair = 0; pair < casesOf(3, 1); pair++) {
          const [here, there] = [released(pair, 0, k, 1), released(pair, 1, undefined, k)];
          expect(publicPart(there)).toEqual(publicPart(here));
          expect(here.sensitivity.exact / single.sensitivity.exact).toBeCloseTo(k, 10);
          expect(here.sensitivity.formula).toMatch(/^4 records per person × /);
          const steps = here.integers.map((value, i) => Math.abs(value - there.integers[i]!) * here.lattice);
          const distance = law === "laplace" ? steps.reduce((a, b) => a + b, 0) : Math.hypot(...steps);
          const rounded = here.lattice * (law === "laplace" ? steps.length : Math.sqrt(steps.length));
          expect(distance).toBeLessThanOrEqual(here.sensitivity.value + 2 * here.estimateError + rounded);
        }
      }
    },
  );
});

test("a machine with a linear kernel is its polynomial of degree 1, and too high a degree is refused in a sentence", () => {
  const plan = planLearners(recordsOf(4, 2, 1));
  const asked = { ...parametersOf("polynomialMachine", false, "laplace"), power: 1 };
  const size = { kind: "automatic", epsilon: 1, delta: 0 } as const;
  const { polynomial, approximationError } = plan.release({ ...asked, choice: { law: "laplace", size } });
  expect([polynomial.degree, polynomial.iterations]).toEqual([1, 1]);
  expect(approximationError).toBeLessThan(1e-12);
  expect(() => plan.release({ ...asked, power: 27 })).toThrow(/^power must be so small that a polynomial of 2 inputs/);
});

test("a learner for labels takes no responses, and the other way round", () => {
  const plan = planLearners(recordsOf(1, 1, 0));
  expect(() => plan.release({ ...parametersOf("priestleyChao", true, "laplace"), responseRange: undefined })).toThrow(
    ParameterError,
  );
  const plane = planLearners(recordsOf(1, 2, 0));
  const labels = parametersOf("naiveBayesKernel", false, "laplace");
  expect(() => plane.release({ ...labels, responseRange: [0, 1] })).toThrow(ParameterError);
});

test("naive Bayes on a product of axes is naive Bayes at its points", () => {
  const { points, responses } = recordsOf(5, 2, 0.7);
  // prettier-ignore
  const target = naiveBayesTarget({ points, labels: responses, domain: [[0, 1], [0, 1]], likelihood: { bandwidth: 0.2 } });
  const axes = [Float64Array.of(0, 0.3, 1), Float64Array.of(0.1, 0.9)];
  const direct = naiveBayes({ points, labels: responses, bandwidth: 0.2, at: productPoints(axes) });
  const values = target.evaluate(axes);
  values.forEach((value, i) => expect(value).toBeCloseTo(direct[i]!, 12));
  expect(values.length).toBe(6);
});

test("of normal likelihoods the narrowest are the worst for the polynomial", () => {
  const boundOf = (sigma: number) =>
    singleRecordApproximation({ deviations: [sigma, sigma], height: 1 / (2 * Math.PI * sigma * sigma) });
  for (const [degree, iterations] of [
    [3, 1],
    [10, 4],
    [30, 10],
  ] as const) {
    const narrow = boundOf(0.1)(degree, iterations);
    for (const sigma of [0.11, 0.15, 0.2, 0.3, 0.5])
      expect(boundOf(sigma)(degree, iterations)).toBeLessThanOrEqual(narrow);
  }
});
