import { select } from "d3";
import type { Axis, AxisScale, NumberValue, Selection } from "d3";
import { pixelText } from "../core/numberFormats.ts";

/** A drawing in SVG. */
type Svg = Selection<SVGSVGElement, unknown, null, undefined>;
type Scale = AxisScale<NumberValue>;

/** The two axes of a plane; each stands where the other one's scale begins. */
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

/** The names of two axes: of the first one at its end below the plane, of the second one at its upper end. */
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

/** A fresh drawing of a fixed shape in a host, scaled to its width, with what it shows in words. */
export function freshDrawing(
  host: HTMLElement,
  {
    name,
    words,
    width,
    height,
  }: { readonly name: string; readonly words: string; readonly width: number; readonly height: number },
): Svg {
  const root = select(host);
  root.selectAll("svg").remove();
  return root
    .append("svg")
    .attr("class", name)
    .attr("viewBox", `0 0 ${width} ${height}`)
    .attr("role", "img")
    .attr("aria-label", words);
}

/** Path data through points. */
export function pathThrough(
  points: readonly (readonly [number, number])[],
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  return points.map(([a, b], i) => `${i === 0 ? "M" : "L"}${pixelText(x(a))},${pixelText(y(b))}`).join("");
}
