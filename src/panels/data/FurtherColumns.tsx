import { useState } from "react";
import { inputsText, mostFurther, typedInputs, type FurtherInput } from "../../state/scenario/furtherInputs.ts";
import { ColumnControl } from "./DataPanel.tsx";
import { Problem } from "../controls/Problem.tsx";
import "../controls/listBox.css";

interface FurtherColumnsProps {
  readonly name: string;
  /** The content of each line. */
  readonly label: string;
  readonly explanation: string;
  readonly further: readonly FurtherInput[];
  readonly taken: readonly string[];
  readonly numeric: readonly string[];
  readonly problem: string | undefined;
  readonly onChange: (further: readonly FurtherInput[]) => void;
}

/** Columns that are not drawn: a line each, edited as text. */
export function FurtherColumns({
  name,
  label,
  explanation,
  further,
  taken,
  numeric,
  problem,
  onChange,
}: FurtherColumnsProps) {
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
  const used = [...taken, ...further.map((column) => column.name)];
  const free = numeric.filter((column) => !used.includes(column));
  return (
    <div className="control">
      {free.length > 0 && further.length < mostFurther && (
        <ColumnControl
          label={name}
          value=""
          columns={free}
          none={further.length === 0 ? "None" : "Add another"}
          onChange={(column) => onChange([...further, { name: column, domain: [0, 1], at: 0.5 }])}
        />
      )}
      {(further.length > 0 || current) && (
        <div className="list-box">
          <label htmlFor="further-columns">{label}</label>
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
          <p className="explanation">{explanation}</p>
        </div>
      )}
      <Problem text={current?.problem ?? problem} />
    </div>
  );
}
