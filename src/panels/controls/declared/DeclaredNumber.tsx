import { useState } from "react";
import { exactText, shortText } from "../../../core/numberFormats.ts";
import { isWithin, typedClock, typedNumber } from "../../../state/typedNumber.ts";
import { Problem } from "../Problem.tsx";
import { TypedNumberField } from "../TypedNumberField.tsx";
import { clockText, dateText } from "../../../plots/axisTicks.ts";

interface DeclaredNumberProps {
  readonly label: string;
  readonly value: number | undefined;
  /** "date" for days since 1970, typed with a time of day; "time" for hours, typed as 14:30:15. */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly integer?: boolean;
  readonly wrong?: string | undefined;
  readonly onChange: (value: number | undefined) => void;
}

/** Typed while the value was `before`; it gave `taken`. */
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
  if (unit === "date") return <Moment label={label} value={value} wrong={wrong} onChange={onChange} />;
  const write = unit === "time" ? (hours: number) => clockText(hours, 0) : exactText;
  const range = { min, max, integer };
  // The value was set elsewhere; without a number, the caller may keep the earlier one.
  const isCurrent =
    draft && (Object.is(draft.taken, value) || (draft.taken === undefined && Object.is(draft.before, value)));
  const current = isCurrent ? draft : undefined;
  const still = value === undefined ? "." : `; still using ${write(value)}.`;
  const isMissing = current?.taken === undefined && (current?.text.trim() !== "" || value !== undefined);
  const problem =
    current && isMissing
      ? `Expected ${integer ? "a whole number" : unit === "time" ? "a time such as 14:30, or hours" : "a number"} from ${shortText(min)} to ${shortText(max)}${still}`
      : wrong;
  const leave = () => current && setDraft({ ...current, isLeft: true });
  return (
    <TypedNumberField
      label={label}
      text={current?.text ?? (value === undefined ? "" : write(value))}
      problem={!current || current.isLeft ? problem : undefined}
      isWrong={problem !== undefined}
      least={8}
      understood={problem === undefined ? current?.understood : undefined}
      onChange={(event) => {
        const text = event.target.value;
        const read = (unit === "time" ? typedClock(text) : undefined) ?? typedNumber(text);
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

const daySeconds = 86_400;

function Moment({
  label,
  value,
  wrong,
  onChange,
}: Pick<DeclaredNumberProps, "label" | "value" | "wrong" | "onChange">) {
  const seconds = value === undefined ? 0 : Math.round(value * daySeconds);
  const day = Math.floor(seconds / daySeconds);
  const clock = new Date(1000 * (seconds - day * daySeconds)).toISOString().slice(11, 19);
  const isWrong = wrong !== undefined;
  const at = (date: string, time: string) => {
    const milliseconds = Date.parse(`${date}T${time || "00:00"}Z`);
    onChange(Number.isNaN(milliseconds) ? undefined : milliseconds / (1000 * daySeconds));
  };
  const date = value === undefined ? "" : dateText(day);
  return (
    <span className="number-box moment">
      <input
        type="date"
        aria-label={label}
        aria-invalid={isWrong}
        value={date}
        onChange={(event) => at(event.target.value, clock)}
      />
      <input
        type="time"
        step="1"
        aria-label={`${label}, time of day`}
        aria-invalid={isWrong}
        disabled={value === undefined}
        value={clock}
        onChange={(event) => at(date, event.target.value)}
      />
      <Problem text={wrong} />
    </span>
  );
}
