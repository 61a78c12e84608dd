import { useCallback, useContext, useLayoutEffect, useMemo, useState, type PointerEvent, type ReactNode } from "react";
import type { CurvePicture } from "../../plots/curvePicture.ts";
import type { PlotArea } from "../../plots/curve/curveArea.ts";
import { createGlidingCurvePlot } from "../../plots/curve/glidingCurvePlot.ts";
import { frameOf, type Extent } from "../../plots/frame.ts";
import { onAxes } from "../../plots/zoom.ts";
import { useFurtherLines } from "./furtherLines.ts";
import { DifferenceStrip, hiddenDifference } from "./DifferenceStrip.tsx";
import { stripHeight } from "./pictureHeight.ts";
import { usePictureHeight } from "./usePictureHeight.ts";
import { useDrawn, type FollowedPicture } from "./usePicture.ts";
import { PlotHost } from "./PlotHost.tsx";
import { Readout } from "./Readout.tsx";
import { PictureArea } from "./pictureArea.ts";
import { useGridCursor } from "./useGridCursor.ts";
import { pointerHeld } from "../hooks/pointerHeld.ts";
import { usePointerHeld } from "../hooks/usePointerHeld.ts";
import { usePlot } from "./usePlot.ts";
import { useWidth } from "../hooks/useWidth.ts";
import { useZoom } from "./useZoom.ts";
import { ZoomReset } from "./ZoomReset.tsx";

interface CurveHostProps extends FollowedPicture<CurvePicture> {
  readonly theme: "light" | "dark";
  readonly reducedMotion: boolean;
  readonly label: string;
  readonly above?: number | undefined;
  readonly over?: ((area: PlotArea, axis: HeldAxis) => ReactNode) | undefined;
  readonly readout: (index: number | undefined) => string;
}

export interface HeldAxis {
  /** Freezes the axis while a mark moves; undefined frees it. */
  readonly hold: (axis: Extent | undefined) => void;
  readonly isPart: boolean;
}

export function CurveHost({ picture, follow, theme, reducedMotion, label, above, over, readout }: CurveHostProps) {
  const { host, plotRef, made } = usePlot(createGlidingCurvePlot);
  const held = usePointerHeld();
  const width = useWidth(host);
  const [area, setArea] = useState<PlotArea>();
  const further = useFurtherLines(picture.x.length);
  const [heldAxis, setHeldAxis] = useState<Extent>();
  const zoom = useZoom(host, `${picture.label.x} ${String(picture.domain.x)}`, () => {
    const now = plotRef.current?.area();
    return now && { ...now, whole: picture.domain };
  });
  const [hidden, setHidden] = useState<number>();
  // The picture keeps its size during a drag.
  const found = held ? hidden : hiddenDifference(picture);
  if (found !== hidden) setHidden(found);
  const all = usePictureHeight(host, width, { others: above });
  const hasStrip = hidden !== undefined && all > 5 * stripHeight;
  const height = all - (hasStrip ? stripHeight : 0);
  const { index: shown, point, onHost } = useGridCursor([picture.x.length], zoom.onKey);
  const axes = useMemo(() => (heldAxis ? { x: heldAxis } : (zoom.shown ?? {})), [heldAxis, zoom.shown]);
  const drawn = useMemo(() => onAxes(picture, axes), [picture, axes]);
  const report = useContext(PictureArea);
  const draw = useCallback(
    (next: CurvePicture) => {
      if (width === 0) return;
      const motion = held || pointerHeld.getState() ? "held" : reducedMotion ? "jump" : "glide";
      made().update(onAxes({ ...next, further }, axes), frameOf(host.current!, { width, height }, theme), motion);
      const now = plotRef.current!.area();
      setArea((before) => (samePlane(before, now) ? before : now));
      if (now) report?.(now, host.current!);
    },
    [host, plotRef, made, axes, theme, width, height, held, reducedMotion, report, further],
  );
  useDrawn({ picture, follow }, draw);
  useLayoutEffect(() => plotRef.current?.showCursor(shown), [plotRef, drawn, width, height, shown]);

  const read = (event: PointerEvent) => point(plotRef.current?.indexAt(event.clientX));

  return (
    <div className="curve-frame">
      <PlotHost ref={host} label={label} style={{ height }} onRead={read} {...onHost} />
      {over && area && (
        <div className="over-plot" style={{ height, marginTop: -height }}>
          {over(area, { hold: setHeldAxis, isPart: zoom.shown !== undefined && heldAxis === undefined })}
        </div>
      )}
      <ZoomReset zoom={zoom} />
      {hasStrip && area && <DifferenceStrip picture={drawn} area={area} most={hidden} />}
      <Readout text={readout(shown)} />
    </div>
  );
}

/** Horizontally only: marks over a plane stand at its lower edge. */
function samePlane(before: PlotArea | undefined, now: PlotArea | undefined): boolean {
  if (!before || !now) return before === now;
  const same = String(before.x.domain()) === String(now.x.domain());
  return same && before.left === now.left && before.right === now.right && before.bottom === now.bottom;
}
