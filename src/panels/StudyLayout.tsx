import type { ReactNode } from "react";
import "./controls.css";
import "./studyLayout.css";

interface StudyLayoutProps {
  readonly label: string;
  /** What this is and what to do. */
  readonly lead: string;
  readonly tools: ReactNode;
  /** Scenarios beside the present one. */
  readonly strip?: ReactNode;
  readonly picture: ReactNode;
  /** What to see, in words. */
  readonly sentence: string;
  /** The guarantee, and what else follows from the picture. */
  readonly below: ReactNode;
  /** The sliders that a thumb must always reach. */
  readonly sliders: ReactNode;
  readonly controls: ReactNode;
}

/** The screen of a study: picture, sentence and guarantee on the left, controls on the right; one column on a phone. */
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
  return (
    <div className="study">
      <section className="stage" aria-label={label}>
        <p className="lead">{lead}</p>
        {tools}
        {strip}
        {picture}
        <p className="sentence" aria-live="polite" data-testid="sentence">
          {sentence}
        </p>
        {below}
      </section>
      <aside className="controls" aria-label="Controls">
        <div className="group thumb">{sliders}</div>
        {controls}
      </aside>
    </div>
  );
}
