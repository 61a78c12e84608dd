import { useCallback, type PointerEvent } from "react";
import { createBoundaryPlot } from "../../../plots/plane/boundaryPlot.ts";
import type { BoundaryPicture } from "../../../plots/plane/boundaryPicture.ts";
import { frameOf } from "../../../plots/frame.ts";
import { planeIndex, planePlace } from "../../../plots/plane/planeIndex.ts";
import { useFurtherLines } from "../furtherLines.ts";
import type { GroupPartProps } from "./GroupMultiples.tsx";
import { pointerHeld } from "../../hooks/pointerHeld.ts";
import { usePointerHeld } from "../../hooks/usePointerHeld.ts";
import { useDrawn } from "../usePicture.ts";
import { usePlot } from "../usePlot.ts";

export function GroupPlane({ drawn, group, theme, width, height, cursor, onCursor }: GroupPartProps<BoundaryPicture>) {
  const { host, plotRef, made } = usePlot(createBoundaryPlot);
  const held = usePointerHeld();
  const [nx, ny] = drawn.picture.counts;
  const further = useFurtherLines(nx * ny, group);
  const draw = useCallback(
    (picture: BoundaryPicture) => {
      const read = cursor === undefined ? undefined : planePlace(picture, cursor);
      const isHeld = held || pointerHeld.getState();
      const frame = frameOf(host.current!, { width, height }, theme);
      made().update({ ...picture, cursor: read, further }, frame, isHeld);
    },
    [host, made, theme, width, height, cursor, held, further],
  );
  useDrawn(drawn, draw);
  const read = ({ clientX, clientY }: PointerEvent) => {
    const place = plotRef.current?.placeAt(clientX, clientY);
    onCursor(place && planeIndex(drawn.picture, place));
  };
  return <div ref={host} className="curve-host" style={{ height }} onPointerMove={read} onPointerDown={read} />;
}
