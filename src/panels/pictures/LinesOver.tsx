import { clipped, type PlotArea } from "../../plots/curve/curveArea.ts";
import type { FurtherLinesOfPicture } from "./furtherLines.ts";

interface LinesOverProps extends FurtherLinesOfPicture {
  /** Points of the picture. */
  readonly count: number;
  readonly area: PlotArea;
  readonly width: number;
  readonly height: number;
}

/** The average of several draws, thick; the original before the last edit, dotted; f′ of an attacker, whose f is the original. */
export function LinesOver({ average, influence, pair, count, area, width, height }: LinesOverProps) {
  const [mean, old] = [average, influence?.before].map((values) => (values?.length === count ? values : undefined));
  if (!mean && !old && !pair) return null;
  return (
    <svg className="over-plot further" width={width} height={height} style={{ marginTop: -height }} aria-hidden="true">
      {pair?.at.length === 0 && <path className="second" d={ghostOf(pair.places, pair.second, area)} />}
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

function ghostOf(places: Float64Array, values: Float64Array, { x, y, left, right, top, bottom }: PlotArea): string {
  const within = (least: number, most: number, at: number) => Math.min(most, Math.max(least, Math.round(10 * at) / 10));
  const points = Array.from(places, (at, i) => [within(left, right, x(at)), within(top, bottom, y(values[i]!))].join());
  return `M${points.join("L")}`;
}
