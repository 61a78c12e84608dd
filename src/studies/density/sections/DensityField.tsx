import { useLayoutEffect } from "react";
import { planeOf } from "../../../core/grids.ts";
import type { ComparedPlane } from "../../../panels/comparison/ComparisonPictures.tsx";
import { createFieldPlot } from "../../../plots/plane/fieldPlot.ts";
import { frameOf } from "../../../plots/frame.ts";
import { niceUpper } from "../../../plots/niceUpper.ts";
import { peakOf } from "../picture/pictures.ts";
import { usePlot } from "../../../panels/pictures/usePlot.ts";

/** Colours are the original's, whose contours lie over the release. */
export function DensityField({ releases, width, name, shown, axes, original, theme }: ComparedPlane) {
  const { host, made } = usePlot(createFieldPlot);
  const height = Math.round(width * 0.8);
  const [values] = releases;
  useLayoutEffect(() => {
    if (!values) return;
    made().update(
      {
        title: "",
        values,
        ...planeOf(axes),
        colourUpper: niceUpper(peakOf(original)),
        contour: "private",
        over: { values: original, contour: "original" },
        points: undefined,
        label: { x: shown.x, y: shown.y },
      },
      frameOf(host.current!, { width, height }, theme),
    );
  }, [host, made, values, axes, original, shown.x, shown.y, theme, width, height]);
  return <div ref={host} role="img" aria-label={`${name} over contours of the original`} style={{ height }} />;
}
