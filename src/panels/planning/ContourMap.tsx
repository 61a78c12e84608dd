import { useLayoutEffect, useMemo, useRef, type KeyboardEvent } from "react";
import { numberText } from "../../core/numberFormats.ts";
import { letterScale } from "../../plots/frame.ts";
import { drawContourMap, type ContourPicture } from "../../plots/small/contourPlot.ts";
import "../../plots/plots.css";
import { useWidth } from "../hooks/useWidth.ts";
import { useGridCursor } from "../pictures/useGridCursor.ts";

interface ContourMapProps {
  readonly picture: ContourPicture;
  readonly caption: string;
  readonly onPick: (x: number, y: number) => void;
}

/** A map with contours: arrow keys read it, and a click or Enter picks both values. */
export function ContourMap({ picture, caption, onPick }: ContourMapProps) {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const em = letterScale();
  const height = Math.round(Math.max(200 * em, Math.min(280 * em, width * 0.7)));
  const { index, onHost } = useGridCursor([picture.x.places.length, picture.y.places.length]);
  const read = useMemo(() => (index === undefined ? undefined : readAt(picture, index)), [picture, index]);
  useLayoutEffect(() => {
    const marks = read ? [...picture.marks, { ...read, name: "" }] : picture.marks;
    if (width > 0) drawContourMap(host.current!, { ...picture, marks }, { width, height, em }, onPick);
  }, [picture, read, width, height, em, onPick]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && read) onPick(read.x, read.y);
    else onHost.onKeyDown(event);
  };
  return (
    <figure>
      <div
        ref={host}
        role="group"
        tabIndex={0}
        aria-label={`${picture.description}: read with arrow keys, take over with Enter`}
        style={{ minHeight: 200 }}
        {...onHost}
        onKeyDown={onKeyDown}
      />
      <p className="source" aria-live="polite">
        {read?.text}
      </p>
      <figcaption className="source">{caption}</figcaption>
    </figure>
  );
}

/** Values at a grid point. */
function readAt({ x, y, values }: ContourPicture, index: number) {
  const [i, j] = [index % x.places.length, Math.floor(index / x.places.length)];
  const [across, up] = [x.places[i]!, y.places[j]!];
  const value = values[j + y.places.length * i]!;
  return {
    x: across,
    y: up,
    text: `${x.name} ${numberText(across)}, ${y.name} ${numberText(up)}: ${numberText(value)}`,
  };
}
