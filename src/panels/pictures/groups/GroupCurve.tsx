import { useCallback, useLayoutEffect, type PointerEvent } from "react";
import type { CurvePicture } from "../../../plots/curvePicture.ts";
import { frameOf } from "../../../plots/frame.ts";
import { createGlidingCurvePlot } from "../../../plots/curve/glidingCurvePlot.ts";
import { useFurtherLines } from "../furtherLines.ts";
import type { GroupPartProps } from "./GroupMultiples.tsx";
import { pointerHeld } from "../../hooks/pointerHeld.ts";
import { usePointerHeld } from "../../hooks/usePointerHeld.ts";
import { useDrawn } from "../usePicture.ts";
import { usePlot } from "../usePlot.ts";

export function GroupCurve({
  drawn,
  group,
  theme,
  reducedMotion,
  width,
  height,
  cursor,
  onCursor,
}: GroupPartProps<CurvePicture>) {
  const { host, plotRef, made } = usePlot(createGlidingCurvePlot);
  const held = usePointerHeld();
  const further = useFurtherLines(drawn.picture.x.length, group);
  const draw = useCallback(
    (picture: CurvePicture) => {
      const motion = held || pointerHeld.getState() ? "held" : reducedMotion ? "jump" : "glide";
      made().update({ ...picture, further }, frameOf(host.current!, { width, height }, theme), motion);
    },
    [host, made, theme, width, height, held, reducedMotion, further],
  );
  useDrawn(drawn, draw);
  useLayoutEffect(() => plotRef.current?.showCursor(cursor), [plotRef, drawn.picture, width, height, cursor]);
  const read = (event: PointerEvent) => onCursor(plotRef.current?.indexAt(event.clientX));
  return <div ref={host} className="curve-host" style={{ height }} onPointerMove={read} onPointerDown={read} />;
}
