import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import type { CurvePicture } from "../plots/curvePicture.ts";
import type { PlotArea } from "../plots/curveArea.ts";
import { createGlidingCurvePlot } from "../plots/glidingCurvePlot.ts";
import type { GlidingCurvePlot } from "../plots/glidingCurvePlot.ts";
import { paletteOf } from "../plots/frame.ts";
import "../plots/plots.css";
import { Readout } from "./Readout.tsx";
import { useHeld } from "./useHeld.ts";
import { useWidth } from "./useWidth.ts";
import "./curveHost.css";

interface CurveHostProps {
  readonly picture: CurvePicture;
  readonly theme: "light" | "dark";
  readonly reducedMotion: boolean;
  readonly label: string;
  /** What lies over the plane, such as a mark that can be moved. */
  readonly over?: ((area: PlotArea) => ReactNode) | undefined;
  /** The line under the plot: of the grid point that is pointed at, or of none. */
  readonly readout: (index: number | undefined) => string;
}

/** A curve picture with a read-out under the pointer, a touch or the arrow keys. */
export function CurveHost({ picture, theme, reducedMotion, label, over, readout }: CurveHostProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<GlidingCurvePlot>(undefined);
  const held = useHeld();
  const width = useWidth(host);
  const [cursor, setCursor] = useState<number>();
  const [area, setArea] = useState<PlotArea>();
  const height = pictureHeight(width);
  const last = picture.x.length - 1;
  const shown = cursor === undefined ? undefined : Math.min(cursor, last);

  useLayoutEffect(() => {
    if (width === 0) return;
    const element = host.current!;
    plot.current ??= createGlidingCurvePlot(element);
    const motion = held ? "held" : reducedMotion ? "jump" : "glide";
    plot.current.update(picture, { width, height, palette: paletteOf(element, theme) }, motion);
    const now = plot.current.area();
    setArea((before) => (samePlane(before, now) ? before : now));
  }, [picture, theme, width, height, held, reducedMotion]);
  useLayoutEffect(() => plot.current?.showCursor(shown), [picture, width, height, shown]);
  useEffect(
    () => () => {
      plot.current?.destroy();
      plot.current = undefined;
    },
    [],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") setCursor(undefined);
    if (direction === undefined) return;
    event.preventDefault();
    const stride = event.shiftKey ? 1 : Math.max(1, Math.round(last / 100));
    setCursor(Math.min(last, Math.max(0, (shown ?? Math.floor(last / 2)) + direction * stride)));
  };

  return (
    <>
      <div
        ref={host}
        className="curve-host"
        role="application"
        aria-roledescription="plot"
        aria-label={label}
        tabIndex={0}
        style={{ height }}
        onPointerMove={(event) => setCursor(plot.current?.indexAt(event.clientX))}
        onPointerDown={(event) => setCursor(plot.current?.indexAt(event.clientX))}
        onPointerLeave={() => setCursor(undefined)}
        onKeyDown={onKeyDown}
        onBlur={() => setCursor(undefined)}
      />
      {over && area && (
        <div className="over-plot" style={{ height, marginTop: -height }}>
          {over(area)}
        </div>
      )}
      <Readout text={readout(shown)} />
    </>
  );
}

/** More than half the width, and on a phone nearly all of it, within what the window has. */
function pictureHeight(width: number): number {
  const narrow = width < 640 && window.innerHeight > 480;
  const tallest = Math.max(200, (narrow ? 0.48 : 0.64) * window.innerHeight);
  return Math.round(Math.max(Math.min(240, tallest), Math.min(tallest, width * (narrow ? 0.95 : 0.6))));
}

/** Whether horizontal places are the same: what lies over a plane stands at its lower edge. */
function samePlane(before: PlotArea | undefined, now: PlotArea | undefined): boolean {
  if (!before || !now) return before === now;
  const same = String(before.x.domain()) === String(now.x.domain());
  return same && before.left === now.left && before.right === now.right && before.bottom === now.bottom;
}
