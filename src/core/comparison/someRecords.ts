import { checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { seededSource } from "../random/seededSource.ts";

/**
 * Records chosen by a seed: the first `count` of a shuffle, so that smaller choices are part of larger ones.
 *
 * @param count at most n
 * @returns their indices, shape (count,)
 */
export function someRecords(n: number, count: number, seed: number): Uint32Array {
  checkPositiveInteger("recordCount", count);
  if (!(count <= n)) throw new ParameterError("recordCount", count, `at most ${n}`);
  const random = seededSource(seed);
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  for (let i = 0; i < count; i++) {
    const j = i + Math.min(n - i - 1, Math.floor(random.uniform() * (n - i)));
    const chosen = order[j]!;
    order[j] = order[i]!;
    order[i] = chosen;
  }
  return order.subarray(0, count);
}
