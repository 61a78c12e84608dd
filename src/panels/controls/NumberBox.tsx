import { useState } from "react";
import { exactText, shortText } from "../../core/numberFormats.ts";
import { isWithin, typedNumber, type NumberRange } from "../../state/typedNumber.ts";
import { TypedNumberField } from "./TypedNumberField.tsx";

export interface NumberBoxProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly disabled?: boolean;
  readonly integer?: boolean;
  readonly onCommit: (value: number) => void;
}

/** Exact, and committed by Enter or leaving. It says how it took an ambiguous text. */
export function NumberBox({ label, value, min, max, disabled = false, integer = false, onCommit }: NumberBoxProps) {
  const [draft, setDraft] = useState<{ readonly of: number; readonly text: string; readonly problem?: string }>();
  const [note, setNote] = useState<{ readonly of: number; readonly text: string }>();
  // Meanwhile changed elsewhere.
  const current = draft?.of === value ? draft : undefined;
  const understood = !current && note?.of === value ? note.text : undefined;
  const text = current?.text ?? exactText(value);

  const finish = () => {
    if (!current) return;
    const typed = typedNumber(current.text);
    if (typed && isWithin(typed.value, { min, max, integer })) {
      setDraft(undefined);
      setNote(typed.understood === undefined ? undefined : { of: typed.value, text: typed.understood });
      onCommit(typed.value);
    } else {
      const form = typed ? "" : formsOf({ min, max, integer });
      const problem = `${expected({ min, max, integer })}${form}; still using ${exactText(value)}.`;
      setDraft({ ...current, problem });
    }
  };

  return (
    <TypedNumberField
      label={label}
      text={text}
      understood={understood}
      disabled={disabled}
      least={9}
      problem={current?.problem}
      title={understood}
      onChange={(event) => setDraft({ of: value, text: event.target.value })}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === "Enter") finish();
        if (event.key === "Escape") setDraft(undefined);
      }}
    />
  );
}

function expected({ min, max, integer }: NumberRange): string {
  return integer
    ? `Expected a whole number from ${exactText(min)} to ${exactText(max)}`
    : `Expected a number from ${shortText(min)} to ${shortText(max)}`;
}

function formsOf(range: NumberRange): string {
  const texts = [
    ...(isWithin(0.5, range) ? ["0.5", "0,5"] : []),
    ...(isWithin(2e5, range) ? [range.integer ? "200000" : "2e5", "200 000"] : []),
  ];
  const last = texts.pop();
  return last === undefined ? "" : `, such as ${texts.join(", ")} or ${last}`;
}

interface NumberLineProps extends NumberBoxProps {
  readonly id: string;
  readonly symbol?: string | undefined;
}

export function NumberLine({ id, label, symbol, ...box }: NumberLineProps) {
  return (
    <div className="line">
      <label htmlFor={id}>
        <span className="words">{label}</span>
        {symbol && (
          <span className="symbol" aria-hidden="true">
            {symbol}
          </span>
        )}
      </label>
      <NumberBox label={`${label}, as a number`} {...box} />
    </div>
  );
}
