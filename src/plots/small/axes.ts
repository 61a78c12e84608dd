import type { Axis, AxisScale, NumberValue } from "d3";
import type { Svg } from "../freshDrawing.ts";
import { append } from "../svgElements.ts";

type Scale = AxisScale<NumberValue>;

/** Each at the start of the other's scale. */
export function drawAxes(svg: Svg, below: Axis<NumberValue>, beside: Axis<NumberValue>, besideClass = "axis"): void {
  const startOf = (axis: Axis<NumberValue>) => axis.scale<Scale>().range()[0]!;
  append(svg, "g", { class: "axis", transform: `translate(0,${startOf(beside)})` }).call(below);
  append(svg, "g", { class: besideClass, transform: `translate(${startOf(below)},0)` }).call(beside);
}

/** The first axis below its end, the second above. */
export function nameAxes(
  svg: Svg,
  [below, beside]: readonly [string, string],
  { right, bottom, left, top }: Readonly<Record<"right" | "bottom" | "left" | "top", number>>,
): void {
  append(svg, "text", { class: "axis-name", "text-anchor": "end", x: right, y: bottom }, below);
  append(svg, "text", { class: "axis-name", x: left, y: top }, beside);
}
