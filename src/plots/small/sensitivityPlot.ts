import { axisBottom, axisLeft, scaleLog } from "d3";
import { drawAxes, nameAxes } from "./axes.ts";
import { freshDrawing } from "../freshDrawing.ts";
import { pathThrough } from "../pathThrough.ts";
import { append } from "../svgElements.ts";

/** All positive. */
interface SensitivityPicture {
  readonly chosen: readonly (readonly [number, number])[];
  /** With noise of the estimator's own kernel. */
  readonly own: readonly (readonly [number, number])[];
}

const size = { width: 420, height: 260, left: 58, right: 26, top: 14, bottom: 42 };

export function drawSensitivity(host: HTMLElement, { chosen, own }: SensitivityPicture): void {
  const all = [...chosen, ...own];
  const counts = all.map(([count]) => count);
  const values = all.map(([, value]) => value);
  const x = scaleLog([Math.min(...counts), Math.max(...counts)], [size.left, size.width - size.right]);
  // A flat line looks flat.
  const middle = Math.sqrt(Math.min(...values) * Math.max(...values));
  const [low, high] = [
    Math.min(Math.min(...values) / 1.3, middle / 3.2),
    Math.max(Math.max(...values) * 1.3, middle * 3.2),
  ];
  const y = scaleLog([low, high], [size.height - size.bottom, size.top]);
  const svg = freshDrawing(host, {
    name: "sensitivity-plot",
    words: "Sensitivity against the number of grid points, on log scales",
    ...size,
    isScaled: true,
  });
  drawAxes(svg, axisBottom(x).ticks(4, "~g"), axisLeft(y).ticks(4, "~g"));
  append(svg, "path", { class: "own", d: pathThrough(own, x, y) });
  append(svg, "path", { class: "chosen", d: pathThrough(chosen, x, y) });
  const dots = append(svg, "g");
  for (const [count, value] of chosen) append(dots, "circle", { class: "chosen", r: 3.2, cx: x(count), cy: y(value) });
  const named = (
    name: "chosen" | "own",
    points: readonly (readonly [number, number])[],
    words: string,
    below: boolean,
  ) => {
    const end = points.at(-1);
    if (!end) return;
    const place = { x: x(end[0]), y: y(end[1]) + (below ? 18 : -9) };
    append(svg, "text", { class: `name ${name}`, "text-anchor": "end", ...place }, words);
  };
  const [chosenEnd, ownEnd] = [chosen.at(-1)?.[1], own.at(-1)?.[1]];
  const isOne = chosenEnd === ownEnd;
  named("chosen", chosen, isOne ? "this noise: the curve’s own kernel" : "this noise", !isOne && chosenEnd! < ownEnd!);
  if (!isOne) named("own", own, "the curve’s own kernel", chosenEnd !== undefined && chosenEnd >= ownEnd!);
  nameAxes(svg, ["grid points m", "sensitivity Δ"], {
    right: size.width - size.right,
    bottom: size.height - 6,
    left: size.left + 6,
    top: size.top + 2,
  });
}
