import { useState } from "react";
import { exactText } from "../../core/numberFormats.ts";
import { isWithin, typedNumber } from "../../state/typedNumber.ts";
import { TypedNumberField } from "../controls/TypedNumberField.tsx";
import { dateText } from "../controls/words.ts";

interface DeclaredNumberProps {
  readonly label: string;
  /** Nothing is shown before there is an answer. */
  readonly value: number | undefined;
  /** "date" for days since 1970, typed as a date. */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly integer?: boolean;
  readonly onChange: (value: number | undefined) => void;
}

/** A number that must be declared: empty until it is. */
export function DeclaredNumber({ label, value, unit, min, max, integer = false, onChange }: DeclaredNumberProps) {
  const [draft, setDraft] = useState<{ readonly of: number | undefined; readonly text: string }>();
  const [said, setSaid] = useState<string>();
  if (unit === "date") {
    return (
      <input
        type="date"
        aria-label={label}
        value={value === undefined ? "" : dateText(value)}
        onChange={(event) => {
          const time = Date.parse(event.target.value);
          onChange(Number.isNaN(time) ? undefined : time / 86_400_000);
        }}
      />
    );
  }
  const text = draft && Object.is(draft.of, value) ? draft.text : value === undefined ? "" : exactText(value);
  const range = { min, max, integer };
  const typed = typedNumber(text);
  const problem =
    text.trim() === "" || (typed && isWithin(typed.value, range))
      ? undefined
      : `Expected ${integer ? "a whole number" : "a number"} from ${exactText(min)} to ${exactText(max)}.`;
  return (
    <TypedNumberField
      {...{ label, text, problem }}
      least={8}
      understood={problem === undefined ? said : undefined}
      onChange={(event) => {
        const next = event.target.value;
        const read = typedNumber(next);
        const taken = read && isWithin(read.value, range) ? read.value : undefined;
        setDraft({ of: taken, text: next });
        setSaid(read?.understood);
        onChange(taken);
      }}
    />
  );
}
