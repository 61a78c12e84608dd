import { useLayoutEffect } from "react";
import type { PointerEvent } from "react";
import type { CurvePicture } from "../../../plots/curvePicture.ts";
import { frameOf } from "../../../plots/frame.ts";
import { createGlidingCurvePlot } from "../../../plots/curve/glidingCurvePlot.ts";
import type { GroupPartProps } from "./GroupMultiples.tsx";
import { useHeld } from "../../hooks/useHeld.ts";
import { usePlot } from "../usePlot.ts";

/** The curve of one group. */
export function GroupCurve({
  picture,
  theme,
  reducedMotion,
  width,
  height,
  cursor,
  onCursor,
}: GroupPartProps<CurvePicture>) {
  const { host, plotRef, made } = usePlot(createGlidingCurvePlot);
  const held = useHeld();
  useLayoutEffect(() => {
    const motion = held ? "held" : reducedMotion ? "jump" : "glide";
    made().update(picture, frameOf(host.current!, { width, height }, theme), motion);
  }, [host, made, picture, theme, width, height, held, reducedMotion]);
  useLayoutEffect(() => plotRef.current?.showCursor(cursor), [plotRef, picture, width, height, cursor]);
  const read = (event: PointerEvent) => onCursor(plotRef.current?.indexAt(event.clientX));
  return <div ref={host} className="curve-host" style={{ height }} onPointerMove={read} onPointerDown={read} />;
}
