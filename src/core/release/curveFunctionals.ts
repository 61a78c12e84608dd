export function valueOf(functional: ArrayLike<number>, curve: ArrayLike<number>): number {
  let value = 0;
  for (let i = 0; i < functional.length; i++) value += functional[i]! * curve[i]!;
  return value;
}

export function highestOf(
  values: ArrayLike<number>,
  grid: ArrayLike<number>,
): { readonly at: number; readonly value: number } {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i]! > values[best]!) best = i;
  return { at: grid[best]!, value: values[best]! };
}

/**
 * Functional ∫ₐᵇ f of the piecewise linear curve through the grid's values.
 *
 * @param grid m ≥ 2 increasing points
 * @param window [a, b]; nothing outside the grid counts
 */
export function integralFunctional(grid: ArrayLike<number>, [a, b]: readonly [number, number]): Float64Array {
  const functional = new Float64Array(grid.length);
  for (let i = 0; i + 1 < grid.length; i++) {
    const left = grid[i]!;
    const right = grid[i + 1]!;
    const from = Math.max(a, left);
    const to = Math.min(b, right);
    if (!(to > from)) continue;
    const share = ((from + to) / 2 - left) / (right - left);
    functional[i]! += (to - from) * (1 - share);
    functional[i + 1]! += (to - from) * share;
  }
  return functional;
}

/** Functional f(t) of the piecewise linear curve; t is moved into the grid. */
export function valueFunctional(grid: ArrayLike<number>, t: number): Float64Array {
  const m = grid.length;
  const functional = new Float64Array(m);
  let i = 0;
  while (i < m - 2 && grid[i + 1]! < t) i++;
  const share = Math.min(1, Math.max(0, (t - grid[i]!) / (grid[i + 1]! - grid[i]!)));
  functional[i] = 1 - share;
  functional[i + 1] = share;
  return functional;
}

/**
 * Functional ∫ w f of the piecewise linear curve, w piecewise linear, 0 outside its knots: by Simpson’s rule, exact between
 * knots and grid points.
 *
 * @param knots at least two pairs (t, w(t)), t increasing
 */
export function weightedIntegral(grid: ArrayLike<number>, knots: readonly (readonly [number, number])[]): Float64Array {
  const functional = new Float64Array(grid.length);
  for (let i = 0; i + 1 < grid.length; i++) {
    const [left, right] = [grid[i]!, grid[i + 1]!];
    const lower = Math.max(left, knots[0]![0]);
    const upper = Math.min(right, knots.at(-1)![0]);
    if (!(upper > lower)) continue;
    const cuts = [lower, ...knots.map(([t]) => t).filter((t) => t > lower && t < upper), upper];
    cuts.slice(1).forEach((to, k) => {
      const from = cuts[k]!;
      const add = (t: number, share: number) => {
        const weight = (share * (to - from) * weightAt(knots, t)) / (right - left);
        functional[i]! += weight * (right - t);
        functional[i + 1]! += weight * (t - left);
      };
      add(from, 1 / 6);
      add((from + to) / 2, 2 / 3);
      add(to, 1 / 6);
    });
  }
  return functional;
}

function weightAt(knots: readonly (readonly [number, number])[], t: number): number {
  for (let k = 0; k + 1 < knots.length; k++) {
    const [from, low] = knots[k]!;
    const [to, high] = knots[k + 1]!;
    if (t >= from && t <= to) return low + ((high - low) * (t - from)) / (to - from);
  }
  return 0;
}
