import { useLayoutEffect } from "react";
import type { PointerEvent } from "react";
import { createBoundaryPlot } from "../../../plots/plane/boundaryPlot.ts";
import type { BoundaryPicture } from "../../../plots/plane/boundaryPicture.ts";
import { frameOf } from "../../../plots/frame.ts";
import { planeIndex, planePlace } from "../../../plots/plane/planeIndex.ts";
import type { GroupPartProps } from "./GroupMultiples.tsx";
import { useHeld } from "../../hooks/useHeld.ts";
import { usePlot } from "../usePlot.ts";

/** The plane of one group, with its boundary. */
export function GroupPlane({ picture, theme, width, height, cursor, onCursor }: GroupPartProps<BoundaryPicture>) {
  const { host, plotRef, made } = usePlot(createBoundaryPlot);
  const held = useHeld();
  useLayoutEffect(() => {
    const read = cursor === undefined ? undefined : planePlace(picture, cursor);
    made().update({ ...picture, cursor: read }, frameOf(host.current!, { width, height }, theme), held);
  }, [host, made, picture, theme, width, height, cursor, held]);
  const read = ({ clientX, clientY }: PointerEvent) => {
    const place = plotRef.current?.placeAt(clientX, clientY);
    onCursor(place && planeIndex(picture, place));
  };
  return <div ref={host} className="curve-host" style={{ height }} onPointerMove={read} onPointerDown={read} />;
}
