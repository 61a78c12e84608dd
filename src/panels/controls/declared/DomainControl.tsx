import type { Interval } from "../../../core/grids.ts";
import { Problem } from "../Problem.tsx";
import { DeclaredNumber } from "./DeclaredNumber.tsx";
import { NumberBox } from "../NumberBox.tsx";

interface DomainControlProps {
  readonly label: string;
  readonly value: Interval;
  readonly clamped: string | undefined;
  /** "date" for days since 1970, "time" for hours. */
  readonly unit?: string;
  /** Fate of records outside; moved to the edge if absent. */
  readonly outside?: string;
  readonly problem: string | undefined;
  readonly onChange: (value: Interval) => void;
}

const farthest = 1e15;

export function DomainControl({ label, value, clamped, unit, outside, problem, onChange }: DomainControlProps) {
  const [lower, upper] = value;
  const End = unit === "date" ? DateBox : unit === "time" ? TimeBox : EndBox;
  return (
    <div className="control" role="group" aria-label={label}>
      <div className="line">
        <span>{label}</span>
        <span className="pair">
          <End label={`${label}, lower end`} value={lower} onCommit={(end) => onChange([end, upper])} />
          <span>to</span>
          <End label={`${label}, upper end`} value={upper} onCommit={(end) => onChange([lower, end])} />
        </span>
      </div>
      <p className="explanation">
        {`Declared by you before you look at the records; ${outside ?? "records outside are moved to its edge"}.`}
        {clamped !== undefined && ` ${clamped}`}
      </p>
      <Problem text={problem} />
    </div>
  );
}

interface EndProps {
  readonly label: string;
  readonly value: number;
  readonly onCommit: (value: number) => void;
}

function EndBox(props: EndProps) {
  return <NumberBox {...props} min={-farthest} max={farthest} />;
}

const DateBox = (props: EndProps) => <MomentBox {...props} unit="date" />;
const TimeBox = (props: EndProps) => <MomentBox {...props} unit="time" />;

function MomentBox({ onCommit, ...props }: EndProps & { readonly unit: string }) {
  const onChange = (end: number | undefined) => end !== undefined && onCommit(end);
  return <DeclaredNumber {...props} min={-farthest} max={farthest} onChange={onChange} />;
}
