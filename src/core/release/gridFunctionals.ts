import { checkLength } from "../checks.ts";
import { valueFunctional } from "./curveFunctionals.ts";

/**
 * Functional on a grid that is a product of one functional per axis, first axis fastest:
 *
 *     a_{ij…} = a⁽¹⁾ᵢ a⁽²⁾ⱼ …,
 *
 * of values, integrals or slopes of the multilinear function.
 *
 * @param parts functional of each axis; none gives the functional (1)
 */
export function productFunctional(parts: readonly ArrayLike<number>[]): Float64Array {
  let product = Float64Array.of(1);
  for (const part of parts) {
    const next = new Float64Array(product.length * part.length);
    for (let j = 0; j < part.length; j++) {
      for (let i = 0; i < product.length; i++) next[i + j * product.length] = product[i]! * part[j]!;
    }
    product = next;
  }
  return product;
}

/**
 * Functional of the slope at t, a difference quotient over one grid step to either side.
 *
 * @param grid m ≥ 2 increasing points
 * @param t moved into the grid
 */
export function slopeAt(grid: ArrayLike<number>, t: number): Float64Array {
  const [lower, upper] = [grid[0]!, grid[grid.length - 1]!];
  const step = (upper - lower) / (grid.length - 1);
  const inside = Math.min(upper, Math.max(lower, t));
  const from = Math.max(lower, inside - step);
  const to = Math.min(upper, inside + step);
  const before = valueFunctional(grid, from);
  return valueFunctional(grid, to).map((weight, i) => (weight - before[i]!) / (to - from));
}

/**
 * Values on another grid of the multilinear function through values on a grid.
 *
 * @param values shape (∏ mₖ,), first axis fastest
 * @param axes m ≥ 2 increasing points each
 * @param others points of the other grid, moved into the first
 * @returns shape (∏ mₖ′,), first axis fastest
 */
export function onOtherGrid(
  values: ArrayLike<number>,
  axes: readonly ArrayLike<number>[],
  others: readonly ArrayLike<number>[],
): Float64Array {
  checkLength(
    "values",
    values,
    axes.reduce((size, { length }) => size * length, 1),
  );
  let now = Float64Array.from(values);
  let inner = 1;
  axes.forEach((axis, k) => {
    const other = others[k]!;
    const outer = now.length / (inner * axis.length);
    const next = new Float64Array(inner * other.length * outer);
    for (let j = 0; j < other.length; j++) {
      const { index, share } = cellOf(axis, other[j]!);
      for (let o = 0; o < outer; o++) {
        const from = (index + o * axis.length) * inner;
        const to = (j + o * other.length) * inner;
        for (let i = 0; i < inner; i++) {
          const left = now[from + i]!;
          next[to + i] =
            share === 0 ? left : share === 1 ? now[from + inner + i]! : mixed(left, now[from + inner + i]!, share);
        }
      }
    }
    now = next;
    inner *= other.length;
  });
  return now;
}

function mixed(left: number, right: number, share: number): number {
  return (1 - share) * left + share * right;
}

/** Cell of an axis that contains t, and the share of t in it. */
function cellOf(axis: ArrayLike<number>, t: number): { readonly index: number; readonly share: number } {
  let low = 0;
  let high = axis.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (axis[middle]! <= t) low = middle;
    else high = middle;
  }
  return { index: low, share: Math.min(1, Math.max(0, (t - axis[low]!) / (axis[low + 1]! - axis[low]!))) };
}
