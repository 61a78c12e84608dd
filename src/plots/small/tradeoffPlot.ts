import { axisBottom, axisLeft, scaleLinear } from "d3";
import { drawAxes, nameAxes } from "./axes.ts";
import { freshDrawing } from "../freshDrawing.ts";
import { pathThrough } from "../pathThrough.ts";
import { append } from "../svgElements.ts";

/** Type II against type I error. */
interface TradeoffPicture {
  readonly best: readonly (readonly [number, number])[];
  readonly promised: readonly (readonly [number, number])[];
  /** Hall's Proposition 4. */
  readonly hall: readonly (readonly [number, number])[];
}

const size = { width: 330, height: 290, left: 44, right: 12, top: 12, bottom: 42 };

const words: Readonly<Record<string, string>> = {
  blind: "blind guessing",
  best: "this noise",
  promised: "(ε, δ)",
};

export function drawTradeoff(host: HTMLElement, { best, promised, hall }: TradeoffPicture): void {
  const x = scaleLinear([0, 1], [size.left, size.width - size.right]);
  const y = scaleLinear([0, 1], [size.height - size.bottom, size.top]);
  const svg = freshDrawing(host, {
    name: "tradeoff-plot",
    words: "Errors of the best attacker, above what epsilon and delta promise and Hall’s Proposition 4",
    ...size,
    isScaled: true,
  });
  drawAxes(svg, axisBottom(x).ticks(5), axisLeft(y).ticks(5));
  append(svg, "path", { class: "blind", d: `M${x(0)},${y(1)}L${x(1)},${y(0)}` });
  for (const [name, points] of Object.entries({ hall, promised, best }))
    append(svg, "path", { class: name, d: pathThrough(points, x, y) });
  const named = (name: string, points: readonly (readonly [number, number])[], at: number, above: boolean) => {
    const point = points.findLast(([a]) => a <= at);
    // Near the axis there is no room below.
    if (!point || (!above && y(0) - y(point[1]) < 16)) return;
    const place = { x: x(point[0]) + (above ? 6 : -6), y: y(point[1]) + (above ? -6 : 10) };
    append(svg, "text", { class: `name ${name}`, "text-anchor": above ? "start" : "end", ...place }, words[name]);
  };
  named("blind", [[0.62, 0.38]], 1, true);
  named("best", best, 0.3, true);
  named("promised", promised, 0.5, false);
  nameAxes(svg, ["false alarms (type I)", "misses (type II)"], {
    right: x(1),
    bottom: size.height - 6,
    left: x(0) + 6,
    top: y(1) + 4,
  });
}
