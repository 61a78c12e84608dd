import { Problem } from "./Problem.tsx";
import { NumberBox } from "./SliderControl.tsx";

interface WholeNumberBoxProps {
  readonly label: string;
  readonly value: number;
  readonly limits: { readonly min: number; readonly max: number };
  readonly explanation: string;
  readonly problem: string | undefined;
  readonly onChange: (value: number) => void;
}

/** A whole number in a box, where a slider would be too coarse. */
export function WholeNumberBox({ label, value, limits, explanation, problem, onChange }: WholeNumberBoxProps) {
  return (
    <div className="control">
      <div className="line">
        <span>{label}</span>
        <NumberBox label={label} value={value} {...limits} integer onCommit={onChange} />
      </div>
      <p className="explanation">{explanation}</p>
      <Problem text={problem} />
    </div>
  );
}
