import { useState } from "react";
import { ColumnControl } from "../../panels/DataPanel.tsx";
import { Problem } from "../../panels/Problem.tsx";
import { inputsText, mostFurther, typedInputs } from "./furtherInputs.ts";
import type { FurtherInput } from "./furtherInputs.ts";
import type { BoundaryProps } from "./view.ts";
import "../../panels/listBox.css";

interface FurtherInputsProps extends Pick<BoundaryProps, "scenario" | "problems"> {
  /** The columns of numbers. */
  readonly numeric: readonly string[];
  readonly onChange: (further: readonly FurtherInput[]) => void;
}

/** The inputs beside those that are drawn: a column chosen adds a line, and the lines are edited as text. */
export function FurtherInputs({ scenario, problems, numeric, onChange }: FurtherInputsProps) {
  const { x, y, response, further } = scenario;
  const now = inputsText(further);
  const [draft, setDraft] = useState<{ readonly of: string; readonly text: string; readonly problem?: string }>();
  const current = draft?.of === now ? draft : undefined;
  const text = current?.text ?? now;
  const finish = () => {
    if (!current) return;
    const typed = typedInputs(current.text, numeric);
    if ("problem" in typed) setDraft({ ...current, problem: typed.problem });
    else {
      setDraft(undefined);
      onChange(typed.inputs);
    }
  };
  const taken = [x, y, response, ...further.map(({ name }) => name)];
  const free = numeric.filter((name) => !taken.includes(name));
  return (
    <div className="control">
      {free.length > 0 && further.length < mostFurther && (
        <ColumnControl
          label="Further input"
          value=""
          columns={free}
          none={further.length === 0 ? "None" : "Add another"}
          onChange={(name) => onChange([...further, { name, domain: [0, 1], at: 0.5 }])}
        />
      )}
      {(further.length > 0 || current) && (
        <div className="list-box">
          <label htmlFor="further-inputs">Fitted on, not drawn: domain, and where they are held</label>
          <textarea
            id="further-inputs"
            rows={Math.min(8, Math.max(2, further.length))}
            spellCheck={false}
            maxLength={4000}
            value={text}
            aria-invalid={current?.problem !== undefined}
            onChange={(event) => setDraft({ of: now, text: event.target.value })}
            onBlur={finish}
          />
          <p className="explanation">One a line, as “petal width: 0..3 at 1.2”; empty for none. Declared by you.</p>
        </div>
      )}
      <Problem text={current?.problem ?? problems.get("further")} />
    </div>
  );
}
