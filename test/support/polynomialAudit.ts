import { hingeLoss } from "../../src/core/erm/solver/losses.ts";
import { polynomialKernel } from "../../src/core/kernels/polynomial.ts";
import { gaussianKernel } from "../../src/core/kernels/gaussian.ts";
import { pointsFrom } from "../../src/core/points.ts";
import { gaussianOfComposedPure } from "../../src/core/privacy/accounting/composition.ts";
import { claimedMu } from "../../src/core/privacy/calibration/claim.ts";
import { theorem7Multiplier } from "../../src/core/privacy/calibration/laplace.ts";
import { wordsOf } from "../../src/core/random/randomWords.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { densityApproximation } from "../../src/core/density/bernsteinDensity.ts";
import type { LatticeLaw } from "../../src/core/bernstein/latticeLaw.ts";
import type { LatticeTarget } from "../../src/core/release/latticeTarget.ts";
import { densityTarget } from "../../src/core/density/densityLatticeTarget.ts";
import {
  linearLogisticTarget,
  logisticProbabilityTarget,
  naiveBayesTarget,
  priestleyChaoTarget,
} from "../../src/core/erm/learners/learnersLatticeTarget.ts";
import { regularisedErmTarget } from "../../src/core/erm/boundary/ermLatticeTarget.ts";
import { planPolynomial } from "../../src/core/bernstein/polynomialRelease.ts";
import { preparingPolynomial } from "../../src/core/bernstein/privatePolynomial.ts";
import { latticeTargetOfPersons } from "../../src/core/release/recordsPerPerson.ts";
import { lastOf } from "../../src/core/slices.ts";
import { epsilonOf, muOf } from "./audits.ts";

/** What each polynomial may cost: so much that a rare event tells neighbours apart as surely as the loss is large. */
export const polynomialBudget = { epsilon: 3, delta: 0.05, calibration: "analytic" } as const;
/** What is audited: ε of Laplace noise for pure ε, else μ. */
export const polynomialClaim = {
  laplace: polynomialBudget.epsilon,
  composedLaplace: gaussianOfComposedPure(1 / theorem7Multiplier(polynomialBudget)),
  gaussian: claimedMu({ ...polynomialBudget, failure: 0 }),
} as const;

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
  // What the climbing enemy ends at: the record stands alone in one gap, or beside one of the other sign, whose gap it takes.
  pairOf("Priestley–Chao, a record that moves and turns over", 6, [[1, -1] as const, [0.855, 1] as const], ([x, y]) =>
    priestleyChaoTarget({
      points: pointsFrom([[x], [0], [1], [0.8551], [0]]),
      responses: [y, 1, 1, -1, 1],
      domain: [[0, 1]],
      ...{ bandwidth: 0.1, gapFactor: 5, labelBound: 1 },
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
  // The change is a section of the kernel at a corner, where its lattice values are the largest.
  pairOf("machine with a linear kernel, a label that flips", 1, [1, -1], (label) =>
    regularisedErmTarget({
      points: pointsFrom([[1, 1]]),
      responses: Float64Array.of(label),
      domain: [[0, 1], [0, 1]], // prettier-ignore
      kernel: polynomialKernel(1, 2),
      loss: hingeLoss,
      penalty: 0.5,
    }),
  ),
  pairOf("probabilities of logistic regression, a label that flips", 1, [1, -1], (label) =>
    logisticProbabilityTarget({ points: pointsFrom([[1]]), labels: [label], domain: [[0, 1]], cost: 0.1 }),
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
  // Wide bumps, for which branch and bound takes a fifth to a quarter off the noise, on so few points that an attack has power.
  pairOf("density of two columns, wide, corners", 1, [[0, 1] as const, [1, 0] as const], (x) =>
    densityTarget({
      points: pointsFrom([[0.5, 0.5], x]),
      domain: [[0, 1], [0, 1]], // prettier-ignore
      bandwidths: [0.5, 0.5],
    }),
  ),
  pairOf("density of two columns, wide and correlated, corners", 1, [[0, 1] as const, [1, 0] as const], (x) =>
    densityTarget({
      points: pointsFrom([[0.5, 0.5], x]),
      domain: [[0, 1], [0, 1]], // prettier-ignore
      bandwidths: [0.5, 0.5],
      correlation: 0.5,
    }),
  ),
  pairOf("density of three columns, wide, corners", 1, [0, 1], (x) =>
    densityTarget({
      points: pointsFrom([[0.5, 0.5, 0.5], [x, x, x]]), // prettier-ignore
      domain: [[0, 1], [0, 1], [0, 1]], // prettier-ignore
      bandwidths: [0.5, 0.5, 0.5],
    }),
  ),
];

/** What an audit of a pair says. */
export interface AuditedPair {
  /** A lower bound on what the pair loses, wrong with probability at most 4·10⁻⁶ for each of five thresholds. */
  readonly found: number;
  /**
   * What the pair loses, from its values and the scale that was drawn: ‖a − b‖₁/b, or ‖a − b‖₂/σ, or at most √(π/2)‖a − b‖₂/b. No
   * attack on it finds more.
   */
  readonly exact: number;
}

/**
 * A lower bound on the ε of Laplace noise for pure ε, on the μ of other noise, of what leaves: the attacker looks along the
 * difference of the neighbours' values, in the norm of the noise, and says "the second" beyond a threshold fixed beforehand.
 *
 * @param factor of Δ that the noise is made for, for the power of the audit
 */
export function auditedPolynomial(
  [, degree, first, second]: Pair,
  law: LatticeLaw,
  { count, factor = 1 }: { readonly count: number; readonly factor?: number },
): AuditedPair {
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
  const { sigma } = draws[0]!.draw();
  const apart = b.map((value, i) => (value - a[i]!) / sigma);
  const exact = {
    laplace: () => apart.reduce((sum, x) => sum + Math.abs(x), 0),
    composedLaplace: () => gaussianOfComposedPure(Math.hypot(...apart)),
    gaussian: () => Math.hypot(...apart),
  }[law]();
  /** The privacy loss of what was released. */
  const scoreOf = ({ integers, lattice }: ReturnType<(typeof draws)[number]["draw"]>) =>
    integers.reduce((sum, integer, i) => {
      const x = (integer * lattice - a[i]!) / sigma;
      const d = apart[i]!;
      return sum + (law !== "gaussian" ? Math.abs(x) - Math.abs(x - d) : (x - d / 2) * d);
    }, 0);
  const thresholds = law === "laplace" ? [0.6, 0.75, 0.85, 0.95, 1 - 1e-9].map((share) => share * exact) : [0];
  const [alarms, hits] = draws.map(({ draw }) => {
    const beyond = thresholds.map(() => 0);
    for (let trial = 0; trial < count; trial++) {
      const score = scoreOf(draw());
      thresholds.forEach((threshold, i) => {
        if (score > threshold) beyond[i]!++;
      });
    }
    return beyond;
  }) as [number[], number[]];
  const bound = (hit: number, alarm: number) =>
    law === "laplace" ? epsilonOf(hit, alarm, count) : muOf(alarm, hit, count);
  return { found: Math.max(...hits.map((hit, i) => bound(hit, alarms[i]!))), exact };
}
