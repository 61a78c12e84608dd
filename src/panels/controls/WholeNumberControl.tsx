import { useId } from "react";
import { NumberLine } from "./NumberBox.tsx";
import { Problem } from "./Problem.tsx";
import type { SliderControlProps } from "./SliderControl.tsx";

interface WholeNumberControlProps extends Pick<
  SliderControlProps,
  "label" | "explanation" | "value" | "min" | "max" | "problem" | "onChange"
> {
  readonly symbol?: string;
}

export function WholeNumberControl(props: WholeNumberControlProps) {
  const { explanation, value, min, max, problem, onChange } = props;
  const id = useId();
  return (
    <div className="control">
      <NumberLine {...props} id={id} integer onCommit={(next) => onChange(next, true)} />
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={1}
        value={value}
        aria-describedby={`${id}-explanation`}
        aria-invalid={problem !== undefined}
        onChange={(event) => onChange(Number(event.target.value), false)}
        onPointerUp={() => onChange(value, true)}
        onKeyUp={() => onChange(value, true)}
      />
      <p className="explanation" id={`${id}-explanation`}>
        {explanation}
      </p>
      <Problem text={problem} />
    </div>
  );
}
