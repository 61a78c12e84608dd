import { useLayoutEffect, useRef } from "react";
import type { PointerEvent } from "react";
import { createBoundaryPlot } from "../plots/boundaryPlot.ts";
import type { BoundaryPicture, BoundaryPlot } from "../plots/boundaryPlot.ts";
import { frameOf } from "../plots/frame.ts";
import { planeIndex, planePlace } from "../plots/planeIndex.ts";
import type { GroupPartProps } from "./GroupMultiples.tsx";
import { useDestroyed } from "./useDestroyed.ts";
import { useHeld } from "./useHeld.ts";

/** The plane of one group, with its boundary. */
export function GroupPlane({ picture, theme, width, height, cursor, onCursor }: GroupPartProps<BoundaryPicture>) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<BoundaryPlot>(undefined);
  const held = useHeld();
  useLayoutEffect(() => {
    const element = host.current!;
    plot.current ??= createBoundaryPlot(element);
    const read = cursor === undefined ? undefined : planePlace(picture, cursor);
    plot.current.update({ ...picture, cursor: read }, frameOf(element, { width, height }, theme), held);
  }, [picture, theme, width, height, cursor, held]);
  useDestroyed(plot);
  const read = ({ clientX, clientY }: PointerEvent) => {
    const place = plot.current?.placeAt(clientX, clientY);
    onCursor(place && planeIndex(picture, place));
  };
  return <div ref={host} className="curve-host" style={{ height }} onPointerMove={read} onPointerDown={read} />;
}
