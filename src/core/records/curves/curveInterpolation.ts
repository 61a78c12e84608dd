/**
 * Values of the function that is linear between samples and constant outside: between t₀ and t₁
 *
 *     v(t) = (1 − s) v₀ + s v₁,   s = (t − t₀)/(t₁ − t₀).
 *
 * Exact at samples, and between the least and the largest value everywhere. Where doubles are too small, near
 * ±1.8·10³⁰⁸, it is the value before.
 *
 * @param times increasing; the first `count` ≥ 1 are used, with as many values
 * @param at increasing, shape (m,)
 * @param out receives the values, shape (m,)
 */
export function interpolateLinearly({
  times,
  values,
  count,
  at,
  out,
}: {
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly count: number;
  readonly at: Float64Array;
  readonly out: Float64Array;
}): void {
  let after = 0;
  for (let k = 0; k < at.length; k++) {
    const t = at[k]!;
    while (after < count && times[after]! <= t) after++;
    if (after === 0 || after === count) {
      out[k] = values[after === 0 ? 0 : count - 1]!;
      continue;
    }
    const start = times[after - 1]!;
    const s = (t - start) / (times[after]! - start);
    const value = (1 - s) * values[after - 1]! + s * values[after]!;
    out[k] = Number.isFinite(value) ? value : values[after - 1]!;
  }
}
