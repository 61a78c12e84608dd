import { useLayoutEffect } from "react";
import type { GridAxis } from "../../../core/grids.ts";
import { createFieldPlot } from "../../../plots/fieldPlot.ts";
import { frameOf } from "../../../plots/frame.ts";
import { niceUpper } from "../../../plots/niceUpper.ts";
import { peakOf } from "../pictures.ts";
import type { DensityScenario } from "../scenario.ts";
import { usePlot } from "../../../panels/pictures/usePlot.ts";

interface DensityFieldProps {
  readonly releases: readonly Float64Array[];
  readonly width: number;
  readonly name: string;
  readonly shown: Pick<DensityScenario, "x" | "y">;
  readonly axes: readonly GridAxis[];
  readonly original: Float64Array;
  readonly theme: "light" | "dark";
}

/** One release in the plane, with the contours of the original over it; colours are those of the original. */
export function DensityField({ releases, width, name, shown, axes, original, theme }: DensityFieldProps) {
  const { host, made } = usePlot(createFieldPlot);
  const height = Math.round(width * 0.8);
  const [values] = releases;
  useLayoutEffect(() => {
    const [first, second] = axes;
    if (!values || !first || !second) return;
    made().update(
      {
        title: "",
        values,
        counts: [first.count, second.count],
        domain: { x: [first.lower, first.upper], y: [second.lower, second.upper] },
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
