/**
 * Indices of the points that a polyline needs to stay within `tolerance` of an evenly spaced curve, first and last
 * included.
 *
 * @param heights in pixels, all finite
 * @param tolerance in pixels, vertical
 * @see Williams (1978), Computer Graphics and Image Processing 8, 286–293
 */
export function keptPoints(heights: Float64Array, tolerance: number): readonly number[] {
  if (heights.length < 2) return Array.from(heights, (_, i) => i);
  const kept = [0];
  let anchor = 0;
  let least = -Infinity;
  let most = Infinity;
  for (let i = 1; i < heights.length; i++) {
    const slope = (heights[i]! - heights[anchor]!) / (i - anchor);
    if (slope < least || slope > most) {
      anchor = i - 1;
      kept.push(anchor);
      least = -Infinity;
      most = Infinity;
    }
    const rise = heights[i]! - heights[anchor]!;
    least = Math.max(least, (rise - tolerance) / (i - anchor));
    most = Math.min(most, (rise + tolerance) / (i - anchor));
  }
  kept.push(heights.length - 1);
  return kept;
}
