import type { ReactNode } from "react";
import { PictureStatus } from "./PictureStatus.tsx";
import "./controls.css";
import "./studyLayout.css";

interface StudyLayoutProps {
  readonly label: string;
  /** What the picture shows, as in "the last good curve". */
  readonly what: string;
  readonly now: {
    readonly view: unknown;
    readonly data: { readonly loading: number | undefined };
    readonly computing: boolean;
    readonly progress: number | undefined;
    readonly failure: string | undefined;
    readonly stale: boolean;
  };
  /** What this is and what to do. */
  readonly lead: string;
  readonly tools: ReactNode;
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
  what,
  now: { view, data, computing, progress, failure, stale },
  lead,
  tools,
  picture,
  sentence,
  below,
  sliders,
  controls,
}: StudyLayoutProps) {
  const percent = computing && progress !== undefined ? `Computing … ${Math.round(100 * progress)} %` : undefined;
  return (
    <div className="study">
      <section className="stage" aria-label={label}>
        <p className="lead">{lead}</p>
        {tools}
        <div
          className="picture"
          id="picture"
          tabIndex={-1}
          aria-busy={computing}
          data-stale={stale || view === undefined}
        >
          {picture}
          <PictureStatus
            what={what}
            empty={view === undefined}
            loading={data.loading !== undefined}
            stale={stale}
            failure={failure ?? percent}
          />
        </div>
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
