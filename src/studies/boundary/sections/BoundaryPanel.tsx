import { useLayoutEffect } from "react";
import { planeOf } from "../../../core/grids.ts";
import type { ComparedPlane } from "../../../panels/comparison/ComparisonPictures.tsx";
import { clampedLevel } from "../../../plots/plane/boundaryPicture.ts";
import { createBoundaryPlot } from "../../../plots/plane/boundaryPlot.ts";
import { frameOf } from "../../../plots/frame.ts";
import { usePlot } from "../../../panels/pictures/usePlot.ts";

const faint = 4;

/** Full colour is the original's largest value. */
export function BoundaryPanel({ releases, width, name, shown, axes, original, theme }: ComparedPlane) {
  const { host, made } = usePlot(createBoundaryPlot);
  const height = Math.round(width * 0.8);
  const [values] = releases;
  useLayoutEffect(() => {
    if (!values) return;
    const largest = original.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    made().update(
      {
        ...planeOf(axes),
        label: { x: shown.x, y: shown.y },
        field: { values, scale: 1 / largest, level: clampedLevel },
        boundaries: [
          ...releases.slice(1, 1 + faint).map((each) => ({ values: each, kind: "draw" as const })),
          { values: original, kind: "original" },
          { values, kind: "private" },
        ],
        points: undefined,
        cursor: undefined,
      },
      frameOf(host.current!, { width, height }, theme),
    );
  }, [host, made, values, releases, axes, original, shown.x, shown.y, theme, width, height]);
  return <div ref={host} role="img" aria-label={`${name} over the original boundary`} style={{ height }} />;
}
