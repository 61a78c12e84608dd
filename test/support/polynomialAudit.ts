import { hingeLoss } from "../../src/core/estimators/losses.ts";
import { gaussianKernel } from "../../src/core/kernels/gaussian.ts";
import { pointsFrom } from "../../src/core/points.ts";
import { wordsOf } from "../../src/core/random/randomWords.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { densityApproximation } from "../../src/core/releases/bernsteinDensity.ts";
import type { LatticeTarget } from "../../src/core/releases/latticeTarget.ts";
import { densityTarget } from "../../src/core/releases/latticeTargets/density.ts";
import {
  linearLogisticTarget,
  naiveBayesTarget,
  priestleyChaoTarget,
} from "../../src/core/releases/latticeTargets/learners.ts";
import { regularisedErmTarget } from "../../src/core/releases/latticeTargets/regularisedErm.ts";
import { planPolynomial } from "../../src/core/releases/polynomialRelease.ts";
import { preparingPolynomial } from "../../src/core/releases/privatePolynomial.ts";
import { latticeTargetOfPersons } from "../../src/core/releases/recordsPerPerson.ts";
import { lastOf } from "../../src/core/slices.ts";
import { epsilonOf } from "./audits.ts";

/** What each polynomial may cost. */
export const polynomialBudget = { epsilon: 1, delta: 0.05, calibration: "analytic" } as const;

/** Neighbours chosen by an enemy, who also chose degree and bandwidth: the worst pair of each learner that its proof names. */
export type Pair = readonly [name: string, degree: number, first: LatticeTarget, second: LatticeTarget];
function pairOf<V>(
  name: string,
  degree: number,
  [first, second]: readonly [V, V],
  make: (v: V) => LatticeTarget,
): Pair {
  return [name, degree, make(first), make(second)];
}
/** Every function that is released as a polynomial, of three columns and of a person with several rows too. */
export const polynomialPairs: readonly Pair[] = [
  pairOf("density, a record that moves from one lattice point to another", 4, [0.25, 0.75], (x) =>
    densityTarget({ points: pointsFrom([[0.5], [x]]), domain: [[0, 1]], bandwidths: [0.05] }),
  ),
  pairOf("Priestley–Chao, a response that turns over", 6, [1, -1], (y) =>
    priestleyChaoTarget({
      points: pointsFrom([[0.1], [0.5], [0.8]]),
      responses: [1, y, 1],
      domain: [[0, 1]],
      ...{ bandwidth: 0.1, gapFactor: 1, labelBound: 1 },
    }),
  ),
  pairOf("naive Bayes, a label that flips", 5, [1, -1], (label) =>
    naiveBayesTarget({
      points: pointsFrom([[0.4], [0.4], [0.4], [0.4]]),
      labels: [1, -1, 1, label],
      domain: [[0, 1]],
      likelihood: { bandwidth: 0.2 },
    }),
  ),
  // The bound of normal likelihoods is nearest to what can happen where they are wide.
  pairOf("naive Bayes with normal densities, a label that flips", 3, [1, -1], (label) =>
    naiveBayesTarget({
      points: pointsFrom([[0.5]]),
      labels: [label],
      domain: [[0, 1]],
      likelihood: { leastVariance: 1 },
    }),
  ),
  pairOf("linear logistic regression, a label that flips", 1, [1, -1], (label) =>
    linearLogisticTarget({ points: pointsFrom([[1]]), labels: [label], domain: [[0, 1]], cost: 0.1 }),
  ),
  pairOf("support vector machine, a label that flips", 3, [1, -1], (label) =>
    regularisedErmTarget({
      points: pointsFrom([[0.5]]),
      responses: Float64Array.of(label),
      domain: [[0, 1]],
      kernel: gaussianKernel(1),
      loss: hingeLoss,
      penalty: 0.5,
    }),
  ),
  pairOf("density, three records of one person that move together", 4, [0.25, 0.75], (x) =>
    latticeTargetOfPersons(
      densityTarget({ points: pointsFrom([[0.5], [x], [x], [x]]), domain: [[0, 1]], bandwidths: [0.05] }),
      3,
    ),
  ),
  pairOf("density of three columns, a record that moves to another corner", 2, [0, 1], (x) =>
    densityTarget({
      points: pointsFrom([[0.5, 0.5, 0.5], [x, x, x]]), // prettier-ignore
      domain: [[0, 1], [0, 1], [0, 1]], // prettier-ignore
      bandwidths: [0.1, 0.1, 0.1],
    }),
  ),
];

/**
 * A lower bound on the ε at δ of what leaves: the attacker looks along the difference of the neighbours' values, in the
 * norm of the noise, and says "the second" beyond one of some thresholds fixed beforehand.
 *
 * @param factor of Δ that the noise is made for, for the power of the audit
 */
export function auditedPolynomial(
  [, degree, first, second]: Pair,
  law: "laplace" | "gaussian",
  { count, factor = 1 }: { readonly count: number; readonly factor?: number },
): number {
  const words = wordsOf(seededSource(20261122));
  const approximation = densityApproximation({ domain: [[0, 1]], bandwidths: [0.1], correlation: 0 });
  const draws = [first, second].map((target) => {
    const plan = planPolynomial({ target, approximation, gridCounts: new Array<number>(target.dimension).fill(2) });
    const made = plan.target({ law, size: { kind: "byHand", degree, iterations: 2 } });
    const shrunk = { ...made, sensitivity: made.sensitivity * factor };
    const shared = { axes: [{ lower: 0, upper: 1, count: 2 }], units: { scale: 1, offset: 0 }, formula: "" };
    const prepared = preparingPolynomial(shrunk, shared, polynomialBudget);
    return { values: made.values(), draw: () => lastOf(prepared.draw(words)) };
  });
  const [a, b] = draws.map(({ values }) => values) as [Float64Array, Float64Array];
  const scores = (released: ReturnType<(typeof draws)[number]["draw"]>) => {
    let score = 0;
    released.integers.forEach((integer, i) => {
      const x = integer * released.lattice;
      score +=
        law === "laplace"
          ? (Math.abs(x - a[i]!) - Math.abs(x - b[i]!)) / released.sigma
          : ((x - (a[i]! + b[i]!) / 2) * (b[i]! - a[i]!)) / released.sigma ** 2;
    });
    return score;
  };
  const thresholds =
    law === "laplace" ? [0, 0.4, 0.8, 0.95, 1.2, 1.6] : [polynomialBudget.epsilon, 2 * polynomialBudget.epsilon];
  const delta = law === "laplace" ? 0 : polynomialBudget.delta;
  const hits = thresholds.map(() => [0, 0]);
  for (let trial = 0; trial < count; trial++) {
    const [of, other] = [scores(draws[0]!.draw()), scores(draws[1]!.draw())];
    thresholds.forEach((threshold, i) => {
      if (of > threshold) hits[i]![0]!++;
      if (other > threshold) hits[i]![1]!++;
    });
  }
  return Math.max(...hits.map(([falseAlarms, found]) => epsilonOf(found!, falseAlarms!, count, delta)));
}
