import { checkLength, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { pointCount } from "../../points.ts";
import type { Points } from "../../points.ts";
import { nearestClasses } from "./affineHullClassifier.ts";
import type { AffineHullClassifier } from "./affineHullClassifier.ts";

/**
 * Decision for one point from the parties' distances: the least for each class, ∞ without rows of it (Remark 5), and the
 * nearest class.
 *
 * Every party learns the point, unless all give their machines to one server (Remark 6); missing classes are not protected
 * (errata K5).
 *
 * @param distances rows: Q ≥ 1 parties, columns: C ≥ 1 classes
 * @returns distances, shape (C,); the label from 1 to C, first on ties
 * @throws {ParameterError} if rows differ in length, a distance is negative or NaN, or all are infinite
 * @see Kumar, Moser & Fischer (2024), JAIR 79, eqs (103), (104), Remarks 5 and 6
 */
export function federatedDecision({ distances }: { readonly distances: readonly ArrayLike<number>[] }): {
  readonly distances: Float64Array;
  readonly label: number;
} {
  const C = checkParties(distances);
  const least = leastOf(distances.map((row) => Float64Array.from(row)));
  return { distances: least, label: nearestClasses({ distances: least, classCount: C })[0]! };
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
  const C = checkParties(parties.map(({ machines }) => ({ length: machines.length })));
  const distances = (at: Points) => leastOf(parties.map((party) => party.distances(at)));
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

function checkParties(rows: readonly { readonly length: number }[]): number {
  checkPositiveInteger("parties", rows.length);
  const C = checkPositiveInteger("classes", rows[0]!.length);
  rows.forEach((row, q) => {
    if (row.length !== C) throw new ParameterError(`distances[${q}]`, row.length, `of length ${C}, one for each class`);
  });
  return C;
}

/** Elementwise least; NaN and negative numbers are refused. */
function leastOf(each: readonly Float64Array[]): Float64Array {
  const least = new Float64Array(each[0]!.length).fill(Infinity);
  each.forEach((own, q) => {
    checkLength(`distances[${q}]`, own, least.length);
    own.forEach((d, k) => {
      if (!(d >= 0)) throw new ParameterError(`distances[${q}][${k}]`, d, "non-negative, or infinite if missing");
      if (d < least[k]!) least[k] = d;
    });
  });
  return least;
}
