import { useId, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { exactText, shortText, significant } from "../core/numberFormats.ts";
import { typedNumber } from "../state/typedNumber.ts";
import { Problem } from "./Problem.tsx";

/** A number on a slider with its box: name, symbol, one sentence, limits and scale. */
export interface SliderControlProps {
  readonly label: string;
  readonly symbol: string;
  readonly explanation: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly scale: "log" | "linear";
  /** The value in words, for screen readers. */
  readonly valueText: string;
  /** What its two ends mean, in words. */
  readonly ends?: readonly [left: string, right: string];
  readonly problem?: string | undefined;
  readonly disabled?: boolean;
  /** `commit` marks the end of a change: one step of the history. */
  readonly onChange: (value: number, commit: boolean) => void;
}

const steps = 1000;
const keySteps = { fine: 1, step: 10, large: 100 };

export function SliderControl(props: SliderControlProps) {
  const { label, symbol, explanation, value, min, max, scale, problem, onChange } = props;
  const id = useId();
  const toPosition = (v: number) =>
    steps * (scale === "log" ? Math.log(v / min) / Math.log(max / min) : (v - min) / (max - min));
  const fromPosition = (p: number) => {
    const t = Math.min(1, Math.max(0, p / steps));
    if (t === 0) return min;
    if (t === 1) return max;
    return significant(scale === "log" ? min * (max / min) ** t : min + t * (max - min), 4);
  };

  // The thumb is the browser's own: while a hand holds it, the value comes back a tenth of a second later.
  const input = useRef<HTMLInputElement>(null);
  const moved = useRef<number>(undefined);
  const position = Number.isFinite(toPosition(value)) ? toPosition(value) : 0;
  useLayoutEffect(() => {
    if (Number(input.current!.value) !== Math.round(position)) input.current!.value = String(position);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const target = keyTarget(event, toPosition(value));
    if (target === undefined) return;
    event.preventDefault();
    onChange(fromPosition(target), true);
  };

  return (
    <div className="control">
      <div className="line">
        <label htmlFor={id}>
          <span className="words">{label}</span>
          <span className="symbol" aria-hidden="true">
            {symbol}
          </span>
        </label>
        <NumberBox
          label={`${label}, as a number`}
          value={value}
          min={min}
          max={max}
          disabled={props.disabled ?? false}
          onCommit={(v) => onChange(v, true)}
        />
      </div>
      <input
        ref={input}
        id={id}
        type="range"
        min={0}
        max={steps}
        step={1}
        disabled={props.disabled}
        defaultValue={position}
        aria-valuetext={props.valueText}
        aria-describedby={`${id}-explanation`}
        aria-invalid={problem !== undefined}
        onChange={(event) => {
          moved.current = fromPosition(Number(event.target.value));
          onChange(moved.current, false);
        }}
        onPointerDown={() => {
          moved.current = undefined;
        }}
        onPointerUp={() => {
          onChange(moved.current ?? value, true);
          moved.current = undefined;
        }}
        onKeyDown={onKeyDown}
      />
      {props.ends && (
        <p className="ends" aria-hidden="true">
          <span>{props.ends[0]}</span>
          <span>{props.ends[1]}</span>
        </p>
      )}
      <p className="explanation" id={`${id}-explanation`}>
        {explanation}
      </p>
      <Problem text={problem} />
    </div>
  );
}

function keyTarget(event: KeyboardEvent, position: number): number | undefined {
  const arrow = event.shiftKey ? keySteps.fine : keySteps.step;
  switch (event.key) {
    case "ArrowRight":
    case "ArrowUp":
      return position + arrow;
    case "ArrowLeft":
    case "ArrowDown":
      return position - arrow;
    case "PageUp":
      return position + keySteps.large;
    case "PageDown":
      return position - keySteps.large;
    case "Home":
      return 0;
    case "End":
      return steps;
    default:
      return undefined;
  }
}

export interface NumberBoxProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly disabled?: boolean;
  readonly integer?: boolean;
  readonly onCommit: (value: number) => void;
}

/**
 * A number typed by hand: shown exactly, taken when it is finished (Enter or leaving the box), refused with a sentence.
 * Where what was typed could mean two numbers, the box says which it took.
 */
export function NumberBox({ label, value, min, max, disabled = false, integer = false, onCommit }: NumberBoxProps) {
  const [draft, setDraft] = useState<{ readonly of: number; readonly text: string; readonly problem?: string }>();
  const [note, setNote] = useState<{ readonly of: number; readonly text: string }>();
  // A draft of another value is of the past: the value was changed elsewhere meanwhile.
  const current = draft?.of === value ? draft : undefined;
  const understood = !current && note?.of === value ? note.text : undefined;
  const text = current?.text ?? exactText(value);

  const finish = () => {
    if (!current) return;
    const typed = typedNumber(current.text);
    if (typed && typed.value >= min && typed.value <= max && (!integer || Number.isInteger(typed.value))) {
      setDraft(undefined);
      setNote(typed.understood === undefined ? undefined : { of: typed.value, text: typed.understood });
      onCommit(typed.value);
    } else {
      const form = typed ? "" : integer ? ", such as 200000 or 200 000" : ", such as 0.5, 0,5, 2e5 or 200 000";
      const problem = `${expected({ min, max, integer })}${form}; still using ${exactText(value)}.`;
      setDraft({ ...current, problem });
    }
  };

  return (
    <span className="number-box">
      <input
        type="text"
        inputMode="decimal"
        size={Math.min(18, Math.max(9, text.length))}
        title={understood}
        aria-label={label}
        aria-invalid={current?.problem !== undefined}
        disabled={disabled}
        value={text}
        onChange={(event) => setDraft({ of: value, text: event.target.value })}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === "Enter") finish();
          if (event.key === "Escape") setDraft(undefined);
        }}
      />
      {understood !== undefined && (
        <span className="understood" role="status">
          {understood}
        </span>
      )}
      <Problem text={current?.problem} />
    </span>
  );
}

function expected({ min, max, integer }: Pick<NumberBoxProps, "min" | "max" | "integer">): string {
  return integer
    ? `Expected a whole number from ${exactText(min)} to ${exactText(max)}`
    : `Expected a number from ${shortText(min)} to ${shortText(max)}`;
}
