/**
 * SVG path data of a polyline through (x₀ + i·step, toY(yᵢ)), with a tenth of a pixel of precision.
 *
 * @param values heights in data units, all finite
 * @param scale pixels: left end, distance of neighbours, and y = offset + slope·value
 */
export function pathData(
  values: Float64Array,
  { left, step, offset, slope }: { readonly left: number; readonly step: number; readonly offset: number; readonly slope: number },
): string {
  let path = "";
  for (let i = 0; i < values.length; i++) {
    const x = Math.round((left + i * step) * 10) / 10;
    const y = Math.round((offset + slope * values[i]!) * 10) / 10;
    path += `${i === 0 ? "M" : "L"}${x},${y}`;
  }
  return path;
}
