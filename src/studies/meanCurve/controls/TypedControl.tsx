import { useState, type ReactNode } from "react";
import { Problem } from "../../../panels/controls/Problem.tsx";

interface TypedControlProps {
  readonly label: string;
  readonly longest: number;
  readonly placeholder: string;
  readonly children: ReactNode;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

/** Takes effect when typing is finished. */
export function TypedControl({ label, longest, placeholder, value, problem, onChange, children }: TypedControlProps) {
  const [draft, setDraft] = useState<{ readonly of: string; readonly text: string }>();
  const text = draft?.of === value ? draft.text : value;
  const finish = () => {
    setDraft(undefined);
    if (text !== value) onChange(text);
  };
  return (
    <div className="control">
      <label className="line">
        <span>{label}</span>
        <input
          type="text"
          aria-label={label}
          value={text}
          maxLength={longest}
          placeholder={placeholder}
          aria-invalid={problem !== undefined}
          onChange={(event) => setDraft({ of: value, text: event.target.value })}
          onBlur={finish}
          onKeyDown={(event) => event.key === "Enter" && finish()}
        />
      </label>
      <p className="explanation">{children}</p>
      <Problem text={problem} />
    </div>
  );
}
