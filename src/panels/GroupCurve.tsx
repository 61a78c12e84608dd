import { useLayoutEffect, useRef } from "react";
import type { PointerEvent } from "react";
import type { CurvePicture } from "../plots/curvePicture.ts";
import { frameOf } from "../plots/frame.ts";
import { createGlidingCurvePlot } from "../plots/glidingCurvePlot.ts";
import type { GlidingCurvePlot } from "../plots/glidingCurvePlot.ts";
import type { GroupPartProps } from "./GroupMultiples.tsx";
import { useDestroyed } from "./useDestroyed.ts";
import { useHeld } from "./useHeld.ts";

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
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<GlidingCurvePlot>(undefined);
  const held = useHeld();
  useLayoutEffect(() => {
    const element = host.current!;
    plot.current ??= createGlidingCurvePlot(element);
    const motion = held ? "held" : reducedMotion ? "jump" : "glide";
    plot.current.update(picture, frameOf(element, { width, height }, theme), motion);
  }, [picture, theme, width, height, held, reducedMotion]);
  useLayoutEffect(() => plot.current?.showCursor(cursor), [picture, width, height, cursor]);
  useDestroyed(plot);
  const read = (event: PointerEvent) => onCursor(plot.current?.indexAt(event.clientX));
  return <div ref={host} className="curve-host" style={{ height }} onPointerMove={read} onPointerDown={read} />;
}
