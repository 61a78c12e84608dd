import { useId, useLayoutEffect, useRef, type KeyboardEvent } from "react";
import { significant } from "../../core/numberFormats.ts";
import { Explained } from "./Explained.tsx";
import { NumberLine, type NumberBoxProps } from "./NumberBox.tsx";
import { Problem } from "./Problem.tsx";

export interface SliderControlProps extends Omit<NumberBoxProps, "integer" | "onCommit"> {
  readonly symbol: string;
  readonly explanation: string;
  readonly scale: "log" | "linear";
  readonly valueText: string;
  readonly ends?: readonly [left: string, right: string];
  readonly problem?: string | undefined;
  /** `commit` ends a change: one step of the history. */
  readonly onChange: (value: number, commit: boolean) => void;
}

const steps = 1000;
const keySteps = { fine: 1, step: 10, large: 100 };

export function SliderControl(props: SliderControlProps) {
  const { explanation, value, min, max, scale, problem, onChange } = props;
  const id = useId();
  const toPosition = (v: number) =>
    steps * (scale === "log" ? Math.log(v / min) / Math.log(max / min) : (v - min) / (max - min));
  const fromPosition = (p: number) => {
    const t = Math.min(1, Math.max(0, p / steps));
    if (t === 0) return min;
    if (t === 1) return max;
    return significant(scale === "log" ? min * (max / min) ** t : min + t * (max - min), 4);
  };

  // Uncontrolled: a throttled value, a tenth of a second late, would move the held thumb.
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
      <NumberLine {...props} id={id} onCommit={(v) => onChange(v, true)} />
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
        <Explained text={explanation} />
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
