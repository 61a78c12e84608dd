import { useId } from "react";
import { NumberLine } from "./NumberBox.tsx";
import { Problem } from "./Problem.tsx";

interface WholeNumberControlProps {
  readonly label: string;
  readonly symbol?: string;
  readonly explanation: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly problem: string | undefined;
  readonly onChange: (value: number, commit: boolean) => void;
}

export function WholeNumberControl(props: WholeNumberControlProps) {
  const { label, symbol, explanation, value, min, max, problem, onChange } = props;
  const id = useId();
  return (
    <div className="control">
      <NumberLine
        id={id}
        label={label}
        symbol={symbol}
        value={value}
        min={min}
        max={max}
        integer
        onCommit={(next) => onChange(next, true)}
      />
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
