import type { ReactNode } from "react";
import { wholePercentText } from "../../core/numberFormats.ts";
import "./pictureStatus.css";

interface FrameState {
  readonly empty: boolean;
  readonly loading: boolean;
  readonly computing: boolean;
  readonly progress: number | undefined;
  readonly failure: string | undefined;
  readonly stale: boolean;
}

export const wholeFrame: FrameState = {
  empty: false,
  loading: false,
  computing: false,
  progress: undefined,
  failure: undefined,
  stale: false,
};

interface PictureFrameProps {
  /** As in "the last good curve". */
  readonly what: string;
  readonly state: FrameState;
  readonly children: ReactNode;
}

export function PictureFrame({
  what,
  state: { empty, loading, computing, progress, failure, stale },
  children,
}: PictureFrameProps) {
  const percent = computing && progress !== undefined ? `Computing … ${wholePercentText(progress)}` : undefined;
  return (
    <div
      className="picture"
      id="picture"
      tabIndex={-1}
      aria-busy={computing || loading}
      data-stale={stale || empty}
      data-reads={loading}
    >
      {children}
      <PictureStatus what={what} empty={empty} loading={loading} stale={stale} failure={failure ?? percent} />
    </div>
  );
}

function PictureStatus(props: { readonly what: string } & Omit<FrameState, "computing" | "progress">) {
  const missing = props.stale ? ": see the controls for what is missing" : "";
  const text =
    props.failure ??
    (props.loading
      ? "Reading the data …"
      : props.empty
        ? `No ${props.what} yet${missing}`
        : props.stale
          ? `The last good ${props.what}${missing}`
          : undefined);
  return text === undefined ? null : (
    <p className="picture-status" role="status">
      {text}
    </p>
  );
}
