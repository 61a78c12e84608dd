import { use, useLayoutEffect, useRef } from "react";
import type { PointerEvent } from "react";
import { frameOf } from "../plots/frame.ts";
import { createGlidingCurvePlot } from "../plots/glidingCurvePlot.ts";
import type { GroupPicture } from "../plots/groupPicture.ts";
import { usePictureHeight } from "./pictureHeight.ts";
import { PlotHost } from "./PlotHost.tsx";
import { Readout } from "./Readout.tsx";
import { Docked } from "./useDock.ts";
import { useGridCursor } from "./useGridCursor.ts";
import { useHeld } from "./useHeld.ts";
import { usePlot } from "./usePlot.ts";
import { useWidth } from "./useWidth.ts";
import "./groupMultiples.css";

interface GroupMultiplesProps {
  readonly groups: readonly GroupPicture[];
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

/** Curves of groups side by side on the same axes, each under its name, with one read-out for all of them. */
export function GroupMultiples({ groups, theme, reducedMotion, label, readout }: GroupMultiplesProps) {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const all = usePictureHeight(host, width);
  const least = use(Docked) ? small : usual;
  const columns = columnsOf(groups.length, width, least.width);
  const rows = Math.ceil(groups.length / columns);
  const side = Math.floor((width - (columns - 1) * gap) / columns);
  const fair = Math.floor((all - (rows - 1) * gap) / rows) - titleHeight;
  const height = Math.max(least.height, Math.min(fair, Math.round(1.2 * side)));
  const { index, point, onHost } = useGridCursor([groups[0]?.picture.x.length ?? 1]);
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
          groups.map((group) => (
            <Group
              key={group.title}
              group={group}
              theme={theme}
              reducedMotion={reducedMotion}
              width={side}
              height={height}
              cursor={index}
              onCursor={point}
            />
          ))}
      </PlotHost>
      <Readout text={readout(index)} />
    </div>
  );
}

/** As many beside each other as have room, and no row with fewer than it must. */
function columnsOf(count: number, width: number, leastWidth: number): number {
  const most = Math.max(1, Math.min(count, Math.floor((width + gap) / (leastWidth + gap))));
  return Math.ceil(count / Math.ceil(count / most));
}

function Group({
  group: { title, picture },
  theme,
  reducedMotion,
  width,
  height,
  cursor,
  onCursor,
}: {
  readonly group: GroupPicture;
  readonly theme: "light" | "dark";
  readonly reducedMotion: boolean;
  readonly width: number;
  readonly height: number;
  readonly cursor: number | undefined;
  readonly onCursor: (index: number | undefined) => void;
}) {
  const { host, plotRef, made } = usePlot(createGlidingCurvePlot);
  const held = useHeld();
  useLayoutEffect(() => {
    const motion = held ? "held" : reducedMotion ? "jump" : "glide";
    made().update(picture, frameOf(host.current!, { width, height }, theme), motion);
  }, [host, made, picture, theme, width, height, held, reducedMotion]);
  useLayoutEffect(() => plotRef.current?.showCursor(cursor), [plotRef, picture, width, height, cursor]);
  const read = (event: PointerEvent) => onCursor(plotRef.current?.indexAt(event.clientX));
  return (
    <figure className="group-picture">
      <figcaption>{title}</figcaption>
      <div ref={host} className="curve-host" style={{ height }} onPointerMove={read} onPointerDown={read} />
    </figure>
  );
}
