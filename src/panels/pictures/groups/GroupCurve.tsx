import { useCallback, useLayoutEffect } from "react";
import type { PointerEvent } from "react";
import type { CurvePicture } from "../../../plots/curvePicture.ts";
import { frameOf } from "../../../plots/frame.ts";
import { createGlidingCurvePlot } from "../../../plots/curve/glidingCurvePlot.ts";
import type { GroupPartProps } from "./GroupMultiples.tsx";
import { hand } from "../../hooks/hand.ts";
import { useHeld } from "../../hooks/useHeld.ts";
import { useDrawn } from "../usePicture.ts";
import { usePlot } from "../usePlot.ts";

/** The curve of one group. */
export function GroupCurve({
  drawn,
  theme,
  reducedMotion,
  width,
  height,
  cursor,
  onCursor,
}: GroupPartProps<CurvePicture>) {
  const { host, plotRef, made } = usePlot(createGlidingCurvePlot);
  const held = useHeld();
  const draw = useCallback(
    (picture: CurvePicture) => {
      const motion = held || hand.getState() ? "held" : reducedMotion ? "jump" : "glide";
      made().update(picture, frameOf(host.current!, { width, height }, theme), motion);
    },
    [host, made, theme, width, height, held, reducedMotion],
  );
  useDrawn(drawn, draw);
  useLayoutEffect(() => plotRef.current?.showCursor(cursor), [plotRef, drawn.picture, width, height, cursor]);
  const read = (event: PointerEvent) => onCursor(plotRef.current?.indexAt(event.clientX));
  return <div ref={host} className="curve-host" style={{ height }} onPointerMove={read} onPointerDown={read} />;
}
