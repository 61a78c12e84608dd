import { axisPlaces, type ShownAxis } from "../../core/grids.ts";
import type { AttackedChange } from "../../core/release/attacking.ts";

/**
 * f′ on a picture's axes: f plus the interpolated change.
 *
 * @returns undefined if the change has other axes
 */
export function neighbourOn(
  original: Float64Array,
  axes: readonly ShownAxis[],
  { places, values }: AttackedChange,
): Float64Array | undefined {
  if (places.length !== axes.length) return undefined;
  let change = values;
  let inner = 1;
  places.forEach((from, k) => {
    const to = axisPlaces(axes[k]!);
    const outer = change.length / (inner * from.length);
    const next = new Float64Array(inner * to.length * outer);
    let j = 0;
    to.forEach((at, i) => {
      while (j < from.length - 2 && from[j + 1]! < at) j++;
      const share = from.length < 2 ? 0 : (at - from[j]!) / (from[j + 1]! - from[j]!);
      for (let o = 0; o < outer; o++) {
        for (let q = 0; q < inner; q++) {
          const before = change[q + inner * (j + from.length * o)]!;
          const after = share === 0 ? before : change[q + inner * (j + 1 + from.length * o)]!;
          next[q + inner * (i + to.length * o)] = before + share * (after - before);
        }
      }
    });
    change = next;
    inner *= to.length;
  });
  return change.length === original.length ? change.map((value, i) => original[i]! + value) : undefined;
}
