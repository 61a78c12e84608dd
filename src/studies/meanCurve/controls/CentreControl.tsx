import { useState } from "react";
import { Problem } from "../../../panels/controls/Problem.tsx";

interface CentreControlProps {
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

/** The declared centre: a number, or a curve as time:value. It takes effect when typing is finished. */
export function CentreControl({ value, problem, onChange }: CentreControlProps) {
  const [draft, setDraft] = useState<{ readonly of: string; readonly text: string }>();
  const text = draft?.of === value ? draft.text : value;
  const finish = () => {
    setDraft(undefined);
    if (text !== value) onChange(text);
  };
  return (
    <div className="control">
      <label className="line">
        <span>Centre</span>
        <input
          type="text"
          aria-label="Centre"
          value={text}
          maxLength={400}
          placeholder="none, 120, or 0:40, 21:200"
          aria-invalid={problem !== undefined}
          onChange={(event) => setDraft({ of: value, text: event.target.value })}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.key === "Enter") finish();
          }}
        />
      </label>
      <p className="explanation">
        What you expect without looking: a number, or a curve as time:value. It is subtracted from every curve before
        and added after. So τ bounds the distance from it, and the penalty pulls to it in place of zero.
      </p>
      <Problem text={problem} />
    </div>
  );
}
