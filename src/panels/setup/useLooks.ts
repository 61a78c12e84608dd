import { useState } from "react";
import type { TableOutline } from "../../core/records/outline.ts";
import type { StudyContract } from "../../core/release/contract.ts";
import { fileToDeclare } from "../../state/scenario/ownData.ts";
import { markLooked, parameterNames } from "../../state/scenario/provenance.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import type { Draft } from "./draft.ts";
import type { DeclareFormProps } from "./useDraft.ts";

export interface LookProps<S extends CommonScenario, C extends StudyContract, M> extends DeclareFormProps<S, C, M> {
  /** Remembers a look, with earlier declarations. */
  readonly onLook: (declared: Readonly<Record<string, unknown>>) => void;
}

interface Declared<S, C extends StudyContract> extends Pick<Draft<S>, "open"> {
  readonly draft: S;
  readonly outline: TableOutline;
  readonly choice: C["choice"] | undefined;
  readonly remember: () => void;
}

/** Looks at undeclared records: all for the open bounds, or a few curves. */
export function useLooks<S extends CommonScenario, C extends StudyContract, M>(
  { declaration, definition, own, conductor, client, onLook }: LookProps<S, C, M>,
  { draft, open, outline, choice, remember }: Declared<S, C>,
) {
  const [problem, setProblem] = useState<string>();
  const [isLooking, setLooking] = useState(false);
  const names = Object.keys(parameterNames(definition.roles));
  const look = async () => {
    // Without a declared lattice: the columns are read whole, if possible.
    const whole = definition.session.choiceOf(draft, asHeld(outline));
    const { table } = fileToDeclare(own);
    if (whole === undefined || !table) return;
    setLooking(true);
    const outcome = await client.recordsFrom(table.id, { ...whole, missing: "drop" });
    setLooking(false);
    if (!outcome.ok) {
      setProblem(outcome.error.message);
      return;
    }
    remember();
    const looked = declaration.looked(outcome.value.value, draft);
    client.drop(outcome.value.id);
    const provenance = markLooked({}, names);
    conductor.declare({ ...draft, ...(open.size > 0 ? looked : {}), provenance });
  };
  const firstLook = async () => {
    const { table } = fileToDeclare(own);
    const preview = declaration.preview!;
    if (choice === undefined || !table) return { problem: declaration.expected(draft, outline) };
    // Present answers were declared without looking.
    const values = draft as Readonly<Record<string, unknown>>;
    const declared = names.filter((name) => !open.has(name) && draft.provenance[name] === undefined);
    onLook(Object.fromEntries(declared.map((name) => [name, values[name]])));
    const outcome = await client.recordsFrom(table.id, preview.choiceOf(choice));
    if (!outcome.ok) return { problem: outcome.error.message };
    client.drop(outcome.value.id);
    return preview.lookAt(outcome.value.value, draft) ?? { problem: "Nothing can be shown of this file yet." };
  };
  return { look, firstLook, isLooking, problem };
}

/** A large file as if it were held. */
function asHeld({ columns, rowCount, notices }: TableOutline): TableOutline {
  return { columns, rowCount, notices };
}
