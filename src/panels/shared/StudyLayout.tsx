import { useRef, useState, type ReactNode } from "react";
import "../controls/controls.css";
import "./studyLayout.css";
import "./stageTools.css";
import "../controls/thumb.css";
import "./docked.css";
import "./staged.css";
import type { Staging } from "../../state/scenario/staging.ts";
import { Explained } from "../controls/Explained.tsx";
import { Docked, Tight, useDock } from "../hooks/useDock.ts";
import { usePointerHeld } from "../hooks/usePointerHeld.ts";

interface StudyLayoutProps {
  readonly label: string;
  readonly lead: string;
  readonly staging?: Pick<Staging, "title" | "question" | "controls" | "isProjected"> | undefined;
  readonly tools?: ReactNode;
  readonly strip?: ReactNode;
  readonly picture: ReactNode;
  readonly sentence: string;
  readonly below?: ReactNode;
  readonly guess?: ReactNode;
  readonly sliders: ReactNode;
  readonly controls?: ReactNode;
}

export function StudyLayout({
  label,
  lead,
  staging,
  tools,
  strip,
  picture,
  sentence,
  below,
  guess,
  sliders,
  controls,
}: StudyLayoutProps) {
  const place = useRef<HTMLDivElement>(null);
  const placeHeight = useDock(place);
  return (
    <div
      className="study"
      data-docked={placeHeight !== undefined}
      data-staged={staging?.controls?.join(" ")}
      data-projected={staging?.isProjected}
    >
      <section className="stage" aria-label={label}>
        {staging?.title && <h2 className="staged-title">{staging.title}</h2>}
        <Lead className={staging?.question ? "lead asked" : "lead"} text={lead} />
        {tools}
        {strip}
        <div ref={place} className="picture-place" style={{ minHeight: placeHeight }}>
          <Docked value={placeHeight !== undefined}>
            <Tight value={placeHeight !== undefined || staging?.controls !== undefined}>{picture}</Tight>
          </Docked>
        </div>
        <p className="sentence" aria-live="polite" data-testid="sentence">
          <Explained text={sentence} />
        </p>
      </section>
      <aside className="controls" id="sliders" tabIndex={-1} aria-label="Controls">
        {sliders && (
          <div className="group thumb">
            {guess}
            {sliders}
          </div>
        )}
        {controls}
      </aside>
      {/* After the controls, so that the Tab key comes to ε early. */}
      {below && <section>{below}</section>}
    </div>
  );
}

/** Waits while a hand moves the picture, which stands below. */
function Lead({ className, text }: { readonly className: string; readonly text: string }) {
  const isHeld = usePointerHeld();
  const [shown, setShown] = useState(text);
  if (!isHeld && shown !== text) setShown(text);
  return <p className={className}>{shown}</p>;
}
