import { useLayoutEffect, useMemo, useRef, type KeyboardEvent } from "react";
import { letterScale } from "../../plots/frame.ts";
import { drawLines, nearestPlace, type LinePicture } from "../../plots/small/linePlot.ts";
import "../../plots/plots.css";
import { useWidth } from "../hooks/useWidth.ts";
import { useGridCursor } from "./useGridCursor.ts";

interface LineChartProps {
  readonly picture: LinePicture;
  readonly caption?: string;
  readonly onPick?: ((x: number, y: number) => void) | undefined;
}

const single = [1];

/** Keys or a touch read it; a click, Enter or the button takes over. */
export function LineChart({ picture, caption, onPick }: LineChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const em = letterScale();
  const height = Math.round(heightOf(picture, width / em) * em);
  const { places: columns = single } = picture.x;
  const { places: rows = single } = picture.y;
  const { index, point, onHost } = useGridCursor([columns.length, rows.length]);
  const { read } = picture;
  const cursor = useMemo(() => {
    if (!read || index === undefined) return undefined;
    const [i, j] = [index % columns.length, Math.floor(index / columns.length)];
    return { x: columns[i]!, y: rows[j]!, text: read(i, j) };
  }, [read, index, columns, rows]);
  useLayoutEffect(() => {
    if (width === 0) return;
    const { marks = [] } = picture;
    const shown = !cursor
      ? picture
      : picture.map
        ? { ...picture, marks: [...marks, { ...cursor, name: "" }] }
        : { ...picture, now: cursor.x };
    const pick = (x: number, y: number, event: MouseEvent) => {
      const [i, j] = [nearestPlace(columns, x), nearestPlace(rows, y)];
      if (read && "pointerType" in event && event.pointerType === "touch") point(i + j * columns.length);
      else if (picture.map?.cells) onPick?.(columns[i]!, rows[j]!);
      else onPick?.(x, y);
    };
    drawLines(host.current!, shown, { width, height, em }, onPick && pick);
  }, [picture, cursor, columns, rows, read, width, height, em, onPick, point]);
  const take = () => cursor && onPick?.(cursor.x, cursor.y);
  const onKeyDown = (event: KeyboardEvent) => (event.key === "Enter" ? take() : onHost.onKeyDown(event));
  const Frame = caption === undefined ? "div" : "figure";
  const hosting = { ref: host, style: { minHeight: height } };
  return (
    <Frame>
      {read ? (
        <div
          {...hosting}
          role="group"
          tabIndex={0}
          aria-label={`${picture.description}: read with arrow keys${onPick ? ", take over with Enter" : ""}`}
          onKeyDown={onKeyDown}
        />
      ) : (
        <div {...hosting} />
      )}
      {read && (
        <p className="source" aria-live="polite">
          {cursor?.text}{" "}
          {cursor && onPick && (
            <button type="button" onClick={take}>
              Take over
            </button>
          )}
        </p>
      )}
      {caption !== undefined && <figcaption className="source">{caption}</figcaption>}
    </Frame>
  );
}

function heightOf({ isSmall, map, y }: LinePicture, width: number): number {
  if (isSmall) return 120;
  return map?.cells ? 62 + 24 * y.places!.length : Math.max(200, Math.min(300, width * 0.6));
}
