import { gaussianOfPure } from "../../core/privacy/accounting/composition.ts";
import { spendingOf } from "../../core/privacy/accounting/filter.ts";
import type { Cost } from "../../core/privacy/accounting/filter.ts";
import {
  budgetOf,
  costsOf,
  deltaOfMu,
  isAffordable,
  isBudgetFirst,
  muAffordable,
} from "../../core/privacy/accounting/ledger.ts";
import { ledgerTotal } from "../../core/privacy/accounting/ledgerTotal.ts";
import type { DeclaredBudget, LedgerBook } from "../../core/privacy/accounting/ledger.ts";
import { claimedMu } from "../../core/privacy/calibration/claim.ts";
import { achievedEpsilon } from "../../core/privacy/calibration/gaussian.ts";
import { decimalOf, doubleOf } from "../../core/decimals.ts";
import { countText, numberText, significant } from "../../core/numberFormats.ts";
import type { Declaration } from "../../state/ledger/ledger.ts";
import { budgetLimits } from "../../state/scenario/sharedFields.ts";

/** The largest ε of a total: that of whole records, where what is set is that of one entry. */
export const largestTotal = 600;

/** The setting of an entry that says how many rows of one person were counted, where they were. */
export const ofPersons = "rows of one person";

/** What a release would cost as things are set. */
export interface NextRelease {
  readonly cost: Required<Cost>;
  readonly delta: number;
  /** ε as it is set, where the cost is another one: of a record whose entries are protected each. */
  readonly epsilon?: number;
  /** Public; absent where it is not known. */
  readonly recordCount?: number | undefined;
  /** Whether its μ is in proportion to ε, as that of many pure losses. */
  readonly isComposed?: boolean;
}

/** Spent, asked for and left, as shares of the squared μ of the budget: what adds up. */
interface Account {
  readonly spent: number;
  readonly asked: number;
  /** After the next release if it fits; else as it is. */
  readonly left: number;
  readonly fits: boolean;
  /** μ of the next release. */
  readonly mu: number;
  /** How many more of the same fit, in words. */
  readonly moreWords: string;
  /** The largest ε that still fits, in three digits, rounded down; undefined if none does. */
  readonly largestEpsilon: string | undefined;
}

/** @throws {ParameterError} if no budget was declared */
export function accountOf(book: LedgerBook, next: NextRelease | undefined): Account {
  const budget = budgetOf(book)!;
  const cost = next?.cost;
  const spent = Math.sqrt(spendingOf(costsOf(book.entries)).squaredMu) ** 2 / budget.mu ** 2;
  const asked = cost ? shareOf(cost, budget) : 0;
  const fits = cost === undefined || isAffordable(book, cost);
  const more = asked > 0 ? Math.floor((1 - spent) / asked + 1e-9) - 1 : 0;
  return {
    spent,
    asked,
    left: Math.max(0, 1 - spent - (fits ? asked : 0)),
    fits,
    mu: cost ? muOf(cost) : 0,
    moreWords:
      cost === undefined
        ? ""
        : more < 1
          ? "no other like it"
          : more === 1
            ? "room for 1 more like it"
            : `room for ${countText(more)} more like it`,
    largestEpsilon: fits || next === undefined ? undefined : largestEpsilonFor(muAffordable(book, next.cost), next),
  };
}

/** What share of a budget a draw costs. */
export function shareOf(cost: Cost, budget: DeclaredBudget): number {
  return muOf(cost) ** 2 / budget.mu ** 2;
}

/** The budget in force, and what is proved of it. */
export function budgetWords(book: LedgerBook): string {
  const budget = budgetOf(book)!;
  const paid = budget.paidDelta > 0 ? `, ${numberText(budget.paidDelta)} of δ for draws that are paid in it` : "";
  const total = `All releases of these data together: ε = ${numberText(budget.epsilon)} at δ = ${numberText(budget.delta)} (μ = ${numberText(budget.mu)}${paid}), declared ${budget.at.slice(0, 10)}`;
  if (isBudgetFirst(book)) return `${total}.`;
  const before = book.budgets.length > 1 ? "in place of an earlier budget" : "after the first release";
  return `${total}, ${before}: proved only if you would have gone no further than this, whatever those releases had shown.`;
}

/** What μ is, where it stands first. */
export const muWords =
  "μ is the loss in Gaussian differential privacy: of several draws the squares add up, and shares are of them.";

/** What was spent, as an ε at the δ of the budget. */
export function spentWords(book: LedgerBook): string {
  const { length } = book.entries;
  if (length === 0) return "nothing yet";
  const { epsilon } = ledgerTotal(book, { delta: budgetOf(book)!.delta });
  return `${length === 1 ? "1 draw" : `${length} draws`}, ε = ${numberText(epsilon)}`;
}

/** What all entries cost together: with the filter of a budget, and if they had been fixed in advance; and for whom. */
export function togetherWords(book: LedgerBook, delta: number): string {
  return [totalWords(book, delta), ...unitWords(book)].join(" ");
}

function totalWords(book: LedgerBook, delta: number): string {
  const { mu, epsilon, epsilonIfFixedInAdvance, spending } = ledgerTotal(book, { delta });
  const failures = spending.delta > 0 ? `, ${numberText(spending.delta)} of it paid apart` : "";
  const adaptive = `together μ = ${numberText(mu)}: ε = ${numberText(epsilon)} at δ = ${numberText(delta)}${failures}`;
  const fixed = `ε = ${numberText(epsilonIfFixedInAdvance)} if fixed in advance`;
  if (budgetOf(book) === null)
    return `Together ${fixed}, at δ = ${numberText(delta)}${failures}. No budget was declared first.`;
  const isSame = numberText(epsilon) === numberText(epsilonIfFixedInAdvance);
  return `All ${adaptive}, even if each was chosen after seeing those before${isSame ? "" : `; ${fixed}`}.`;
}

/** Of which neighbours a total is: of those of every draw. */
export const unprotectedTogether =
  "What one of them does not protect, such as a person with several rows or the class of a record, all of them together do not.";

/**
 * Of whom a sum of costs is, where entries name different neighbours: a draw that counts one record costs who owns k of them k
 * times as much. What is drawn beside a release, as a bought parameter is, names none, and is of one record unless it says so.
 */
function unitWords({ entries }: LedgerBook): string[] {
  const settings = entries.map(({ parameters }) => new Map(parameters.map(({ name, value }) => [name, value])));
  const named = settings.flatMap((of) => of.get("neighbours")?.split(";")[0] ?? []);
  const isOfPersons = named.some((unit) => unit.startsWith("up to"));
  const isOfOne = settings.some((of) => !of.has("neighbours") && !of.has(ofPersons));
  const units = [...new Set([...named, ...(isOfPersons && isOfOne ? ["one record replaced"] : [])])];
  if (units.length < 2) return [];
  return [
    `Not all are of the same neighbours (${units.join("; ")}): the total is for the smallest of these, and whoever owns several of what an entry names pays its cost as many times.`,
  ];
}

/**
 * The name of a ledger's file. It is seen where files are passed on, so it has the random id of a budget, and nothing
 * of the data; the file itself is private, and its name says so.
 */
export function ledgerFileName({ budgets }: LedgerBook): string {
  return `ledger-private-${budgets[0]?.id.slice(0, 8) ?? "new"}.json`;
}

/** What an entry costs. */
export function costWords(cost: Cost): string {
  const own = cost.kind === "gaussian" ? `μ = ${numberText(cost.mu)}` : `ε = ${numberText(cost.epsilon)}, pure`;
  return (cost.delta ?? 0) > 0 ? `${own}, and ${numberText(cost.delta!)} of δ` : own;
}

/** A budget as it was declared. */
export function declarationWords({ at, epsilon, delta, mu }: DeclaredBudget): string {
  return `${at.slice(0, 10)}: budget declared, ε = ${numberText(epsilon)} at δ = ${numberText(delta)} (μ = ${numberText(mu)}).`;
}

/** A total with room for four releases as things are set, in two digits; undefined until it is known what one costs. */
export function suggestedTotal(next: NextRelease | undefined): Declaration | undefined {
  if (next === undefined) return undefined;
  const apart = Math.min(budgetLimits.delta.max / 2, 4 * next.cost.delta);
  const delta = Math.min(budgetLimits.delta.max, doubleOf(decimalOf(next.delta) + decimalOf(apart)));
  // A millionth costs nothing that is seen, and covers the failures of online answers.
  const paidDelta = Math.max(apart, roundedUp(1e-6 * next.delta));
  const mu = 2 * muOf(next.cost);
  const least = achievedEpsilon({ delta: next.delta, noiseMultiplier: 1 / mu });
  const epsilon = roundedUp(Math.min(largestTotal, Math.max(budgetLimits.epsilon.min, least)));
  return { epsilon: Math.min(largestTotal, epsilon), delta, paidDelta };
}

/**
 * The total in the form of a budget: what was typed, else what is suggested. A total that was typed is for releases at it. So
 * nothing is set apart for draws that are paid in δ, unless the next one is, or it was typed too.
 */
export function totalOf(
  typed: Partial<Declaration>,
  suggested: Declaration,
  next: NextRelease | undefined,
): Declaration {
  const isTyped = typed.epsilon !== undefined || typed.delta !== undefined;
  const isPaidApart = next !== undefined && next.cost.delta > 0;
  return { ...suggested, ...(isTyped && !isPaidApart && { paidDelta: 0 }), ...typed };
}

/** Whether the largest total that can be declared has room for it. */
export function hasRoom({ cost, delta }: NextRelease): boolean {
  const mu = totalMu({ epsilon: largestTotal, delta: delta + cost.delta, paidDelta: cost.delta });
  return mu !== undefined && muOf(cost) <= mu;
}

/** How far a total would go, in words; empty where it is none. */
export function roomWords(total: Declaration, book: LedgerBook, next: NextRelease | undefined): string {
  const mu = totalMu(total);
  if (mu === undefined) return "";
  const { squaredMu } = spendingOf(costsOf(book.entries));
  const inAll = `That is μ = ${numberText(mu)} in all`;
  if (next === undefined) return `${inAll}.`;
  const room = Math.max(0, Math.floor((mu ** 2 - squaredMu) / muOf(next.cost) ** 2 + 1e-9));
  const releases = room === 0 ? "no release" : room === 1 ? "one release" : `${countText(room)} releases`;
  return `${inAll}: room for ${releases} as things are set now.`;
}

function totalMu({ epsilon, ...deltas }: Declaration): number | undefined {
  if (!(deltas.paidDelta < deltas.delta)) return undefined;
  try {
    return claimedMu({ epsilon, delta: deltaOfMu(deltas), failure: 0, calibration: "analytic" });
  } catch {
    return undefined;
  }
}

function muOf(cost: Cost): number {
  return cost.kind === "gaussian" ? cost.mu : gaussianOfPure(cost.epsilon);
}

function largestEpsilonFor(
  mu: number,
  { cost, delta, epsilon: set, isComposed = false }: NextRelease,
): string | undefined {
  if (!(mu > 0)) return undefined;
  const largest =
    cost.kind === "pure"
      ? pureOfGaussian(mu) * ((set ?? cost.epsilon) / cost.epsilon)
      : isComposed && set !== undefined
        ? (mu / cost.mu) * set
        : achievedEpsilon({ delta, noiseMultiplier: 1 / mu });
  const size = 10 ** (Math.floor(Math.log10(largest)) - 2);
  const epsilon = significant(Math.floor((largest / size) * (1 - 1e-9)) * size, 3);
  return epsilon >= budgetLimits.epsilon.min ? numberText(epsilon) : undefined;
}

/** The largest ε with 2Φ⁻¹(e^ε/(1 + e^ε)) ≤ μ, by bisection. */
function pureOfGaussian(mu: number): number {
  let [low, high] = [0, largestTotal];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (gaussianOfPure(middle) <= mu) low = middle;
    else high = middle;
  }
  return low;
}

function roundedUp(value: number): number {
  const size = 10 ** (Math.floor(Math.log10(value)) - 1);
  return significant(Math.ceil((value / size) * (1 - 1e-9)) * size, 2);
}
