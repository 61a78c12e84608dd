import { useLayoutEffect, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { SidePlane, keyBelow, planeRoom, type PlaneRoom } from "./SidePlane.tsx";
import { usePictureHeight } from "./usePictureHeight.ts";
import { PlotHost } from "./PlotHost.tsx";
import { usePlot } from "./usePlot.ts";
import { useWidth } from "../hooks/useWidth.ts";
import { useZoom } from "./useZoom.ts";
import { ZoomReset } from "./ZoomReset.tsx";
import { frameOf } from "../../plots/frame.ts";
import { createTablePlot, type TablePicture } from "../../plots/plane/tablePlot.ts";

interface TableHostProps {
  readonly picture: TablePicture;
  readonly theme: "light" | "dark";
  readonly label: string;
  /** No crosshair if absent. */
  readonly onCursor?: (place: readonly [number, number] | undefined) => void;
  readonly beside?: (room: PlaneRoom) => ReactNode;
}

export function TableHost({ picture, theme, label, onCursor, beside }: TableHostProps) {
  const { host, plotRef, made } = usePlot(createTablePlot);
  const width = useWidth(host);
  const tall = usePictureHeight(host, width, { under: keyBelow(width) });
  const zoom = useZoom(host, JSON.stringify(picture.domain), () => {
    const now = plotRef.current?.plane();
    return now && { ...now, whole: picture.domain };
  });
  const part = onCursor && zoom.shown;
  const height = Math.round(onCursor ? Math.min(width * 1.25, tall) : Math.min(width * 0.92, 620));
  const room = beside && planeRoom(width, height, true);
  const plotWidth = room?.plane ?? Math.min(width, Math.round(height / (onCursor ? 0.6 : 0.8)));

  useLayoutEffect(() => {
    if (width === 0) return;
    made().update({ ...picture, window: part }, frameOf(host.current!, { width: plotWidth, height }, theme));
  }, [host, made, picture, part, theme, width, plotWidth, height]);

  if (!onCursor) return <div ref={host} role="img" aria-label={label} style={{ height }} />;

  const point = (event: PointerEvent) => onCursor(plotRef.current?.placeAt(event.clientX, event.clientY));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") onCursor(undefined);
    if (zoom.onKey(event.key)) event.preventDefault();
    const step = event.shiftKey ? 0.005 : 0.025;
    const move = { ArrowRight: [step, 0], ArrowLeft: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key];
    if (!move) return;
    event.preventDefault();
    const { x, y } = picture.domain;
    const [u, v] = picture.cursor ?? [(x[0] + x[1]) / 2, (y[0] + y[1]) / 2];
    onCursor([
      Math.min(x[1], Math.max(x[0], u + move[0]! * (x[1] - x[0]))),
      Math.min(y[1], Math.max(y[0], v + move[1]! * (y[1] - y[0]))),
    ]);
  };
  return (
    <div className="plane-stage">
      <PlotHost
        ref={host}
        label={label}
        style={{ height }}
        onRead={point}
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && onCursor(undefined)}
        onKeyDown={onKeyDown}
        onBlur={() => onCursor(undefined)}
      />
      <ZoomReset zoom={zoom} />
      {room && width > 0 && <SidePlane left={room.left}>{beside(room)}</SidePlane>}
    </div>
  );
}
