import { checkLength, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";

/**
 * Decision for one point from the parties' distances: the least for each class, ∞ without rows of it (Remark 5), and
 * the nearest class.
 *
 * @param distances rows: Q ≥ 1 parties, columns: C ≥ 1 classes
 * @returns distances, shape (C,); the label from 1 to C, first on ties
 * @throws {ParameterError} if a distance is negative or NaN, or all are infinite
 * @see Kumar, Moser & Fischer (2024), eqs (103), (104), Remarks 5 and 6
 */
export function federatedDecision({ distances }: { readonly distances: readonly ArrayLike<number>[] }): {
  readonly distances: Float64Array;
  readonly label: number;
} {
  const C = checkParties(distances);
  const least = leastOf(distances.map((row) => Float64Array.from(row)));
  return { distances: least, label: nearestClasses({ distances: least, classCount: C })[0]! };
}

function checkParties(rows: readonly { readonly length: number }[]): number {
  checkPositiveInteger("parties", rows.length);
  const C = checkPositiveInteger("classes", rows[0]!.length);
  rows.forEach((row, q) => {
    if (row.length !== C) throw new ParameterError(`distances[${q}]`, row.length, `of length ${C}, one for each class`);
  });
  return C;
}

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

interface ClassDistances {
  readonly distances: Float64Array;
  /** C ≥ 1. */
  readonly classCount: number;
}

/**
 * Nearest class of each query, from 1 to C, the first on ties; shape (m,).
 *
 * @throws {ParameterError} if a distance is negative or NaN, or all of a query are infinite
 */
export function nearestClasses({ distances, classCount: C }: ClassDistances): Float64Array {
  const m = checkDistances({ distances, classCount: C });
  return Float64Array.from({ length: m }, (_, q) => {
    let best = 0;
    for (let c = 1; c < C; c++) if (distances[q * C + c]! < distances[q * C + best]!) best = c;
    if (!(distances[q * C + best]! < Infinity)) {
      throw new ParameterError(`distances[${q}]`, Infinity, "finite for at least one class");
    }
    return best + 1;
  });
}

function checkDistances({ distances, classCount: C }: ClassDistances): number {
  checkPositiveInteger("classCount", C);
  const m = Math.floor(distances.length / C);
  checkLength("distances", distances, m * C);
  distances.forEach((d, k) => {
    if (!(d >= 0)) throw new ParameterError(`distances[${k}]`, d, "non-negative, or infinite for a missing class");
  });
  return m;
}
