import { ParameterError } from "../errors.ts";

/**
 * Values with at least a given share of a list, the most frequent first, each with its share. A first pass keeps
 * 1/share candidates, a second counts them. O(n).
 *
 * @param values finite. Private, and so is the answer
 * @param share 0 < share ≤ 1
 * @see Misra & Gries (1982), Science of Computer Programming 2, 143–152
 */
export function frequentValues(
  values: Float64Array,
  share: number,
): readonly { readonly value: number; readonly share: number }[] {
  if (!(share > 0 && share <= 1)) throw new ParameterError("share", share, "above 0 and at most 1");
  const most = Math.ceil(1 / share);
  const candidates = new Map<number, number>();
  for (const value of values) {
    const seen = candidates.get(value);
    if (seen !== undefined) candidates.set(value, seen + 1);
    else if (candidates.size < most) candidates.set(value, 1);
    else {
      for (const [other, count] of candidates) {
        if (count === 1) candidates.delete(other);
        else candidates.set(other, count - 1);
      }
    }
  }
  for (const value of candidates.keys()) candidates.set(value, 0);
  for (const value of values) {
    const count = candidates.get(value);
    if (count !== undefined) candidates.set(value, count + 1);
  }
  return [...candidates]
    .map(([value, count]) => ({ value, share: count / values.length }))
    .filter((found) => found.share >= share)
    .sort((a, b) => b.share - a.share || a.value - b.value);
}
