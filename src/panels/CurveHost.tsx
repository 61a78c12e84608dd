import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { createCurvePlot } from "../plots/curvePlot.ts";
import type { CurvePicture, CurvePlot } from "../plots/curvePlot.ts";
import { paletteOf } from "../plots/frame.ts";
import "../plots/plots.css";
import { useWidth } from "./useWidth.ts";

interface CurveHostProps {
  readonly picture: CurvePicture;
  readonly theme: "light" | "dark";
  readonly label: string;
  /** The line under the plot: of the grid point that is pointed at, or of none. */
  readonly readout: (index: number | undefined) => string;
}

/** A curve picture with a read-out under the pointer, a touch or the arrow keys. */
export function CurveHost({ picture, theme, label, readout }: CurveHostProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<CurvePlot>(undefined);
  const width = useWidth(host);
  const [cursor, setCursor] = useState<number>();
  const height = Math.round(Math.max(240, Math.min(520, width * 0.52)));
  const last = picture.x.length - 1;
  const shown = cursor === undefined ? undefined : Math.min(cursor, last);

  useLayoutEffect(() => {
    if (width === 0) return;
    const element = host.current!;
    plot.current ??= createCurvePlot(element);
    plot.current.update(picture, { width, height, palette: paletteOf(element, theme) });
    plot.current.showCursor(shown);
  }, [picture, theme, width, height, shown]);
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
      <p className="readout" aria-live="polite">
        {readout(shown)}
      </p>
    </>
  );
}
