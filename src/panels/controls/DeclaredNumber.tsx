import { useState } from "react";
import { exactText, shortText } from "../../core/numberFormats.ts";
import { isWithin, typedNumber } from "../../state/typedNumber.ts";
import { Problem } from "./Problem.tsx";
import { TypedNumberField } from "./TypedNumberField.tsx";
import { dateText } from "./words.ts";

interface DeclaredNumberProps {
  readonly label: string;
  /** Nothing is shown before there is an answer. */
  readonly value: number | undefined;
  /** "date" for days since 1970, typed as a date. */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly integer?: boolean;
  /** What is wrong with the number beside others. */
  readonly wrong?: string | undefined;
  readonly onChange: (value: number | undefined) => void;
}

/** What stands in the box: typed while `before` was the value, and taken for `taken`. */
interface Draft {
  readonly text: string;
  readonly before: number | undefined;
  readonly taken: number | undefined;
  readonly understood: string | undefined;
  /** Whether the box was left since. */
  readonly isLeft: boolean;
}

/**
 * A number that must be declared: empty until it is. What is typed stands as it was typed, whether it is a number or not
 * yet; what is wrong with it is said when the box is left.
 */
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
  // Who is told of no number may keep the one before; another value was set elsewhere.
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
      {...{ label, text: current?.text ?? (value === undefined ? "" : exactText(value)) }}
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
