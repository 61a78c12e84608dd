import type { Cost } from "../../core/privacy/accounting/filter.ts";
import { budgetOf, hasBought, type NewEntry } from "../../core/privacy/accounting/ledger.ts";
import { valueText } from "../../core/privacy/accounting/seenParameters.ts";
import type { PrivacyLoss } from "../../core/privacy/accounting/privacyLoss.ts";
import type { Entered } from "../../state/ledger/drawEntry.ts";
import { hasCryptography } from "../../state/cryptography.ts";
import type { StudyLedger } from "../../state/ledger/studyLedger.ts";
import { claimedMu } from "../../core/privacy/calibration/claim.ts";
import { gaussianNormFailure } from "../../core/privacy/mechanisms/gaussianNorm.ts";
import { mostLevels } from "../../core/records/declaredLevels.ts";
import { failure, type Outcome } from "../../engine/outcome.ts";
import type { BudgetInForce } from "../../state/presented/budgetInForce.ts";
import type { ParameterOrigin } from "../../core/privacy/accounting/provenance.ts";
import type { Provenance } from "../../state/scenario/provenance.ts";
import type { OwnColumns } from "../../state/scenario/sharedFields.ts";
import { ofPersons } from "./ledgerWords.ts";
import { lookedAt, notPrivateBecause } from "../study/notPrivate.ts";
import { parameterOrigins } from "../study/releaseWords.ts";
import type { Spend } from "../study/study.ts";

/**
 * A draw's cost in a ledger. Stated failures are paid in δ; Gaussian draws may fail as sampling does. Many pure losses
 * count by their joint μ: as (ε, δ), each release would take δ, and ε would count as if one number had lost it all.
 */
export function costOfLoss(loss: PrivacyLoss): Required<Cost> {
  const apart = { failure: loss.kind === "gaussian" ? failureOfRelease : 0, delta: loss.failure ?? 0 };
  return loss.kind === "pure"
    ? { kind: "pure", epsilon: loss.epsilon, ...apart }
    : { kind: "gaussian", mu: loss.mu, ...apart };
}

/**
 * A release's cost: its `claimedMu`, so that one release at the total spends it; a pure mechanism's ε; or the μ of many
 * pure losses.
 */
export function costOfRelease({
  epsilon,
  delta,
  calibration,
  loss,
}: Pick<BudgetInForce, "epsilon" | "delta" | "calibration" | "loss">): Required<Cost> {
  const cost = costOfLoss(loss);
  if (loss.kind === "composed") return cost;
  return cost.kind === "pure"
    ? { ...cost, epsilon: Math.max(epsilon, cost.epsilon) }
    : { ...cost, mu: claimedMu({ epsilon, delta, calibration, failure: 0 }) };
}

/** Bounds the failure of any Gaussian draw, with one noise per group. A release is checked against its entry. */
const failureOfRelease = 2 * mostLevels * gaussianNormFailure;

/** Enters a draw; without a budget, opens its form. */
export async function enterDraw(ledger: StudyLedger, entry: Omit<NewEntry, "id" | "at">): Promise<Outcome<Entered>> {
  if (!hasCryptography())
    return failure("unexpected", "This browser offers this page no cryptography, so nothing is drawn for others.");
  const { book, problem } = ledger.store.getState();
  const now = ledger.now();
  if (!now || !book)
    return failure("unexpected", problem ?? "The ledger of these data is still being read; try again in a moment.");
  if (budgetOf(book) === null) {
    ledger.wanted.setState((times) => times + 1, true);
    return failure("parameter", "First declare what all releases of these data together may cost, under Ledger.");
  }
  return now.enter(entry);
}

/**
 * @param names of parameters, by field
 * @param now nothing is drawn if it moved after the cost was stated
 */
export function createSpend(
  ledger: StudyLedger,
  study: string,
  names: Readonly<Partial<Record<string, string>>>,
  now?: () => { readonly shown: object; readonly computing: boolean; readonly changedByHand: boolean },
): Spend {
  return async (what, loss, { shown, dependsOn, parameters, besides = [], buys }) => {
    const isUsed = (field: string) => field === "schema" || (dependsOn?.includes(field) ?? true);
    const used = Object.fromEntries(Object.entries(names).filter(([field]) => isUsed(field)));
    if (now && (now().computing || haveMoved([...Object.keys(used), "epsilon", "delta"], shown, now().shown)))
      return failure("parameter", "The settings have moved since: see what it costs now, then press again.");
    const reason = notPrivateBecause(undefined, lookedAt(used, shown), now?.().changedByHand ?? false);
    if (reason !== undefined) return failure("parameter", `This would not be a private release: ${reason}`);
    const origins = originsIn(ledger, study, used, shown);
    if (!origins.ok) return origins;
    const provenance = [...origins.value, ...besides];
    const cost = costOfLoss(loss);
    const budget = { epsilon: shown.epsilon, delta: shown.delta };
    const entered = await enterDraw(ledger, {
      study,
      what,
      parameters: [
        ...Object.entries(budget).map(([name, value]) => ({ name, value: String(value) })),
        ...(personsOf(shown) === "" ? [] : [{ name: ofPersons, value: personsOf(shown) }]),
        ...parameters,
      ],
      provenance,
      cost,
      buys: buys ?? null,
    });
    if (!entered.ok) return entered;
    const { book } = ledger.store.getState();
    return { ok: true, value: { ...entered.value, book, provenance, covers: (drawn) => isWithin(drawn, cost) } };
  };
}

type Persons = Partial<Pick<OwnColumns, "person" | "perPerson">>;

function personsOf({ person = "", perPerson = 1 }: Persons): string {
  return person === "" ? "" : `up to ${perPerson}, by ${person}`;
}

/**
 * Origins in the words of a file. Refused for a bought parameter whose value no entry has bought, or whose entry
 * counted fewer rows of a person: it cost that person more.
 */
export function originsIn(
  ledger: StudyLedger,
  study: string,
  names: Readonly<Partial<Record<string, string>>>,
  shown: { readonly provenance: Provenance; readonly schema?: string } & Persons,
  unused?: ReadonlySet<string>,
): Outcome<readonly ParameterOrigin[]> {
  const { entries } = ledger.store.getState().book ?? { entries: [] };
  const values = shown as Readonly<Record<string, unknown>>;
  const entryOf = (field: string) =>
    entries.findLast((entry) => hasBought(entry, study, field, valueText(values[field])));
  const origins = parameterOrigins(names, shown, (field) => entryOf(field)?.id, unused);
  const bought = origins.filter(({ origin }) => origin === "bought");
  const unpaid = bought.find(({ ledgerEntry }) => ledgerEntry === null);
  if (unpaid) {
    return failure(
      "parameter",
      `The ledger has no entry that bought this value of ${unpaid.parameter}, so it was not bought for these data. An entry that does not say its value, as of an earlier version or of a draw that was cut off, cannot vouch for one.`,
    );
  }
  const persons = personsOf(shown);
  const isOfOthers = ({ ledgerEntry }: ParameterOrigin) => {
    const paid = entries.find(({ id }) => id === ledgerEntry);
    return persons !== (paid?.parameters.find(({ name }) => name === ofPersons)?.value ?? "");
  };
  const otherwise = persons === "" ? undefined : bought.find(isOfOthers);
  if (!otherwise) return { ok: true, value: origins };
  return failure(
    "parameter",
    `What was paid for ${otherwise.parameter} is the cost of one row, or of other persons: somebody with several rows has lost more by it. Declare it without looking, or take each row as a person.`,
  );
}

/** True if a draw costs no more than its entry. */
export function isWithin(drawn: Cost, entered: Required<Cost>): boolean {
  const loss = (one: Cost) => (one.kind === "gaussian" ? one.mu : one.epsilon);
  return (
    drawn.kind === entered.kind &&
    loss(drawn) <= loss(entered) &&
    (drawn.failure ?? 0) <= entered.failure &&
    (drawn.delta ?? 0) <= entered.delta
  );
}

function haveMoved(fields: readonly string[], shown: object, now: object): boolean {
  const [before, after] = [shown, now] as Readonly<Record<string, unknown>>[];
  return fields.some((field) => JSON.stringify(before![field]) !== JSON.stringify(after![field]));
}
