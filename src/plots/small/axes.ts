import type { Axis, AxisScale, NumberValue } from "d3";
import type { Svg } from "../freshDrawing.ts";

type Scale = AxisScale<NumberValue>;

/** Draws two axes, each at the start of the other one's scale. */
export function drawAxes(svg: Svg, below: Axis<NumberValue>, beside: Axis<NumberValue>, besideClass = "axis"): void {
  const startOf = (axis: Axis<NumberValue>) => axis.scale<Scale>().range()[0]!;
  svg
    .append("g")
    .attr("class", "axis")
    .attr("transform", `translate(0,${startOf(beside)})`)
    .call(below);
  svg
    .append("g")
    .attr("class", besideClass)
    .attr("transform", `translate(${startOf(below)},0)`)
    .call(beside);
}

/** Names the first axis at its end below the plane, the second one at its upper end. */
export function nameAxes(
  svg: Svg,
  [below, beside]: readonly [string, string],
  { right, bottom, left, top }: Readonly<Record<"right" | "bottom" | "left" | "top", number>>,
): void {
  svg
    .append("text")
    .attr("class", "axis-name")
    .attr("text-anchor", "end")
    .attr("x", right)
    .attr("y", bottom)
    .text(below);
  svg.append("text").attr("class", "axis-name").attr("x", left).attr("y", top).text(beside);
}
