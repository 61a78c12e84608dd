import { gaussianOfPure } from "../../core/privacy/accounting/composition.ts";
import { muOf, paidPurely, spendingOf, type Cost } from "../../core/privacy/accounting/filter.ts";
import {
  budgetOf,
  costsOf,
  isAffordable,
  isBudgetFirst,
  muAffordable,
  muOfTotal,
  pureEpsilonAffordable,
  type DeclaredBudget,
  type LedgerBook,
} from "../../core/privacy/accounting/ledger.ts";
import { ledgerTotal } from "../../core/privacy/accounting/ledgerTotal.ts";
import { achievedEpsilon } from "../../core/privacy/calibration/gaussian.ts";
import { decimalOf, doubleOf } from "../../core/decimals.ts";
import { countText, numberText, significant } from "../../core/numberFormats.ts";
import type { Declaration } from "../../state/ledger/dataLedger.ts";
import { budgetLimits } from "../../state/scenario/sharedFields.ts";

/** A total counts whole records, ε may count one entry. */
export const largestTotal = 600;

/** Setting of an entry with the counted rows per person. */
export const ofPersons = "rows of one person";

export interface NextRelease {
  readonly cost: Required<Cost>;
  readonly delta: number;
  /** The set ε, if the cost has another: each entry of a record is protected. */
  readonly epsilon?: number;
  /** Public, if known. */
  readonly recordCount?: number | undefined;
  /** True if μ is in proportion to ε, as for many pure losses. */
  readonly isComposed?: boolean;
}

/** Spent, requested and left, as shares of what adds up: squared μ, or ε of pure releases. */
interface Part {
  readonly name: string;
  readonly spent: number;
  readonly asked: number;
  /** After the next release if it fits. */
  readonly left: number;
}

interface Account {
  /** One, or one for purely private releases and one for others. */
  readonly parts: readonly Part[];
  readonly isSpent: boolean;
  readonly fits: boolean;
  readonly costWords: string;
  readonly moreWords: string;
  /** The largest fitting ε, in three digits, rounded down. */
  readonly largestEpsilon: string | undefined;
}

/** @throws {ParameterError} without a declared budget */
export function accountOf(book: LedgerBook, next: NextRelease | undefined): Account {
  const budget = budgetOf(book)!;
  const { mu, pureEpsilon = 0, epsilon } = budget;
  const cost = next?.cost;
  const spending = spendingOf(costsOf(book.entries), pureEpsilon);
  const fits = cost === undefined || isAffordable(book, cost);
  // A pure release beyond its part may fit the other; one beyond both is of its own.
  const isPaid = cost?.kind === "pure" && pureEpsilon > 0 && (!fits || sharesOf(book, cost).at(-1)!.isPaid);
  const asked =
    cost === undefined ? 0 : isPaid ? shareOf(cost.epsilon, pureEpsilon) : shareOf(muOf(cost) ** 2, mu ** 2);
  const spentOf = {
    pure: shareOf(spending.pureEpsilon, pureEpsilon),
    others: shareOf(Math.sqrt(spending.squaredMu) ** 2, mu ** 2),
  };
  const more = asked > 0 ? Math.floor((1 - (isPaid ? spentOf.pure : spentOf.others)) / asked + 1e-9) - 1 : 0;
  const part = (name: string, spent: number, isNext: boolean): Part => ({
    name,
    spent,
    asked: isNext ? asked : 0,
    left: Math.max(0, 1 - spent - (fits && isNext ? asked : 0)),
  });
  const pure = part("Purely private releases", spentOf.pure, isPaid);
  const others = part(pureEpsilon > 0 ? "Other releases" : "", spentOf.others, !isPaid);
  const parts =
    pureEpsilon === 0
      ? [others]
      : pureEpsilon < epsilon || spending.squaredMu > 0 || (cost && !isPaid)
        ? [pure, others]
        : [pure];
  return {
    parts,
    isSpent: parts.every(({ spent }) => spent >= 1),
    fits,
    costWords:
      cost === undefined ? "" : isPaid ? `ε = ${numberText(cost.epsilon)}, pure` : `μ = ${numberText(muOf(cost))}`,
    moreWords:
      cost === undefined
        ? ""
        : more < 1
          ? "no other like it"
          : more === 1
            ? "room for 1 more like it"
            : `room for ${countText(more)} more like it`,
    largestEpsilon: fits || next === undefined ? undefined : largestEpsilonFor(book, next),
  };
}

function shareOf(amount: number, whole: number): number {
  return whole > 0 ? amount / whole : amount > 0 ? Infinity : 0;
}

/** Shares of entries, and of a next cost, in their part of the budget in force. */
export function sharesOf(
  book: LedgerBook,
  ...next: readonly Cost[]
): readonly { readonly share: number; readonly isPaid: boolean }[] {
  const { mu, pureEpsilon = 0 } = budgetOf(book)!;
  const costs = [...costsOf(book.entries), ...next];
  const isPaid = paidPurely(costs, pureEpsilon);
  return costs.map((cost, i) => ({
    share: isPaid[i] && cost.kind === "pure" ? shareOf(cost.epsilon, pureEpsilon) : shareOf(muOf(cost) ** 2, mu ** 2),
    isPaid: isPaid[i]!,
  }));
}

export function budgetWords(book: LedgerBook): string {
  const budget = budgetOf(book)!;
  const paid = budget.paidDelta > 0 ? `, ${numberText(budget.paidDelta)} of δ for draws that are paid in it` : "";
  const total = `All releases of these data together: ε = ${numberText(budget.epsilon)} at δ = ${numberText(budget.delta)} (${partsWords(budget)}${paid}), declared ${budget.at.slice(0, 10)}`;
  if (isBudgetFirst(book)) return `${total}.`;
  const before = book.budgets.length > 1 ? "in place of an earlier budget" : "after the first release";
  return `${total}, ${before}: proved only if you would have gone no further than this, whatever those releases had shown.`;
}

function partsWords({ mu, pureEpsilon = 0, epsilon }: Pick<DeclaredBudget, "mu" | "pureEpsilon" | "epsilon">): string {
  if (pureEpsilon === 0) return `μ = ${numberText(mu)}`;
  if (pureEpsilon >= epsilon) return "for purely private releases";
  return `ε = ${numberText(pureEpsilon)} for purely private releases, μ = ${numberText(mu)} for others`;
}

export const muWords =
  "μ is the loss in Gaussian differential privacy: of several draws the squares add up, and shares are of them.";

export const pureWords =
  "The ε of purely private releases (δ = 0) add up, whatever is chosen. Of others the squares of μ, their loss in Gaussian differential privacy, add up.";

/** An ε at the budget's δ. */
export function spentWords(book: LedgerBook): string {
  const { length } = book.entries;
  if (length === 0) return "nothing yet";
  const { epsilon, mu, spending } = ledgerTotal(book, { delta: budgetOf(book)!.delta });
  if (mu === 0) return `${length === 1 ? "1 draw" : `${length} draws`}, ε = ${numberText(spending.pureEpsilon)}`;
  return `${length === 1 ? "1 draw" : `${length} draws`}, ε = ${numberText(epsilon)}`;
}

/** Cost of all entries, under the filter and as if fixed in advance, and for whom. */
export function togetherWords(book: LedgerBook, delta: number): string {
  return [totalWords(book, delta), ...unitWords(book)].join(" ");
}

function totalWords(book: LedgerBook, delta: number): string {
  const { mu, epsilon, epsilonIfFixedInAdvance, spending } = ledgerTotal(book, { delta });
  const failures = spending.delta > 0 ? `, ${numberText(spending.delta)} of it paid apart` : "";
  const pure = numberText(spending.pureEpsilon);
  if (mu === 0 && spending.delta === 0 && spending.failure === 0)
    return `All together ε = ${pure}, purely private (δ = 0), even if each was chosen after seeing those before.`;
  const coins = spending.pureEpsilon === 0 ? `μ = ${numberText(mu)}` : `μ = ${numberText(mu)} and ε = ${pure} purely`;
  const adaptive = `together ${coins}: ε = ${numberText(epsilon)} at δ = ${numberText(delta)}${failures}`;
  const fixed = `ε = ${numberText(epsilonIfFixedInAdvance)} if fixed in advance`;
  if (budgetOf(book) === null)
    return `Together ${fixed}, at δ = ${numberText(delta)}${failures}. No budget was declared first.`;
  const isSame = numberText(epsilon) === numberText(epsilonIfFixedInAdvance);
  return `All ${adaptive}, even if each was chosen after seeing those before${isSame ? "" : `; ${fixed}`}.`;
}

/** Neighbours of a total: those of every draw. */
export const unprotectedTogether =
  "What one of them does not protect, such as a person with several rows or the class of a record, all of them together do not.";

/**
 * Persons protected by a sum of costs, where entries name different neighbours. Draws that count one record cost an
 * owner of k records k times as much; so do purchases, unless they say otherwise.
 */
function unitWords({ entries }: LedgerBook): string[] {
  const settings = entries.map(({ parameters }) => new Map(parameters.map(({ name, value }) => [name, value])));
  const named = settings.flatMap((of) => of.get("neighbours")?.split(";")[0] ?? []);
  const isOfPersons = named.some((unit) => unit.startsWith("up to"));
  const isOfAbsence = named.some((unit) => unit.includes(absence));
  const isOfOne = settings.some((of) => !of.has("neighbours") && !of.has(ofPersons));
  const units = [...new Set([...named, ...((isOfPersons || isOfAbsence) && isOfOne ? ["one record replaced"] : [])])];
  if (units.length < 2) return [];
  const isMixed = isOfAbsence && units.some((unit) => !unit.includes(absence));
  return [
    `Not all are of the same neighbours (${units.join("; ")}): the total is for the smallest of these, and whoever owns several of what an entry names pays its cost as many times.`,
    ...(isMixed
      ? [
          "Each of them covers a replacement, so the total is one without a factor. That somebody is in the table at all is protected only by those that say “more, less”.",
        ]
      : []),
  ];
}

const absence = "more, less";

/**
 * Seen where files are passed on, so it has a budget's random id and nothing of the data, and says that the file is
 * private.
 */
export function ledgerFileName({ budgets }: LedgerBook): string {
  return `ledger-private-${budgets[0]?.id.slice(0, 8) ?? "new"}.json`;
}

export function costWords(cost: Cost): string {
  const own = cost.kind === "gaussian" ? `μ = ${numberText(cost.mu)}` : `ε = ${numberText(cost.epsilon)}, pure`;
  return (cost.delta ?? 0) > 0 ? `${own}, and ${numberText(cost.delta!)} of δ` : own;
}

export function declarationWords({ at, epsilon, delta, ...parts }: DeclaredBudget): string {
  return `${at.slice(0, 10)}: budget declared, ε = ${numberText(epsilon)} at δ = ${numberText(delta)} (${partsWords({ epsilon, ...parts })}).`;
}

/** Room for four releases at the current settings, in two digits; undefined while costs are unknown. */
export function suggestedTotal(next: NextRelease | undefined): Declaration | undefined {
  if (next === undefined) return undefined;
  const apart = Math.min(budgetLimits.delta.max / 2, 4 * next.cost.delta);
  const delta = Math.min(budgetLimits.delta.max, doubleOf(decimalOf(next.delta) + decimalOf(apart)));
  // A millionth is invisible, and covers failures of online answers.
  const paidDelta = Math.max(apart, upToTwoDigits(1e-6 * next.delta));
  const isPure = next.cost.kind === "pure";
  const least =
    next.cost.kind === "pure"
      ? 4 * next.cost.epsilon
      : achievedEpsilon({ delta: next.delta, noiseMultiplier: 1 / (2 * next.cost.mu) });
  const rounded = upToTwoDigits(Math.min(largestTotal, Math.max(budgetLimits.epsilon.min, least)));
  const epsilon = Math.min(largestTotal, rounded);
  return { epsilon, delta, paidDelta, pureEpsilon: isPure ? epsilon : 0 };
}

/**
 * The typed total, else the suggested one. A typed total reserves no δ for paid draws, unless the next one is such a
 * draw or that δ was typed too.
 */
export function totalOf(
  typed: Partial<Declaration>,
  suggested: Declaration,
  next: NextRelease | undefined,
): Declaration {
  const isTyped = typed.epsilon !== undefined || typed.delta !== undefined;
  const isPaidApart = next !== undefined && next.cost.delta > 0;
  const paidDelta = isTyped && !isPaidApart ? 0 : suggested.paidDelta;
  const pureEpsilon = suggested.pureEpsilon === suggested.epsilon ? (typed.epsilon ?? suggested.epsilon) : 0;
  return { ...suggested, paidDelta, pureEpsilon, ...typed };
}

export function hasRoom({ cost, delta }: NextRelease): boolean {
  if (cost.kind === "pure") return cost.epsilon <= largestTotal;
  const mu = totalMu({ epsilon: largestTotal, delta: delta + cost.delta, paidDelta: cost.delta });
  return mu !== undefined && muOf(cost) <= mu;
}

/** Releases that a total allows; empty for an invalid total. */
export function roomWords(total: Declaration, book: LedgerBook, next: NextRelease | undefined): string {
  const mu = totalMu(total);
  if (mu === undefined) return "";
  const { epsilon, pureEpsilon = 0 } = total;
  const { squaredMu, pureEpsilon: spent } = spendingOf(costsOf(book.entries), pureEpsilon);
  const isAllPure = pureEpsilon === epsilon;
  const inAll = isAllPure
    ? `That is ε = ${numberText(epsilon)} of purely private releases, which add up`
    : `That is μ = ${numberText(mu)} in all${pureEpsilon > 0 ? ` beside ε = ${numberText(pureEpsilon)} of purely private ones` : ""}`;
  if (next === undefined) return `${inAll}.`;
  const { cost } = next;
  const ofPart = cost.kind === "pure" ? (pureEpsilon - spent) / cost.epsilon : 0;
  const ofMu = mu > 0 ? (mu ** 2 - squaredMu) / muOf(cost) ** 2 : 0;
  const room = [ofPart, ofMu].reduce((sum, count) => sum + Math.max(0, Math.floor(count + 1e-9)), 0);
  const releases = room === 0 ? "no release" : room === 1 ? "one release" : `${countText(room)} releases`;
  return `${inAll}: room for ${releases} as things are set now.`;
}

function totalMu(total: Declaration): number | undefined {
  if (!(total.paidDelta < total.delta)) return undefined;
  try {
    return muOfTotal({ ...total, failure: 0 });
  } catch {
    return undefined;
  }
}

function largestEpsilonFor(
  book: LedgerBook,
  { cost, delta, epsilon: set, isComposed = false }: NextRelease,
): string | undefined {
  const mu = muAffordable(book, cost);
  const pure = cost.kind === "pure" ? Math.max(pureOfGaussian(mu), pureEpsilonAffordable(book)) : 0;
  if (!(mu > 0) && pure === 0) return undefined;
  const largest =
    cost.kind === "pure"
      ? pure * ((set ?? cost.epsilon) / cost.epsilon)
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

function upToTwoDigits(value: number): number {
  const size = 10 ** (Math.floor(Math.log10(value)) - 1);
  return significant(Math.ceil((value / size) * (1 - 1e-9)) * size, 2);
}
