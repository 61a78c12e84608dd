import { checkPositiveInteger, checkUnit } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";

/**
 * Map from lattice values to a grid of [0, 1]^ℓ by the nearest lattice point, the lower one of a tie.
 *
 * @param degree k ≥ 1
 * @param axes ℓ ≥ 1 lists of coordinates in [0, 1]
 * @see Aldà & Rubinstein (2017), section 4.2
 */
export function nearestOnGrid({
  degree,
  axes,
}: {
  readonly degree: number;
  readonly axes: readonly ArrayLike<number>[];
}): { evaluate(lattice: Float64Array): Float64Array } {
  const n = checkPositiveInteger("degree", degree) + 1;
  let [size, stride] = [1, 1];
  let from = Uint32Array.of(0);
  for (const at of axes) {
    const nearest = Array.from(at, (y) => Math.ceil(checkUnit("at", y) * degree - 0.5));
    const before = from;
    const [count, step] = [size, stride];
    from = Uint32Array.from({ length: count * at.length }, (_, i) => {
      return before[i % count]! + step * nearest[Math.floor(i / count)]!;
    });
    size *= at.length;
    stride *= n;
  }
  return {
    evaluate: (lattice) => {
      if (lattice.length !== stride) {
        throw new ParameterError("lattice.length", lattice.length, `${n}^${axes.length}, one value a lattice point`);
      }
      return Float64Array.from(from, (index) => lattice[index]!);
    },
  };
}
