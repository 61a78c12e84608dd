import type { ReactNode } from "react";
import { Problem } from "../controls/Problem.tsx";
import { SweepControls } from "../controls/SweepControls.tsx";
import type { MapColumns } from "../hooks/useMapColumns.ts";
import "../shared/guaranteePanel.css";

interface MapPanelProps {
  readonly title: string;
  readonly explanation: string;
  readonly map: Omit<MapColumns<unknown>, "start">;
  readonly ready: boolean;
  readonly onStart: () => void;
  readonly onSave: () => void;
  readonly settings?: ReactNode;
  readonly children: ReactNode;
}

export function MapPanel({ title, explanation, map, ready, settings, onStart, onSave, children }: MapPanelProps) {
  const { columns, problem, outdated } = map;
  return (
    <details className="guarantee" data-testid="map">
      <summary>{title}</summary>
      <p className="explanation">{explanation}</p>
      {settings}
      <SweepControls what="map" map={map} ready={ready} onStart={onStart} onSave={onSave} />
      {columns.length > 0 && outdated && <p className="explanation">Made for other settings; compute it again.</p>}
      <Problem text={problem} />
      {columns.length > 0 && children}
    </details>
  );
}
