import { axisBottom, axisLeft, scaleLinear } from "d3";
import { drawAxes, freshDrawing, nameAxes, pathThrough } from "./axes.ts";

/** Type II against type I error: each curve as points in [0, 1]². */
export interface TradeoffPicture {
  /** The best possible attacker. */
  readonly best: readonly (readonly [number, number])[];
  /** What (ε, δ) alone promises. */
  readonly promised: readonly (readonly [number, number])[];
  /** Hall's Proposition 4. */
  readonly hall: readonly (readonly [number, number])[];
}

const size = { width: 330, height: 290, left: 44, right: 12, top: 12, bottom: 42 };

/** Draws the errors an attacker must make into a host element. */
export function drawTradeoff(host: HTMLElement, { best, promised, hall }: TradeoffPicture): void {
  const x = scaleLinear([0, 1], [size.left, size.width - size.right]);
  const y = scaleLinear([0, 1], [size.height - size.bottom, size.top]);
  const svg = freshDrawing(host, {
    name: "tradeoff-plot",
    words: "Errors of the best attacker, above what epsilon and delta promise and Hall's Proposition 4",
    ...size,
  });
  drawAxes(svg, axisBottom(x).ticks(5), axisLeft(y).ticks(5));
  svg
    .append("path")
    .attr("class", "blind")
    .attr("d", `M${x(0)},${y(1)}L${x(1)},${y(0)}`);
  svg
    .append("path")
    .attr("class", "hall")
    .attr("d", pathThrough(hall, x, y));
  svg
    .append("path")
    .attr("class", "promised")
    .attr("d", pathThrough(promised, x, y));
  svg
    .append("path")
    .attr("class", "best")
    .attr("d", pathThrough(best, x, y));
  nameAxes(svg, ["false alarms (type I)", "misses (type II)"], {
    right: x(1),
    bottom: size.height - 6,
    left: x(0) + 6,
    top: y(1) + 4,
  });
}
