import type { LinkCodec } from "../../state/scenario/linkCodec.ts";
import { useState } from "react";
import type { StudyClient } from "../../engine/contract.ts";
import type { Ledgers } from "../../state/ledger/ledger.ts";
import type { FieldRoles } from "../../state/scenario/provenance.ts";
import type { ProblemsOf } from "../../state/scenario/problems.ts";
import type { ScenarioStore } from "../../state/scenario/scenarioStore.ts";
import type { Conductor } from "../../state/session/conductor.ts";
import type { SessionRules } from "../../state/session/session.ts";
import type { TableOutline } from "../../core/records/outline.ts";
import type { StudyContract } from "../../core/release/contract.ts";
import { type OwnTable, fileToDeclare } from "../../state/scenario/ownData.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import { type Declaration, withUnits, type UnitQuestion } from "../study/declaration.ts";
import { beginDraft, changedDraft, draftOfPersons, type DraftFields } from "./draft.ts";
import { seenColumns } from "./seenColumns.ts";

export interface DeclareFormProps<S extends CommonScenario, C extends StudyContract, M> {
  readonly declaration: Declaration<S, C>;
  readonly definition: {
    readonly id: string;
    readonly session: SessionRules<S, C, M>;
    readonly roles: FieldRoles<S>;
    readonly links: Pick<LinkCodec<S>, "encode">;
    readonly views: { readonly problemsOf: ProblemsOf<S, C> };
  };
  readonly own: OwnTable;
  readonly conductor: Pick<Conductor<S, C, M>, "session" | "readAgain" | "declare">;
  readonly scenarios: ScenarioStore<S>;
  readonly client: StudyClient<C>;
  readonly ledgers: Ledgers;
}

export function useDraft<S extends CommonScenario, C extends StudyContract, M>(
  { declaration, definition, own, conductor, scenarios }: DeclareFormProps<S, C, M>,
  read: TableOutline,
) {
  const drawn = () => {
    const { table } = fileToDeclare(own);
    return table ? seenColumns(table) : new Set<string>();
  };
  const [{ scenario: draft, open, anew }, setState] = useState(() => {
    const { declareAnew } = conductor.session.getState();
    return beginDraft({ outline: read, declaration, definition, scenarios, anew: declareAnew, seen: drawn() });
  });
  // A unit stays with its column while others are tried.
  const [units, setUnits] = useState<ReadonlyMap<string, string>>(
    () => new Map(declaration.units(draft, read).map((question) => [question.of, question.value])),
  );
  const outline = withUnits(read, units);
  const questionsOf = (scenario: S) => declaration.questions(scenario, outline);
  const questions = questionsOf(draft);
  const change = (changed: Partial<S>, fields: DraftFields = {}) =>
    setState((before) => changedDraft(before, changed, fields, questionsOf));
  return {
    ...{ draft, open, anew, outline, questions, change },
    changePersons: (changed: Partial<S>) =>
      setState((before) => draftOfPersons(before, changed, declaration, questionsOf)),
    setUnit: ({ of, change: declare }: UnitQuestion<S>, unit: string) => {
      setUnits((before) => new Map(before).set(of, unit));
      change(declare(unit));
    },
    remember: () => {
      for (const question of questions) if (question.kind === "interval" && question.of) drawn().add(question.of);
    },
  };
}
