import { clipped, type PlotArea } from "../../plots/curve/curveArea.ts";
import type { FurtherLinesOfPicture } from "./furtherLines.ts";

interface LinesOverProps extends FurtherLinesOfPicture {
  /** Points of the picture. */
  readonly count: number;
  readonly area: PlotArea;
  readonly width: number;
  readonly height: number;
}

/** The average of several draws, thick, and the original before the last edit, dotted. */
export function LinesOver({ average, influence, count, area, width, height }: LinesOverProps) {
  const [mean, old] = [average, influence?.before].map((values) => (values?.length === count ? values : undefined));
  if (!mean && !old) return null;
  return (
    <svg className="over-plot further" width={width} height={height} style={{ marginTop: -height }} aria-hidden="true">
      {old && <path className="before" d={clipped(old, area)} />}
      {mean && <path className="average" d={clipped(mean, area)} />}
      {mean && (
        <text x={area.left + 8} y={area.top + 14}>
          ━ average
        </text>
      )}
    </svg>
  );
}
