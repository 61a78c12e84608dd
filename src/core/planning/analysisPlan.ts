import { checkPositive } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { gaussianOfPure } from "../privacy/accounting/composition.ts";
import type { Cost } from "../privacy/accounting/filter.ts";
import { totalOf } from "../privacy/accounting/ledgerTotal.ts";
import { achievedEpsilon, analyticNoiseMultiplier, type PrivacyParameters } from "../privacy/calibration/gaussian.ts";
import { normalCdf } from "../special/normal.ts";
import { integerFrom, listOf, numberFrom, objectOf, oneOf, parseUntrustedJson, text } from "../untrusted.ts";

export interface AnalysisRow {
  readonly what: string;
  /** Id of a study, and the link that opens it. */
  readonly study: string;
  readonly link: string;
  readonly target: string;
  readonly needed: number;
  readonly law: "gaussian" | "pure";
  readonly share: number;
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
  /** ε of all rows at δ, as the ledger composes them, and if all costs are fixed in advance. */
  readonly epsilon: number;
  readonly epsilonIfFixedInAdvance: number;
}

export const mostRows = 20;

/**
 * Costs of the rows by their shares, and their total.
 *
 * A row's μ is √share of the budget's, a pure row's ε that of this μ; if all rows are pure, their ε are shares of the
 * budget's.
 */
export function analysisTotal({ budget, rows }: AnalysisPlan): AnalysisTotal {
  const { delta } = budget;
  const mu = 1 / analyticNoiseMultiplier(budget);
  const allPure = rows.every(({ law }) => law === "pure");
  const shareSum = rows.reduce((sum, { share }, j) => sum + checkPositive(`rows[${j}].share`, share), 0);
  const planned = rows.map(({ law, share, needed }): PlannedRow => {
    const own = Math.sqrt(share / 100) * mu;
    const epsilon =
      law === "gaussian"
        ? achievedEpsilon({ delta, noiseMultiplier: 1 / own })
        : allPure
          ? (share / 100) * budget.epsilon
          : pureOfGaussian(own);
    const cost: Cost = law === "gaussian" ? { kind: "gaussian", mu: own } : { kind: "pure", epsilon };
    return { cost, epsilon, isReached: epsilon >= needed * (1 - 1e-9) };
  });
  const costs = planned.map(({ cost }) => cost);
  const { epsilon, epsilonIfFixedInAdvance } =
    costs.length === 0 ? { epsilon: 0, epsilonIfFixedInAdvance: 0 } : totalOf(costs, delta);
  return { rows: planned, shareSum, epsilon, epsilonIfFixedInAdvance };
}

function pureOfGaussian(mu: number): number {
  return Math.log(normalCdf(mu / 2) / normalCdf(-mu / 2));
}

/**
 * Shares, of sum 100, with which the worst row is nearest to its target.
 *
 * A row needs μ_i²; its factor is w_iμ²/μ_i², and the least factor is largest if all are equal. For pure rows alone ε
 * takes the place of μ².
 */
export function bestShares({ budget: { delta }, rows }: AnalysisPlan): readonly number[] {
  const allPure = rows.every(({ law }) => law === "pure");
  const needs = rows.map(({ law, needed }) => {
    checkPositive("needed", needed);
    if (law === "pure") return allPure ? needed : gaussianOfPure(needed) ** 2;
    return analyticNoiseMultiplier({ epsilon: needed, delta }) ** -2;
  });
  const all = needs.reduce((sum, need) => sum + need, 0);
  return needs.map((need) => (100 * need) / all);
}

/** The least ε of the whole that serves all targets, at δ, as the ledger composes them. */
export function leastBudget(plan: AnalysisPlan): number {
  const { delta } = plan.budget;
  const costs = plan.rows.map(({ law, needed }): Cost =>
    law === "pure"
      ? { kind: "pure", epsilon: needed }
      : { kind: "gaussian", mu: 1 / analyticNoiseMultiplier({ epsilon: needed, delta }) },
  );
  return costs.length === 0 ? 0 : totalOf(costs, delta).epsilon;
}

const kind = "curveil-analysis";
const version = 1;

export function analysisText(plan: AnalysisPlan): string {
  return JSON.stringify({ kind, version, ...plan }, undefined, 1);
}

const readAnalysis = objectOf({
  kind: oneOf(kind),
  version: integerFrom(version, version),
  budget: objectOf({ epsilon: numberFrom(1e-3, 1e3), delta: numberFrom(1e-15, 0.5) }),
  rows: listOf(
    objectOf({
      what: text(200),
      study: text(40),
      link: text(4000),
      target: text(400),
      needed: numberFrom(1e-6, 1e6),
      law: oneOf("gaussian", "pure"),
      share: numberFrom(1e-6, 1e4),
    }),
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
  const { budget, rows } = readAnalysis(parseUntrustedJson(source, "analysis"), "analysis");
  const isKnown = ({ study }: { readonly study: string }) => studies.includes(study);
  const wrong = rows.find(({ study, link }) => !(link === `#/${study}` || link.startsWith(`#/${study}?`)));
  if (wrong) throw new ParameterError("link", wrong.link, `of the form #/${wrong.study}?…`);
  return {
    plan: { budget, rows: rows.filter(isKnown) },
    missing: [...new Set(rows.filter((row) => !isKnown(row)).map(({ study }) => study))],
  };
}
