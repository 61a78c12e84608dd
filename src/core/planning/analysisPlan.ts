import { checkPositive } from "../checks.ts";
import { decimalOf, doubleOf } from "../decimals.ts";
import { ParameterError } from "../errors.ts";
import { roundedUp } from "../numberFormats.ts";
import { composedDelta, composedEpsilon } from "../privacy/accounting/composition.ts";
import type { Cost } from "../privacy/accounting/filter.ts";
import { totalOf } from "../privacy/accounting/ledgerTotal.ts";
import { achievedEpsilon, analyticNoiseMultiplier, type PrivacyParameters } from "../privacy/calibration/gaussian.ts";
import { remember } from "../remember.ts";
import { normalCdf } from "../special/normal.ts";
import {
  integerFrom,
  listOf,
  numberFrom,
  objectOf,
  objectWith,
  oneOf,
  parseUntrustedJson,
  text,
  truth,
} from "../untrusted.ts";

export interface AnalysisRow {
  readonly what: string;
  readonly study: string;
  readonly link: string;
  readonly target: string;
  readonly needed: number;
  readonly law: "gaussian" | "pure";
  /** Percents of the budget's μ² for Gaussian noise, of its ε for a pure row. */
  readonly share: number;
  /** True if a person chose the share, which `bestShares` leaves. */
  readonly kept?: boolean;
}

/** Plan for all releases and purchases from one table. Public. */
export interface AnalysisPlan {
  readonly budget: PrivacyParameters;
  readonly rows: readonly AnalysisRow[];
}

interface PlannedRow {
  readonly cost: Cost;
  readonly epsilon: number;
  readonly isReached: boolean;
}

interface AnalysisTotal {
  readonly rows: readonly PlannedRow[];
  readonly shareSum: number;
  /** δ of the total: 0 if all rows are pure. */
  readonly delta: number;
  /** Exact for costs fixed in advance, rounded up. */
  readonly epsilon: number;
  /** Budget with which a ledger admits all rows, also with costs that follow from earlier results. */
  readonly declared: { readonly epsilon: number; readonly pureEpsilon: number };
}

export const mostRows = 20;
export const shareLimits = { min: 1e-9, max: 1e4 } as const;

/** Costs of the rows, and their total: the same bits in any order. */
export function analysisTotal({ budget, rows }: AnalysisPlan): AnalysisTotal {
  const { delta } = budget;
  const costs = costsOfShares({ budget, rows });
  const planned = costs.map((cost, j): PlannedRow => {
    const epsilon = cost.kind === "pure" ? cost.epsilon : achievedEpsilon({ delta, noiseMultiplier: 1 / cost.mu });
    return { cost, epsilon, isReached: epsilon >= rows[j]!.needed * (1 - 1e-9) };
  });
  const shareSum = rows.reduce((sum, { share }) => sum + share, 0);
  return { rows: planned, shareSum, ...totalOfCosts({ costs, delta }) };
}

function costsOfShares({ budget, rows }: AnalysisPlan): readonly Cost[] {
  const mu = 1 / analyticNoiseMultiplier(budget);
  return rows.map(({ law, share }, j) => {
    const part = checkPositive(`rows[${j}].share`, share) / 100;
    return law === "pure" ? { kind: law, epsilon: part * budget.epsilon } : { kind: law, mu: Math.sqrt(part) * mu };
  });
}

interface Costs {
  readonly costs: readonly Cost[];
  readonly delta: number;
}

const sizeOf = (cost: Cost) => (cost.kind === "pure" ? cost.epsilon : cost.mu);

function composed({ costs, delta }: Costs): Omit<AnalysisTotal, "rows" | "shareSum"> {
  const sorted = costs.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  const pure = pureSum(costs);
  const pureEpsilon = pure > 0 ? roundedUp(pure) : 0;
  if (costs.every(({ kind }) => kind === "pure"))
    return { delta: 0, epsilon: pure, declared: { epsilon: pureEpsilon, pureEpsilon } };
  const { epsilonIfFixedInAdvance: epsilon, mu } = totalOf(sorted, delta, Infinity);
  const both = composedEpsilon({ delta, mu, pureEpsilons: [pureEpsilon] }) * (1 + 1e-9);
  return { delta, epsilon, declared: { epsilon: roundedUp(both), pureEpsilon } };
}

/** Totals, remembered for a redraw. */
const totalOfCosts = remember(composed);
const needOfCosts = remember((costs: Costs) => composed(costs).epsilon);

function pureSum(costs: readonly Cost[]): number {
  return doubleOf(costs.reduce((sum, cost) => (cost.kind === "pure" ? sum + decimalOf(cost.epsilon) : sum), 0n));
}

/** True if costs fixed in advance are within the budget. */
function isWithin(costs: readonly Cost[], { epsilon, delta }: PrivacyParameters): boolean {
  const sizes = (kind: Cost["kind"]) =>
    costs
      .filter((cost) => cost.kind === kind)
      .map(sizeOf)
      .toSorted((a, b) => a - b);
  const pureEpsilons = sizes("pure");
  if (pureEpsilons.length === costs.length) return pureSum(costs) <= epsilon;
  const mu = Math.sqrt(sizes("gaussian").reduce((sum, own) => sum + own * own, 0));
  return composedDelta({ epsilon, mu, pureEpsilons }) <= delta;
}

/**
 * Shares with which all rows reach the same part of what they need, in μ or pure ε: the largest within the budget, to
 * 10⁻¹². Kept shares stay.
 *
 * @throws {ParameterError} if kept shares leave nothing to the others
 * @see docs/proofs/planning.md, Lemma 13
 */
export function bestShares({ budget, rows }: AnalysisPlan): readonly number[] {
  const { epsilon, delta } = budget;
  const mu = 1 / analyticNoiseMultiplier(budget);
  const needs = rows.map(({ law, needed }) => {
    checkPositive("needed", needed);
    return law === "pure" ? needed / epsilon : 1 / (mu * analyticNoiseMultiplier({ epsilon: needed, delta }));
  });
  const power = ({ law }: AnalysisRow) => (law === "pure" ? 1 : 2);
  const at = (part: number) =>
    rows.map((row, j) => (row.kept ? row : { ...row, share: 100 * (part * needs[j]!) ** power(row) }));
  const fits = (part: number) => isWithin(costsOfShares({ budget, rows: at(part) }), budget);
  const least = rows.map((row, j) => (row.kept ? 0 : (shareLimits.min / 100) ** (1 / power(row)) / needs[j]!));
  let [low, high] = [Math.max(...least), 1 / Math.max(...needs)];
  if (!(low > 0)) return rows.map(({ share }) => share);
  if (!fits(low)) throw new ParameterError("shares that are kept", "more", "less than the budget");
  while (fits(high)) high *= 2;
  while (high - low > 1e-13 * high) {
    const middle = low + (high - low) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  for (let step = 2 ** -50; analysisTotal({ budget, rows: at(low) }).epsilon > epsilon; step *= 2) low *= 1 - step;
  return at(low).map(({ share }) => share);
}

/** The least ε of the whole that serves all targets. */
export function leastBudget({ budget: { delta }, rows }: AnalysisPlan): number {
  const costs = rows.map(({ law, needed }): Cost =>
    law === "pure"
      ? { kind: "pure", epsilon: needed }
      : { kind: "gaussian", mu: 1 / analyticNoiseMultiplier({ epsilon: needed, delta }) },
  );
  return needOfCosts({ costs, delta });
}

const kind = "curveil-analysis";
const version = 2;

export function analysisText(plan: AnalysisPlan): string {
  return JSON.stringify({ kind, version, ...plan }, undefined, 1);
}

const readAnalysis = objectOf({
  kind: oneOf(kind),
  version: integerFrom(1, version),
  budget: objectOf({ epsilon: numberFrom(1e-3, 1e3), delta: numberFrom(1e-15, 0.5) }),
  rows: listOf(
    objectWith(
      {
        what: text(200),
        study: text(40),
        link: text(4000),
        target: text(400),
        needed: numberFrom(1e-6, 1e6),
        law: oneOf("gaussian", "pure"),
        share: numberFrom(shareLimits.min, shareLimits.max),
      },
      { kept: truth },
    ),
    mostRows,
  ),
});

/**
 * The plan in a file, and the names of studies that do not exist, whose rows are left out.
 *
 * @param source text of a stranger
 * @param studies ids; a link is taken only if it opens its study
 * @throws {ParameterError} for another file, version or a number out of range
 */
export function parsedAnalysis(
  source: string,
  studies: readonly string[],
): { readonly plan: AnalysisPlan; readonly missing: readonly string[] } {
  const { budget, rows: read, version: from } = readAnalysis(parseUntrustedJson(source, "analysis"), "analysis");
  const rows = from === 1 ? ofVersion1({ budget, rows: read }) : read;
  const isKnown = ({ study }: { readonly study: string }) => studies.includes(study);
  const wrong = rows.find(({ study, link }) => !(link === `#/${study}` || link.startsWith(`#/${study}?`)));
  if (wrong) throw new ParameterError("link", wrong.link, `of the form #/${wrong.study}?…`);
  return {
    plan: { budget, rows: rows.filter(isKnown) },
    missing: [...new Set(rows.filter((row) => !isKnown(row)).map(({ study }) => study))],
  };
}

/** In version 1 pure rows beside Gaussian ones had shares of μ². */
function ofVersion1({ budget, rows }: AnalysisPlan): readonly AnalysisRow[] {
  if (rows.every(({ law }) => law === "pure")) return rows;
  const mu = 1 / analyticNoiseMultiplier(budget);
  return rows.map((row) => {
    const half = (Math.sqrt(row.share / 100) * mu) / 2;
    const epsilon = Math.log(normalCdf(half) / normalCdf(-half));
    return row.law === "pure" ? { ...row, share: (100 * epsilon) / budget.epsilon } : row;
  });
}
