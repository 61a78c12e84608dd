import type { TableOutline } from "../../core/records/outline.ts";
import type { StudyContract } from "../../core/release/contract.ts";
import { ownData } from "../../state/scenario/ownData.ts";
import { markLooked, type Provenance } from "../../state/scenario/provenance.ts";
import type { ScenarioStore } from "../../state/scenario/scenarioStore.ts";
import type { Session, SessionRules } from "../../state/session/session.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import { inOrderOfRoles } from "./columnRoles.ts";
import { suggestedDelta, type Declaration, type Question } from "../study/declaration.ts";

export interface Draft<S> {
  readonly scenario: S;
  readonly open: ReadonlySet<string>;
  /** True if it declares anew what was drawn: marks then stay. */
  readonly anew?: boolean;
}

/**
 * Takes the study's choice of columns for a new file, with open bounds; otherwise all but what is declared anew.
 *
 * Bounds of drawn columns count as looked at when declared anew, and no other mark is lost: else going to another
 * column and back would wash them off. A link's looked, affirmed or bought value counts as looked at: nobody affirmed
 * or paid for it here.
 */
export function beginDraft<S extends CommonScenario, C extends StudyContract, M>({
  outline,
  declaration,
  definition: { session },
  scenarios,
  anew,
  seen,
}: {
  readonly declaration: Declaration<S, C>;
  readonly definition: { readonly session: SessionRules<S, C, M> };
  readonly scenarios: ScenarioStore<S>;
  readonly outline: TableOutline;
  readonly anew: Session<S, C, M>["declareAnew"];
  /** Drawn before. */
  readonly seen: ReadonlySet<string>;
}): Draft<S> {
  const { scenario } = scenarios.getState();
  if (anew) {
    const changed = { ...scenario, ...anew.change };
    const isSeen = (field: string) =>
      declaration
        .questions(changed, outline)
        .some((question) => question.kind === "interval" && question.field === field && seen.has(question.of ?? ""));
    const reopened = new Set(anew.reopens);
    const provenance: Provenance = Object.fromEntries([
      ...Object.entries(scenario.provenance).filter(([field]) => !reopened.has(field)),
      ...anew.reopens.filter(isSeen).map((field) => [field, "looked"] as const),
    ]);
    return { scenario: { ...changed, provenance }, open: reopened, anew: true };
  }
  // A link before the file has declared it.
  const isDeclared = scenario.data === ownData && session.fits(outline, scenario);
  const chosen = isDeclared ? {} : session.choose(inOrderOfRoles(outline), scenario);
  const count = declaration.protection.countOf?.({ ...scenario, ...chosen }, outline) ?? outline.rowCount;
  const delta = isDeclared ? scenario.delta : suggestedDelta(count);
  const epsilon = scenario.data === ownData ? scenario.epsilon : 1;
  const draft = {
    ...scenario,
    ...chosen,
    ...(isDeclared ? {} : declaration.startAt?.({ ...scenario, ...chosen }, count)),
    data: ownData,
    seed: "secure",
    draws: 1,
    delta,
    epsilon,
  } as S;
  const taken = scenario.data === ownData ? Object.keys(marksOfSame(scenario.provenance, scenario, draft)) : [];
  const provenance = markLooked({}, taken);
  const open = declaration
    .questions(draft, outline)
    .flatMap((question) =>
      isDeclared ||
      question.kind === "choice" ||
      question.kind === "optional" ||
      (question.kind === "interval" && question.given === true)
        ? []
        : [question.field],
    );
  return { scenario: { ...draft, provenance }, open: new Set(open) };
}

function marksOfSame(marks: Provenance, one: object, other: object): Provenance {
  const [mine, theirs] = [one, other] as Readonly<Record<string, unknown>>[];
  const isSame = (field: string) => JSON.stringify(mine![field]) === JSON.stringify(theirs![field]);
  return Object.fromEntries(Object.entries(marks).filter(([field]) => isSame(field)));
}

/** Answers by a change, also taken back. */
export interface DraftFields {
  readonly closes?: readonly string[];
  readonly reopens?: readonly string[];
}

/** Typed values lose their mark. */
export function changedDraft<S extends Pick<CommonScenario, "provenance">>(
  { scenario, open, anew = false }: Draft<S>,
  changed: Partial<S>,
  { closes = [], reopens = [] }: DraftFields,
  questionsOf: (draft: S) => readonly Question<S>[],
): Draft<S> {
  const typed = { ...scenario, ...changed };
  const provenance = anew || changed.provenance ? typed.provenance : marksOfSame(scenario.provenance, scenario, typed);
  const now = { ...typed, provenance };
  const openNow = new Set([...open, ...reopens].filter((field) => !closes.includes(field)));
  for (const question of questionsOf(now))
    if (question.kind === "interval" && question.given) openNow.delete(question.field);
  return { scenario: now, open: openNow, anew };
}

/**
 * Draft after a change of who is protected. A range bought while each row was a person is asked anew: it cost a person
 * of several rows as many times as much.
 */
export function draftOfPersons<S extends CommonScenario>(
  before: Draft<S>,
  changed: Partial<S>,
  { protection }: Pick<Declaration<S, StudyContract>, "protection">,
  questionsOf: (draft: S) => readonly Question<S>[],
): Draft<S> {
  const { scenario } = before;
  const isOfPersons = protection.personOf({ ...scenario, ...changed }) !== "";
  const reopens = questionsOf(scenario).flatMap((question) =>
    isOfPersons && question.kind === "interval" && scenario.provenance[question.field] === "bought"
      ? [question.field]
      : [],
  );
  const kept = Object.entries(scenario.provenance).filter(([field]) => !reopens.some((name) => name === field));
  return changedDraft(before, { ...changed, provenance: Object.fromEntries(kept) }, { reopens }, questionsOf);
}

export function isUnanswered<S>(question: Question<S>, open: ReadonlySet<string>): boolean {
  return (question.kind === "interval" || question.kind === "number") && open.has(question.field);
}
