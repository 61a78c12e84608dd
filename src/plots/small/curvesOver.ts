import { line, type ScaleLinear } from "d3";

/** With at most two places in a pixel. */
export function curvesOver(places: Float64Array, x: ScaleLinear<number, number>, y: ScaleLinear<number, number>) {
  const [from, to] = x.range() as [number, number];
  const every = Math.max(1, Math.floor(places.length / (2 * (to - from))));
  return (values: Float64Array) =>
    line<number>(
      (i) => x(places[i]!),
      (i) => y(values[i]!),
    )(Array.from({ length: Math.ceil(values.length / every) }, (_, i) => i * every));
}
