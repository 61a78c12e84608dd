import { useState } from "react";
import { exactText, shortText } from "../../core/numberFormats.ts";
import { isWithin, typedNumber } from "../../state/typedNumber.ts";
import { Problem } from "./Problem.tsx";
import { TypedNumberField } from "./TypedNumberField.tsx";
import { dateText } from "./words.ts";

interface DeclaredNumberProps {
  readonly label: string;
  readonly value: number | undefined;
  /** "date" for days since 1970, typed as a date. */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly integer?: boolean;
  readonly wrong?: string | undefined;
  readonly onChange: (value: number | undefined) => void;
}

/** The text in the box, typed while the value was `before`; it gave `taken`. */
interface Draft {
  readonly text: string;
  readonly before: number | undefined;
  readonly taken: number | undefined;
  readonly understood: string | undefined;
  readonly isLeft: boolean;
}

/** A number without a default. Its problem is shown when the box is left. */
export function DeclaredNumber({
  label,
  value,
  unit,
  min,
  max,
  integer = false,
  wrong,
  onChange,
}: DeclaredNumberProps) {
  const [draft, setDraft] = useState<Draft>();
  if (unit === "date") {
    return (
      <span className="number-box">
        <input
          type="date"
          aria-label={label}
          aria-invalid={wrong !== undefined}
          value={value === undefined ? "" : dateText(value)}
          onChange={(event) => {
            const time = Date.parse(event.target.value);
            onChange(Number.isNaN(time) ? undefined : time / 86_400_000);
          }}
        />
        <Problem text={wrong} />
      </span>
    );
  }
  const range = { min, max, integer };
  // Another value was set elsewhere; while no number is taken, the caller may keep the previous one.
  const isCurrent =
    draft && (Object.is(draft.taken, value) || (draft.taken === undefined && Object.is(draft.before, value)));
  const current = isCurrent ? draft : undefined;
  const still = value === undefined ? "." : `; still using ${exactText(value)}.`;
  const isMissing = current?.taken === undefined && (current?.text.trim() !== "" || value !== undefined);
  const problem =
    current && isMissing
      ? `Expected ${integer ? "a whole number" : "a number"} from ${shortText(min)} to ${shortText(max)}${still}`
      : wrong;
  const leave = () => current && setDraft({ ...current, isLeft: true });
  return (
    <TypedNumberField
      label={label}
      text={current?.text ?? (value === undefined ? "" : exactText(value))}
      problem={!current || current.isLeft ? problem : undefined}
      isWrong={problem !== undefined}
      least={8}
      understood={problem === undefined ? current?.understood : undefined}
      onChange={(event) => {
        const text = event.target.value;
        const read = typedNumber(text);
        const taken = read && isWithin(read.value, range) ? read.value : undefined;
        const before = current && current.taken === undefined ? current.before : value;
        setDraft({ text, before, taken, understood: read?.understood, isLeft: false });
        onChange(taken);
      }}
      onBlur={leave}
      onKeyDown={(event) => event.key === "Enter" && leave()}
    />
  );
}
