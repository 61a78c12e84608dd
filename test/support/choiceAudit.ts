import {
  exponentialMechanism,
  exponentialMechanismProbabilities,
  latticeDistances,
} from "../../src/core/privacy/choice/exponentialMechanism.ts";
import { gridCoordinates } from "../../src/core/grids.ts";
import type { RandomSource } from "../../src/core/random/randomSource.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { drawnFolds } from "../../src/core/privacy/choice/drawnFolds.ts";
import { planBoundary } from "../../src/core/erm/boundary/boundary.ts";
import { planMeanCurve } from "../../src/core/mean/meanCurve.ts";
import { buyPenalty, scoringPenaltyPurchase } from "../../src/core/erm/boundary/boundaryPurchase.ts";
import type { PenaltyPurchase } from "../../src/core/erm/boundary/boundaryPurchase.ts";
import { choosing, type ChoiceSubject } from "../../src/core/privacy/choice/functionChoice.ts";
import { choiceOnLine } from "./densityChoices.ts";
import { densityGrid } from "../../src/core/density/densityGrid.ts";
import {
  buyForDensity,
  candidateShares,
  scoringBandwidths,
  scoringSizes,
} from "../../src/core/density/densityPurchase.ts";
import { buyForMeanCurve, scoringSmoothing } from "../../src/core/mean/meanCurvePurchase.ts";
import type { SizeScores } from "../../src/core/bernstein/sizeSelection.ts";
import type { CandidateScores } from "../../src/core/privacy/choice/candidateScores.ts";
import { lastOf } from "../../src/core/slices.ts";
import { epsilonOf } from "./audits.ts";
import { roughMeanTarget } from "./meanCurveParameters.ts";

/** A purchase by scores of public candidates, on two neighbours. */
export interface AuditedChoice {
  /** What is claimed. */
  readonly epsilon: number;
  /** Of each neighbour. */
  readonly scores: readonly [CandidateScores, CandidateScores];
  /** Draws the folds, before the choice; none if absent. All records but one are alike, so that any folds give these scores. */
  readonly foldsOf?: (random: RandomSource) => Int32Array;
  /** The place of the candidate that is bought of one of them by the public way. */
  readonly bought: (which: 0 | 1, asked: { readonly epsilon: number; readonly random: RandomSource }) => number;
}

/** The exact probabilities of the candidates, of each neighbour. */
export function lawsOf({ scores }: AuditedChoice, epsilon: number): readonly [Float64Array, Float64Array] {
  return scores.map((each) => {
    const { multiples, change, range } = latticeDistances(each);
    return exponentialMechanismProbabilities({ distances: multiples, sensitivity: change, range, epsilon });
  }) as [Float64Array, Float64Array];
}

/** What the neighbours lose by their exact laws: the most that the logarithm of a probability changes by. */
export function lostBy(choice: AuditedChoice, epsilon: number): number {
  const [p, q] = lawsOf(choice, epsilon);
  return p.reduce((most, value, i) => Math.max(most, Math.abs(Math.log(value / q[i]!))), 0);
}

/** What Clopper and Pearson's bounds leave of the logarithm of P/Q on average, in so many draws each. */
export function worthOf(P: number, Q: number, draws: number): number {
  return Math.log(P / Q) - 4.6 * (Math.sqrt((1 - P) / (P * draws)) + Math.sqrt((1 - Q) / (Q * draws)));
}

/**
 * The event that tells two laws apart best in so many draws, fixed by the laws alone: the outcomes whose probability falls
 * most, as many of them as are worth it. No test of as few false alarms is stronger (Neyman and Pearson).
 */
function tellingEvent([p, q]: readonly [Float64Array, Float64Array], draws: number) {
  const order = Array.from(p.keys()).sort((i, j) => p[j]! / q[j]! - p[i]! / q[i]!);
  let best = { event: new Set<number>(), worth: -Infinity };
  for (let size = 1; size < order.length; size++) {
    const event = new Set(order.slice(0, size));
    const [P, Q] = [p, q].map((law) => law.reduce((sum, value, i) => sum + (event.has(i) ? value : 0), 0)) as [
      number,
      number,
    ];
    const worth = worthOf(P, Q, draws);
    if (worth > best.worth) best = { event, worth };
  }
  return best;
}

/**
 * A lower bound on ε from so many draws of each neighbour, above it with probability 4·10⁻⁶ at most for a choice that is
 * ε-private; and what is expected of it by the exact laws.
 *
 * @param times the ε of the choice is so many times the claim
 */
export function auditedChoice(
  choice: AuditedChoice,
  { draws, times = 1, seed }: { readonly draws: number; readonly times?: number; readonly seed: number },
): { readonly found: number; readonly expected: number } {
  const epsilon = times * choice.epsilon;
  const laws = lawsOf(choice, epsilon);
  const ways = [laws, laws.toReversed() as [Float64Array, Float64Array]].map((each) => tellingEvent(each, draws));
  const first = ways[0]!.worth >= ways[1]!.worth;
  const { event, worth } = ways[first ? 0 : 1]!;
  const [one, other] = choice.scores.map((scores, which) => {
    const random = seededSource(seed + which);
    const draw = exponentialMechanism({ ...scores, epsilon });
    let count = 0;
    for (let i = 0; i < draws; i++) if (event.has(draw(random))) count++;
    return count;
  }) as [number, number];
  return { found: first ? epsilonOf(one, other, draws) : epsilonOf(other, one, draws), expected: worth };
}

/**
 * Records at one place, of which one leaves it: the score of the narrowest bandwidth changes by nearly all that one may,
 * those of the widest hardly. The more records, the rarer an event, and the nearer to ε what it tells.
 */
export function bandwidthChoice(n = 8): AuditedChoice {
  const [noiseMultiplier, epsilon] = [0.05, 3];
  const domain = [[0, 1]] as const;
  const pair = [0.5, 0.47].map((last) => ({
    dimension: 1,
    coordinates: Float64Array.from({ length: n }, (_, i) => (i === n - 1 ? last : 0.5)),
  }));
  return {
    epsilon,
    scores: pair.map((points) => lastOf(scoringBandwidths({ points, domain, noiseMultiplier }))) as [
      CandidateScores,
      CandidateScores,
    ],
    bought: (which, asked) => {
      const purchase = { kind: "crossValidation", noiseMultiplier, domain, points: pair[which]!, ...asked } as const;
      const bought = lastOf(buyForDensity(purchase));
      return bought.kind === "bandwidths" ? candidateShares.indexOf(bought.bandwidths[0]!) : -1;
    },
  };
}

/**
 * Records at one place, of which one moves to where its bump raises what the others' error is. Errors of all candidates move
 * alike, so that odds change by much less than ε.
 */
export function sizeChoice(n = 3): AuditedChoice {
  const epsilon = 3;
  const shape = { domain: [[0, 1]], bandwidths: [0.3], law: "laplace", budget: { epsilon: 2, delta: 0 } } as const;
  const pair = [0.5, 0].map((last) => ({
    dimension: 1,
    coordinates: Float64Array.from({ length: n }, (_, i) => (i === n - 1 ? last : 0.5)),
  }));
  const scores = pair.map((points) => lastOf(scoringSizes({ ...shape, points, epsilon }))) as [SizeScores, SizeScores];
  return {
    epsilon,
    scores,
    bought: (which, asked) => {
      const bought = lastOf(buyForDensity({ ...shape, kind: "polynomial", points: pair[which]!, ...asked }));
      return scores[0].sizes.findIndex(
        (size) => bought.kind === "size" && size.degree === bought.degree && size.iterations === bought.iterations,
      );
    },
  };
}

/**
 * Records at one place and of one class, of which one changes its class: with λ = ½ its own loss goes from 0 to the largest
 * there is, and the fit at all others moves as far as one record can move it. The other λ give hardly more than f = 0,
 * whatever the records. The more records, the rarer an event, and the nearer to ε what it tells.
 */
export function penaltyChoice(n = 10): AuditedChoice {
  const epsilon = 3;
  const penalties = [0.5, 50, 100, 150];
  const purchase: Omit<PenaltyPurchase, "epsilon"> = {
    ...{ domain: [[0, 1]], kernel: "gaussian", lengthScale: 0.3, loss: "hinge", lossParameter: 0.5 },
    ...{ solver: "exact", penalties },
  };
  const foldsOf = (random: RandomSource) => drawnFolds({ recordCount: n, foldCount: 5, random });
  const pair = [1, -1].map((last) => ({
    points: { dimension: 1, coordinates: new Float64Array(n).fill(0.5) },
    responses: Float64Array.from({ length: n }, (_, i) => (i === n - 1 ? last : 1)),
  }));
  return {
    epsilon,
    scores: pair.map((records) => lastOf(scoringPenaltyPurchase(purchase, records, foldsOf(seededSource(1))))) as [
      CandidateScores,
      CandidateScores,
    ],
    foldsOf,
    bought: (which, { epsilon: paid, random }) =>
      penalties.indexOf(lastOf(buyPenalty({ ...purchase, epsilon: paid }, pair[which]!, random))),
  };
}

/**
 * Curves of one shape and all alike but for one, which is with them or against them: what the smallest φ loses by it is all that
 * neighbours may lose. The other φ leave nothing of a curve, whatever it is. The more curves, the rarer an event, and the nearer
 * to ε what it tells.
 */
export function smoothingChoice(n = 10): AuditedChoice {
  const [m, epsilon] = [4, 3];
  const [penalties, ranges] = [[1e-7, 1e7, 2e7, 3e7], [0.6]] as const;
  const parameters = { ...roughMeanTarget, drawCount: 1, seed: 1 };
  const purchase = { kind: "smoothing", parameters, penalties, ranges, noiseMultiplier: 0.01 } as const;
  const foldsOf = (random: RandomSource) => drawnFolds({ recordCount: n, foldCount: Math.min(10, n), random });
  const pair = [1, -1].map((last) => ({
    pointCount: m,
    curves: Float64Array.from({ length: n * m }, (_, at) => (at < (n - 1) * m ? 9 : 9 * last)),
  }));
  return {
    epsilon,
    scores: pair.map((curves) => lastOf(scoringSmoothing(purchase, curves, foldsOf(seededSource(1))))) as [
      CandidateScores,
      CandidateScores,
    ],
    foldsOf,
    bought: (which, asked) => {
      const bought = lastOf(buyForMeanCurve({ ...purchase, epsilon: asked.epsilon }, pair[which]!, asked.random));
      return bought.kind === "smoothing" ? penalties.findIndex((penalty) => penalty === bought.penalty) : -1;
    },
  };
}

/**
 * Two records, of which one moves to where no bump overlaps its own, and functions on the line through both densities: one beyond
 * the first, all others beyond the second, so that every distance changes by all that it may. The more functions, the rarer the
 * first, and the nearer to ε what it tells.
 */
export function functionChoice(count = 60): AuditedChoice {
  const epsilon = 3;
  const domain = [[0, 1]] as const;
  const x = gridCoordinates(densityGrid(domain).axes[0]!);
  const bump = (mean: number) =>
    x.map((at) => Math.exp(-0.5 * ((at - mean) / 0.05) ** 2) / (0.05 * Math.sqrt(2 * Math.PI)));
  const [still, first, second] = [0.5, 0.2, 0.8].map(bump) as [Float64Array, Float64Array, Float64Array];
  const beyond = (share: number) => still.map((f, j) => 0.5 * (f + (1 + share) * first[j]! - share * second[j]!));
  const candidates = Array.from({ length: count }, (_, k) => beyond(k === 0 ? 0.1 : -1.1 - 1e-4 * k));
  const shape = { domain, bandwidths: [0.05], correlation: 0, route: "gaussian", relativeRate: 1 } as const;
  const pair = [0.2, 0.8].map((last) => ({ dimension: 1, coordinates: Float64Array.of(0.5, last) }));
  return {
    epsilon,
    scores: pair.map((points) => lastOf(choiceOnLine(shape, points).scoring(candidates))) as [
      CandidateScores,
      CandidateScores,
    ],
    bought: (which, { epsilon: paid, random }) =>
      lastOf(choosing(choiceOnLine(shape, pair[which]!), { candidates, epsilon: paid }, random)),
  };
}

/** Neighbours have 1 and 0 times a function; the first candidate is beyond the one, all others beyond the other. */
function choiceOf(
  subjects: readonly ChoiceSubject[],
  count: number,
  timesOf: (factor: number) => Float64Array,
): AuditedChoice {
  const candidates = Array.from({ length: count }, (_, k) => timesOf(k === 0 ? 1.1 : -0.1 - 1e-4 * k));
  return {
    epsilon: 3,
    scores: subjects.map((subject) => lastOf(subject.scoring(candidates))) as [CandidateScores, CandidateScores],
    bought: (which, { epsilon, random }) => lastOf(choosing(subjects[which]!, { candidates, epsilon }, random)),
  };
}

/** Two records at one place, of which one changes its class: both fits are multiples of the kernel there. */
export function boundaryFunctionChoice(count = 60): AuditedChoice {
  const x = Float64Array.from({ length: 500 }, (_, i) => i / 499);
  const shape = {
    domain: [[0, 1]],
    kernel: "gaussian",
    lengthScale: 0.2,
    loss: "hinge",
    lossParameter: 0.5,
    penalty: 0.5,
    solver: "exact",
  } as const;
  const subjects = [1, -1].map((last) =>
    planBoundary({
      points: { dimension: 1, coordinates: Float64Array.of(0.5, 0.5) },
      responses: Float64Array.of(1, last),
    }).choice(shape),
  );
  return choiceOf(subjects, count, (factor) => x.map((at) => factor * Math.exp(-12.5 * (at - 0.5) ** 2)));
}

/** Two level curves, of which one turns over: the mean moves by all that it may. */
export function meanFunctionChoice(count = 60): AuditedChoice {
  const subjects = [1, -1].map((sign) =>
    planMeanCurve({ curves: Float64Array.of(9, 9, 9, 9, ...[9, 9, 9, 9].map((x) => sign * x)), pointCount: 4 }).choice({
      ...roughMeanTarget,
      penalty: 1e-7,
    }),
  );
  return choiceOf(subjects, count, (factor) => new Float64Array(4).fill(factor));
}
