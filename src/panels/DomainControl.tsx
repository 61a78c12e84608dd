import type { Interval } from "../core/grids.ts";
import { Problem } from "./Problem.tsx";
import { NumberBox } from "./SliderControl.tsx";

interface DomainControlProps {
  readonly label: string;
  readonly value: Interval;
  readonly clamped: string | undefined;
  readonly problem: string | undefined;
  readonly onChange: (value: Interval) => void;
}

const farthest = 1e15;

/** The two ends of a declared public domain. */
export function DomainControl({ label, value, clamped, problem, onChange }: DomainControlProps) {
  const [lower, upper] = value;
  return (
    <div className="control" role="group" aria-label={label}>
      <div className="line">
        <span>{label}</span>
        <span className="pair">
          <NumberBox
            label={`${label}, lower end`}
            value={lower}
            min={-farthest}
            max={farthest}
            onCommit={(end) => onChange([end, upper])}
          />
          <span>to</span>
          <NumberBox
            label={`${label}, upper end`}
            value={upper}
            min={-farthest}
            max={farthest}
            onCommit={(end) => onChange([lower, end])}
          />
        </span>
      </div>
      <p className="explanation">
        Declared by you before you look at the records; records outside are moved to its edge.
        {clamped !== undefined && ` ${clamped}`}
      </p>
      <Problem text={problem} />
    </div>
  );
}
