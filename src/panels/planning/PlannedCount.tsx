import { countText } from "../../core/numberFormats.ts";
import { planLimits } from "../../core/planning/plan.ts";
import { NumberControl } from "../controls/NumberControl.tsx";

interface PlannedCountProps {
  readonly label: string;
  readonly n: number;
  readonly recordCount: number;
  /** @param count undefined for the data's */
  readonly onCommit: (count: number | undefined) => void;
}

export function PlannedCount({ label, n, recordCount, onCommit }: PlannedCountProps) {
  return (
    <NumberControl
      label={label}
      value={n}
      {...planLimits.recordCount}
      onCommit={(count) => onCommit(count === recordCount ? undefined : count)}
    >
      {n !== recordCount && (
        <p className="explanation">
          {`The data have ${countText(recordCount)}. `}
          <button type="button" onClick={() => onCommit(undefined)}>
            Plan with those
          </button>
        </p>
      )}
    </NumberControl>
  );
}
