import { useState } from "react";
import { ColumnControl } from "../../panels/DataPanel.tsx";
import { Problem } from "../../panels/Problem.tsx";
import { inputsText, mostFurther, typedInputs } from "../boundary/furtherInputs.ts";
import type { FurtherInput } from "../boundary/furtherInputs.ts";
import type { FabricationProps } from "./view.ts";

interface FurtherColumnsProps extends Pick<FabricationProps, "scenario" | "problems"> {
  /** The columns of numbers. */
  readonly numeric: readonly string[];
  readonly onChange: (further: readonly FurtherInput[]) => void;
}

/** The columns that are fabricated with the two that are drawn: one chosen adds a line, and the lines are edited as text. */
export function FurtherColumns({ scenario, problems, numeric, onChange }: FurtherColumnsProps) {
  const { x, y, label, further } = scenario;
  const now = inputsText(further);
  const [draft, setDraft] = useState<{ readonly of: string; readonly text: string; readonly problem?: string }>();
  const current = draft?.of === now ? draft : undefined;
  const finish = () => {
    if (!current) return;
    const typed = typedInputs(current.text, numeric);
    if ("problem" in typed) setDraft({ ...current, problem: typed.problem });
    else {
      setDraft(undefined);
      onChange(typed.inputs);
    }
  };
  const taken = [x, y, label, ...further.map(({ name }) => name)];
  const free = numeric.filter((name) => !taken.includes(name));
  return (
    <div className="control">
      {free.length > 0 && further.length < mostFurther && (
        <ColumnControl
          label="Further column"
          value=""
          columns={free}
          none={further.length === 0 ? "None" : "Add another"}
          onChange={(name) => onChange([...further, { name, domain: [0, 1], at: 0.5 }])}
        />
      )}
      {(further.length > 0 || current) && (
        <div className="list-box">
          <label htmlFor="further-columns">Fabricated, not drawn: range, and where the plane holds them</label>
          <textarea
            id="further-columns"
            rows={Math.min(8, Math.max(2, further.length))}
            spellCheck={false}
            maxLength={4000}
            value={current?.text ?? now}
            aria-invalid={current?.problem !== undefined}
            onChange={(event) => setDraft({ of: now, text: event.target.value })}
            onBlur={finish}
          />
          <p className="explanation">
            One a line, as “sepal width: 1.5..5 at 3”; empty for none. Declared by you. Each is another number of a
            record, so a record costs more.
          </p>
        </div>
      )}
      <Problem text={current?.problem ?? problems.get("further")} />
    </div>
  );
}
