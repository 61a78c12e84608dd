import { checkPositiveInteger } from "../../src/core/checks.ts";
import { ParameterError } from "../../src/core/errors.ts";
import { pointCount } from "../../src/core/points.ts";
import type { Points } from "../../src/core/points.ts";
import { checkQueries } from "../../src/core/affineHull/machine/affineHullMachine.ts";
import { matchingScores } from "../../src/core/affineHull/machine/classMatching.ts";
import { checkDepth } from "../../src/core/affineHull/machine/deepAffineHullMachine.ts";
import { fitWideAffineHullMachine } from "./wideAffineHullMachine.ts";
import type { WideAffineHullMachine, WideHull } from "./wideAffineHullMachine.ts";
import { federatedDecision, nearestClasses } from "../../src/core/affineHull/machine/federatedDecision.ts";

type ClassRows = Pick<WideHull, "points" | "assignment">;

/** Classifier by distance from the image of a machine for each class. */
export interface AffineHullClassifier {
  /** Undefined for a class without rows. */
  readonly machines: readonly (WideAffineHullMachine | undefined)[];
  /** Shape (m, C); ∞ for a class without rows. */
  distances(at: Points): Float64Array;
  /** From 1 to C, shape (m,). */
  labels(at: Points): Float64Array;
  matchingScores(at: Points): Float64Array;
}

/**
 * Classifier that labels a point by the class with the nearest machine.
 *
 * Classes of rows are not protected: noise hides neither labels nor missing classes (errata K5).
 *
 * @param classes C ≥ 1, at least one with rows; a class without rows is at distance ∞ (Remark 5)
 * @param subspaceDimension n, from 1 to p
 * @param depth L, from 1 to n
 * @throws {ParameterError} otherwise
 * @see Kumar, Moser & Fischer (2024), JAIR 79, Definitions 7 and 8, eqs (62), (63)
 */
export function fitAffineHullClassifier({
  classes,
  subspaceDimension,
  depth,
}: {
  readonly classes: readonly ClassRows[];
  readonly subspaceDimension: number;
  readonly depth: number;
}): AffineHullClassifier {
  const C = checkPositiveInteger("classes.length", classes.length);
  checkDepth({ subspaceDimension, depth });
  const p = classes[0]!.points.dimension;
  const machines = classes.map(({ points, assignment }, c) => {
    if (points.dimension !== p) throw new ParameterError(`classes[${c}].points.dimension`, points.dimension, String(p));
    if (pointCount(points) === 0) return undefined;
    return fitWideAffineHullMachine({ points, assignment, subspaceDimension, depth });
  });
  if (machines.every((machine) => !machine)) throw new ParameterError("classes", C, "classes of which one has rows");

  const distances = (at: Points) => {
    const m = pointCount(checkQueries(at, p));
    const out = new Float64Array(m * C).fill(Infinity);
    machines.forEach((machine, c) => machine?.distance(at).forEach((distance, q) => (out[q * C + c] = distance)));
    return out;
  };
  return {
    machines,
    distances,
    labels: (at) => nearestClasses({ distances: distances(at), classCount: C }),
    matchingScores: (at) => matchingScores({ distances: distances(at), classCount: C }),
  };
}

/**
 * Classifier from those of several parties with the same C classes, by the least distance.
 *
 * @param parties Q ≥ 1 classifiers, each from one party's private rows
 * @throws {ParameterError} if there is no party, or their numbers of classes differ
 * @see Kumar, Moser & Fischer (2024), JAIR 79, eq. (104)
 */
export function federateClassifiers({ parties }: { readonly parties: readonly AffineHullClassifier[] }): {
  /** Shape (m, C). */
  distances(at: Points): Float64Array;
  /** From 1 to C, shape (m,). */
  labels(at: Points): Float64Array;
  /** From 0, of the machine nearest in any class; shape (m,). */
  nearestParty(at: Points): Float64Array;
} {
  federatedDecision({ distances: parties.map(({ machines }) => new Float64Array(machines.length)) });
  const C = parties[0]!.machines.length;
  const distances = (at: Points) =>
    parties.map((party) => party.distances(at)).reduce((least, own) => least.map((d, k) => Math.min(d, own[k]!)));
  return {
    distances,
    labels: (at) => nearestClasses({ distances: distances(at), classCount: C }),
    nearestParty: (at) => {
      const each = parties.map((party) => party.distances(at));
      return Float64Array.from({ length: pointCount(at) }, (_, q) => {
        const least = each.map((own) => own.subarray(q * C, (q + 1) * C).reduce((a, b) => Math.min(a, b)));
        return least.indexOf(least.reduce((a, b) => Math.min(a, b)));
      });
    },
  };
}
