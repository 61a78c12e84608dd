import { useState } from "react";
import type { TableOutline } from "../../core/records/outline.ts";
import type { StudyContract } from "../../core/release/contract.ts";
import { fileToDeclare } from "../../state/scenario/ownData.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import { withUnits } from "../study/declaration.ts";
import type { UnitQuestion } from "../study/declaration.ts";
import type { DeclareFormProps } from "./DeclareForm.tsx";
import { beginDraft, changedDraft, draftOfPersons } from "./draft.ts";
import type { DraftFields } from "./draft.ts";
import { seenColumns } from "./seenColumns.ts";

/** The state of a declaration: a draft, its questions, and its changes. */
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
  // A unit stays with its column while other columns are tried.
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
    /** Marks the columns of the bounds as drawn. */
    remember: () => {
      for (const question of questions) if (question.kind === "interval" && question.of) drawn().add(question.of);
    },
  };
}
