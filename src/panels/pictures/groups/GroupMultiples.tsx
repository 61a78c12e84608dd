import { use, useRef, type ComponentType } from "react";
import type { PictureOfGroup } from "../../../plots/small/curvesSvg.ts";
import { usePictureHeight } from "../usePictureHeight.ts";
import { PlotHost } from "../PlotHost.tsx";
import { Readout } from "../Readout.tsx";
import { useEachPicture, type FollowedPicture } from "../usePicture.ts";
import { Tight } from "../../hooks/useDock.ts";
import { useGridCursor } from "../useGridCursor.ts";
import { useWidth } from "../../hooks/useWidth.ts";
import "./groupMultiples.css";

export interface GroupPartProps<P> {
  readonly drawn: FollowedPicture<P>;
  readonly group: number;
  readonly theme: "light" | "dark";
  readonly reducedMotion: boolean;
  readonly width: number;
  readonly height: number;
  readonly cursor: number | undefined;
  readonly onCursor: (index: number | undefined) => void;
}

interface GroupMultiplesProps<P> {
  readonly groups: FollowedPicture<readonly PictureOfGroup<P>[]>;
  readonly Part: ComponentType<GroupPartProps<P>>;
  readonly counts: readonly number[];
  readonly theme: "light" | "dark";
  readonly reducedMotion: boolean;
  readonly label: string;
  readonly readout: (index: number | undefined) => string;
}

const usual = { width: 175, height: 150 };
const small = { width: 112, height: 60 };
const gap = 12;
const titleHeight = 22;

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
  const least = use(Tight) ? small : usual;
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
                group={i}
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

const shape = { width: 2.2, height: 1.9 };
/** Height in widths beyond which nothing reads better. */
const good = 1.2;

/**
 * Fills a place best, preferring full rows.
 *
 * @param least size; more rows are scrolled
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
