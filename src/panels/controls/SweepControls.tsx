import { secondsText } from "../../core/numberFormats.ts";
import { JobButton } from "./JobButton.tsx";
import type { MapColumns } from "../hooks/useMapColumns.ts";

interface SweepProps {
  readonly what: string;
  readonly map: Pick<MapColumns<unknown>, "columns" | "done" | "jobCount" | "seconds" | "cancel">;
  readonly ready: boolean;
  readonly onStart: () => void;
  readonly onSave: () => void;
}

export function SweepControls({ what, map, ready, onStart, onSave }: SweepProps) {
  const { columns, done, jobCount, seconds, cancel } = map;
  return (
    <>
      <div className="buttons">
        <JobButton
          label={columns.length > 0 ? `Compute the ${what} again` : `Compute the ${what}`}
          doing={`Computing the ${what}`}
          cancel={`Cancel the ${what}`}
          done={done}
          of={jobCount}
          disabled={!ready}
          onStart={onStart}
          onCancel={cancel}
        />
        {columns.length > 0 && done === undefined && (
          <button type="button" onClick={onSave}>
            {what.charAt(0).toUpperCase() + what.slice(1)} (CSV)
          </button>
        )}
      </div>
      {seconds !== undefined && (
        <p className="explanation" data-testid={`${what}-time`}>
          {done === undefined
            ? `Computed in ${secondsText(seconds)}.`
            : done > 0
              ? `About ${secondsText((seconds / done) * (jobCount - done))} left.`
              : ""}
        </p>
      )}
    </>
  );
}
