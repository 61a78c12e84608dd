import type { ReactNode } from "react";
import { Problem } from "./Problem.tsx";
import type { MapColumns } from "./useMapColumns.ts";

interface MapPanelProps {
  readonly title: string;
  readonly explanation: string;
  readonly map: Pick<MapColumns<unknown>, "columns" | "done" | "jobCount" | "problem" | "outdated" | "cancel">;
  readonly ready: boolean;
  readonly onStart: () => void;
  readonly onSave: () => void;
  /** The map itself, once there are columns. */
  readonly children: ReactNode;
}

/** A map that is computed when asked for: start, progress, cancel, export; below them the map. */
export function MapPanel({ title, explanation, map, ready, onStart, onSave, children }: MapPanelProps) {
  const { columns, done, jobCount, problem, outdated, cancel } = map;
  return (
    <details className="guarantee" data-testid="map">
      <summary>{title}</summary>
      <p className="explanation">{explanation}</p>
      <div className="buttons">
        {done === undefined ? (
          <button type="button" disabled={!ready} onClick={onStart}>
            {columns.length > 0 ? "Compute the map again" : "Compute the map"}
          </button>
        ) : (
          <>
            <progress aria-label="Computing the map" max={jobCount} value={done} />
            <button type="button" onClick={cancel}>
              Cancel the map
            </button>
          </>
        )}
        {columns.length > 0 && done === undefined && (
          <button type="button" onClick={onSave}>
            Map (CSV)
          </button>
        )}
      </div>
      {columns.length > 0 && outdated && <p className="explanation">Made for other settings; compute it again.</p>}
      <Problem text={problem} />
      {columns.length > 0 && children}
    </details>
  );
}
