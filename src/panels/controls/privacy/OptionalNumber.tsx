import { useState, type ReactNode } from "react";
import { exactText } from "../../../core/numberFormats.ts";
import { isWithin, typedNumber, type NumberRange } from "../../../state/typedNumber.ts";
import { Problem } from "../Problem.tsx";

interface OptionalNumberProps<W extends string> extends NumberRange {
  readonly label: string;
  readonly name: string;
  readonly placeholder: string;
  readonly value: number | W;
  readonly none: W;
  readonly problem: string | undefined;
  readonly expected: string;
  readonly onChange: (value: number | W) => void;
  readonly children: ReactNode;
}

/** Takes effect when typing is finished. */
export function OptionalNumber<W extends string>(props: OptionalNumberProps<W>) {
  const { label, name, placeholder, value, none, problem, expected, onChange, children } = props;
  const [draft, setDraft] = useState<string>();
  const text = draft ?? (typeof value === "number" ? exactText(value) : "");
  const typed = typedNumber(text);
  const isGood = text.trim() === "" || (typed !== undefined && isWithin(typed.value, props));
  const finish = () => {
    if (!isGood) return;
    setDraft(undefined);
    const next = typed ? typed.value : none;
    if (next !== value) onChange(next);
  };
  return (
    <div className="control">
      <label className="line">
        <span>{label}</span>
        <input
          type="text"
          inputMode="decimal"
          aria-label={name}
          size={10}
          value={text}
          placeholder={placeholder}
          aria-invalid={!isGood || problem !== undefined}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={finish}
          onKeyDown={(event) => event.key === "Enter" && finish()}
        />
      </label>
      <p className="explanation">{children}</p>
      <Problem text={isGood ? problem : expected} />
    </div>
  );
}
