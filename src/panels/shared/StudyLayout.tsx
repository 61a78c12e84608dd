import { useRef, type ReactNode } from "react";
import "../controls/controls.css";
import "./studyLayout.css";
import "./stageTools.css";
import "../controls/thumb.css";
import "./docked.css";
import { Docked, useDock } from "../hooks/useDock.ts";

interface StudyLayoutProps {
  readonly label: string;
  readonly lead: string;
  readonly tools: ReactNode;
  readonly strip?: ReactNode;
  readonly picture: ReactNode;
  readonly sentence: string;
  readonly below: ReactNode;
  readonly sliders: ReactNode;
  readonly controls: ReactNode;
}

export function StudyLayout({
  label,
  lead,
  tools,
  strip,
  picture,
  sentence,
  below,
  sliders,
  controls,
}: StudyLayoutProps) {
  const place = useRef<HTMLDivElement>(null);
  const placeHeight = useDock(place);
  return (
    <div className="study" data-docked={placeHeight !== undefined}>
      <section className="stage" aria-label={label}>
        <p className="lead">{lead}</p>
        {tools}
        {strip}
        <div ref={place} className="picture-place" style={{ minHeight: placeHeight }}>
          <Docked value={placeHeight !== undefined}>{picture}</Docked>
        </div>
        <p className="sentence" aria-live="polite" data-testid="sentence">
          {sentence}
        </p>
        {below}
      </section>
      <aside className="controls" aria-label="Controls">
        {sliders && <div className="group thumb">{sliders}</div>}
        {controls}
      </aside>
    </div>
  );
}
