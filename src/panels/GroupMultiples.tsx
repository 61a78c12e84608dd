import { use, useRef } from "react";
import type { ComponentType } from "react";
import type { PictureOfGroup } from "../plots/groupPicture.ts";
import "../plots/plots.css";
import { usePictureHeight } from "./pictureHeight.ts";
import { Readout } from "./Readout.tsx";
import { Docked } from "./useDock.ts";
import { useGridCursor } from "./useGridCursor.ts";
import { useWidth } from "./useWidth.ts";
import "./curveHost.css";
import "./groupMultiples.css";

/** One picture among those of groups. */
export interface GroupPartProps<P> {
  readonly picture: P;
  readonly theme: "light" | "dark";
  readonly reducedMotion: boolean;
  readonly width: number;
  readonly height: number;
  /** The grid point that is read. */
  readonly cursor: number | undefined;
  readonly onCursor: (index: number | undefined) => void;
}

interface GroupMultiplesProps<P> {
  readonly groups: readonly PictureOfGroup<P>[];
  /** What draws one of them: `GroupCurve`, `GroupPlane`. */
  readonly Part: ComponentType<GroupPartProps<P>>;
  /** The points along each axis of their common grid. */
  readonly counts: readonly number[];
  readonly theme: "light" | "dark";
  readonly reducedMotion: boolean;
  readonly label: string;
  /** The line under the pictures: of the grid point that is pointed at in all of them, or of none. */
  readonly readout: (index: number | undefined) => string;
}

/** The least size of one picture, in pixels: where that does not fit, rows are scrolled past. */
const usual = { width: 260, height: 150 };
/** The same where the pictures stand small. */
const small = { width: 140, height: 72 };
const gap = 12;
const titleHeight = 22;

/** Pictures of groups side by side on the same axes, each under its name, with one read-out for all of them. */
export function GroupMultiples<P>({
  groups,
  Part,
  counts,
  theme,
  reducedMotion,
  label,
  readout,
}: GroupMultiplesProps<P>) {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const all = usePictureHeight(host, width);
  const least = use(Docked) ? small : usual;
  const columns = columnsOf(groups.length, width, least.width);
  const rows = Math.ceil(groups.length / columns);
  const side = Math.floor((width - (columns - 1) * gap) / columns);
  const fair = Math.floor((all - (rows - 1) * gap) / rows) - titleHeight;
  // A plane is as high as it is wide, where it can be.
  const lowest = counts.length === 2 ? Math.min(side, 1.3 * least.height) : least.height;
  const height = Math.round(Math.max(lowest, Math.min(fair, 1.2 * side)));
  const { index, point, onHost } = useGridCursor(counts);
  return (
    <div className="curve-frame">
      <div
        ref={host}
        className="groups"
        role="application"
        aria-roledescription="plots"
        aria-label={label}
        tabIndex={0}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        {...onHost}
      >
        {width > 0 &&
          groups.map(({ title, picture }) => (
            <figure key={title} className="group-picture">
              <figcaption>{title}</figcaption>
              <Part
                picture={picture}
                theme={theme}
                reducedMotion={reducedMotion}
                width={side}
                height={height}
                cursor={index}
                onCursor={point}
              />
            </figure>
          ))}
      </div>
      <Readout text={readout(index)} />
    </div>
  );
}

/** As many beside each other as have room, and no row with fewer than it must. */
function columnsOf(count: number, width: number, leastWidth: number): number {
  const most = Math.max(1, Math.min(count, Math.floor((width + gap) / (leastWidth + gap))));
  return Math.ceil(count / Math.ceil(count / most));
}
