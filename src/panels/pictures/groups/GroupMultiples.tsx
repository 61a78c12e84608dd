import { use, useRef } from "react";
import type { ComponentType } from "react";
import type { PictureOfGroup } from "../../../plots/groups/groupPicture.ts";
import { usePictureHeight } from "../usePictureHeight.ts";
import { PlotHost } from "../PlotHost.tsx";
import { Readout } from "../Readout.tsx";
import { useEachPicture } from "../usePicture.ts";
import type { FollowedPicture } from "../usePicture.ts";
import { Docked } from "../../hooks/useDock.ts";
import { useGridCursor } from "../useGridCursor.ts";
import { useWidth } from "../../hooks/useWidth.ts";
import "./groupMultiples.css";

/** One picture among those of groups. */
export interface GroupPartProps<P> {
  readonly drawn: FollowedPicture<P>;
  readonly theme: "light" | "dark";
  readonly reducedMotion: boolean;
  readonly width: number;
  readonly height: number;
  /** The grid point that is read. */
  readonly cursor: number | undefined;
  readonly onCursor: (index: number | undefined) => void;
}

interface GroupMultiplesProps<P> {
  readonly groups: FollowedPicture<readonly PictureOfGroup<P>[]>;
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
const usual = { width: 175, height: 150 };
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
  const { columns, side, height } = groupLayout(groups.picture.length, width, all, least);
  const each = useEachPicture(groups, pictureOf<P>);
  const { index, point, onHost } = useGridCursor(counts);
  return (
    <div className="curve-frame">
      <PlotHost
        ref={host}
        className="groups"
        aria-roledescription="plots"
        label={label}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        {...onHost}
      >
        {width > 0 &&
          groups.picture.map(({ title }, i) => (
            <figure key={title} className="group-picture">
              <figcaption>{title}</figcaption>
              <Part
                drawn={each[i]!}
                theme={theme}
                reducedMotion={reducedMotion}
                width={side}
                height={height}
                cursor={index}
                onCursor={point}
              />
            </figure>
          ))}
      </PlotHost>
      <Readout text={readout(index)} />
    </div>
  );
}

const pictureOf = <P,>({ picture }: PictureOfGroup<P>): P => picture;

/** A picture is no wider and no higher than so many times the other way. */
const shape = { width: 2.2, height: 1.9 };
/** What is higher than so many widths reads no better for it. */
const good = 1.2;

/**
 * How many pictures stand beside each other, and how large each is: as they fill a place best, with rows that are full.
 *
 * @param least the size that none falls below: then rows are scrolled past
 */
export function groupLayout(
  count: number,
  width: number,
  height: number,
  least: { readonly width: number; readonly height: number },
): { readonly columns: number; readonly side: number; readonly height: number } {
  const most = Math.max(1, Math.min(count, Math.floor((width + gap) / (least.width + gap))));
  const layouts = Array.from({ length: most }, (_, k) => {
    const columns = k + 1;
    const rows = Math.ceil(count / columns);
    const side = Math.floor((width - k * gap) / columns);
    const fair = Math.floor((height - (rows - 1) * gap) / rows) - titleHeight;
    const seen = Math.min(side, shape.width * fair) * Math.min(fair, good * side);
    const filled = count / (columns * rows);
    const own = Math.max(least.height, Math.min(fair, Math.round(shape.height * side)));
    return { columns, side, height: own, score: fair > 0 ? count * seen * filled : 0 };
  });
  const { score, ...best } = layouts.reduce((a, b) => (b.score > a.score ? b : a));
  return best;
}
