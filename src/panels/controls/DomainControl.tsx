import type { Interval } from "../../core/grids.ts";
import { Problem } from "./Problem.tsx";
import { DeclaredNumber } from "./DeclaredNumber.tsx";
import { NumberBox } from "./NumberBox.tsx";

interface DomainControlProps {
  readonly label: string;
  readonly value: Interval;
  readonly clamped: string | undefined;
  /** "date" for days since 1970. */
  readonly unit?: string;
  /** The fate of records outside; they are moved to the edge if absent. */
  readonly outside?: string;
  readonly problem: string | undefined;
  readonly onChange: (value: Interval) => void;
}

const farthest = 1e15;

export function DomainControl({ label, value, clamped, unit, outside, problem, onChange }: DomainControlProps) {
  const [lower, upper] = value;
  return (
    <div className="control" role="group" aria-label={label}>
      <div className="line">
        <span>{label}</span>
        {unit === "date" ? (
          <span className="pair">
            <DateBox label={`${label}, lower end`} value={lower} onCommit={(end) => onChange([end, upper])} />
            <span>to</span>
            <DateBox label={`${label}, upper end`} value={upper} onCommit={(end) => onChange([lower, end])} />
          </span>
        ) : (
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
        )}
      </div>
      <p className="explanation">
        {`Declared by you before you look at the records; ${outside ?? "records outside are moved to its edge"}.`}
        {clamped !== undefined && ` ${clamped}`}
      </p>
      <Problem text={problem} />
    </div>
  );
}

function DateBox(props: {
  readonly label: string;
  readonly value: number;
  readonly onCommit: (value: number) => void;
}) {
  const { label, value, onCommit } = props;
  return (
    <DeclaredNumber
      label={label}
      value={value}
      unit="date"
      min={-farthest}
      max={farthest}
      onChange={(end) => end !== undefined && onCommit(end)}
    />
  );
}
