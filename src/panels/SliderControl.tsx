import { useId, useState } from "react";
import type { KeyboardEvent } from "react";
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
    return roundTo(scale === "log" ? min * (max / min) ** t : min + t * (max - min), 4);
  };

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
          {label}
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
        id={id}
        type="range"
        min={0}
        max={steps}
        step={1}
        disabled={props.disabled}
        value={Number.isFinite(toPosition(value)) ? toPosition(value) : 0}
        aria-valuetext={props.valueText}
        aria-describedby={`${id}-explanation`}
        aria-invalid={problem !== undefined}
        onChange={(event) => onChange(fromPosition(Number(event.target.value)), false)}
        onPointerUp={() => onChange(value, true)}
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

interface NumberBoxProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly disabled?: boolean;
  readonly integer?: boolean;
  readonly onCommit: (value: number) => void;
}

/** A number typed by hand: taken when it is finished (Enter or leaving the box), refused with a sentence. */
export function NumberBox({ label, value, min, max, disabled = false, integer = false, onCommit }: NumberBoxProps) {
  const [draft, setDraft] = useState<{ readonly of: number; readonly text: string; readonly problem?: string }>();
  // A draft of another value is of the past: the value was changed elsewhere meanwhile.
  const current = draft?.of === value ? draft : undefined;

  const finish = () => {
    if (!current) return;
    const typed = Number(current.text.replace(",", "."));
    if (current.text.trim() !== "" && typed >= min && typed <= max && (!integer || Number.isInteger(typed))) {
      setDraft(undefined);
      onCommit(typed);
    } else {
      const kind = integer ? "a whole number" : "a number";
      const problem = `Expected ${kind} from ${formatNumber(min)} to ${formatNumber(max)}; still using ${formatNumber(value)}.`;
      setDraft({ ...current, problem });
    }
  };

  return (
    <span className="number-box">
      <input
        type="text"
        inputMode="decimal"
        size={9}
        aria-label={label}
        aria-invalid={current?.problem !== undefined}
        disabled={disabled}
        value={current?.text ?? formatNumber(value)}
        onChange={(event) => setDraft({ of: value, text: event.target.value })}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === "Enter") finish();
          if (event.key === "Escape") setDraft(undefined);
        }}
      />
      <Problem text={current?.problem} />
    </span>
  );
}

/** A number in at most `digits` significant digits, in the shortest usual notation. */
export function formatNumber(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return "–";
  const rounded = roundTo(value, digits);
  const size = Math.abs(rounded);
  return size !== 0 && (size < 1e-3 || size >= 1e6)
    ? rounded
        .toExponential()
        .replace("e+", "e")
        .replace(/(\.\d*?)0+e/, "$1e")
    : String(rounded);
}

function roundTo(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}
