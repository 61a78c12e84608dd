import { releaseLowerBound } from "../../core/privacy/accounting/releaseLowerBound.ts";
import { numberText, timesText } from "../../core/numberFormats.ts";
import type { StudyView } from "../../state/presented/presented.ts";
import type { LadderRow } from "../pictures/ErrorLadder.tsx";
import type { FactsOfPolynomial } from "./polynomialGuarantee.tsx";
import { largestDifference } from "../pictures/largestDifference.ts";

/** Private: for the owner alone. */
export interface InsideOfPolynomial {
  /** max |f − B^(h) f| on the grid. */
  readonly approximationError: number;
  readonly exact: Float64Array;
}

interface PolynomialErrors {
  readonly achieved: { readonly approximation: number; readonly noise: number; readonly together: number } | undefined;
  /** With 95 %, whatever the records. */
  readonly promised: { readonly approximation: number; readonly noise: number };
  /** Every private release exceeds it on some records, in at least 5 % of its draws. */
  readonly limit: number;
}

export function polynomialErrors(
  { facts, budget, released, original, simultaneous }: StudyView<FactsOfPolynomial, unknown>,
  inside: InsideOfPolynomial | undefined,
  unit = 1,
): PolynomialErrors {
  const { polynomial, recordCount, roundingError } = facts;
  const { epsilon, deltaAchieved } = budget;
  // Persons that can be replaced one after the other.
  const persons = Math.floor(recordCount / polynomial.recordsPerPerson);
  return {
    achieved: inside &&
      original && {
        approximation: inside.approximationError * unit,
        noise: largestDifference(released, inside.exact),
        together: largestDifference(released, original),
      },
    promised: { approximation: polynomial.approximationBound * unit, noise: simultaneous ?? Infinity },
    limit:
      persons === 0
        ? 0
        : unit *
          releaseLowerBound({
            sensitivity: polynomial.pointwiseSensitivity - 2 * roundingError,
            recordCount: persons,
            epsilon,
            delta: deltaAchieved,
            coverage: 0.95,
          }),
  };
}

export function ladderRows({ achieved, promised, limit }: PolynomialErrors): readonly LadderRow[] {
  const row = (kind: LadderRow["kind"], name: string, value: number): LadderRow => ({ kind, name, value });
  return [
    ...(achieved
      ? [
          row("achieved", "approximation, on these records", achieved.approximation),
          row("achieved", "noise, in this draw", achieved.noise),
          row("achieved", "both: this release", achieved.together),
        ]
      : []),
    row("promised", "approximation, whatever the records", promised.approximation),
    row("promised", "noise, with probability 95 %", promised.noise),
    row("promised", "both: any release of this kind", promised.approximation + promised.noise),
    ...(limit > 0 ? [row("limit", "no private release is always below", limit)] : []),
  ];
}

export function errorSentence({ achieved, promised, limit }: PolynomialErrors, isPure: boolean): string {
  const { approximation, noise } = achieved ?? promised;
  const where = achieved ? "here" : "in the bound";
  const larger =
    approximation > 2 * noise
      ? `Most of the error ${where} is the polynomial’s own: a larger k or h would follow the function closer.`
      : noise > 2 * approximation
        ? `Most of the error ${where} is noise: a smaller k or h would need less of it.`
        : `Approximation and noise are about equal ${where}: k and h suit this budget.`;
  const bound = promised.approximation + promised.noise;
  // prettier-ignore
  const least = limit > 0 ? ` ${isPure ? "No ε-private release" : "No (ε, δ)-private release"}, by whatever mechanism, stays below ${numberText(limit)} on all data in 95 % of its draws.` : "";
  return `${larger} The bound for all data is ${numberText(bound)}${achieved ? `, ${timesText(bound / achieved.together)} what was reached` : ""}.${least}`;
}
