import type { Allocate } from "../core/bufferPool.ts";
import { gridCoordinates } from "../core/grids.ts";
import type { GridAxis } from "../core/grids.ts";
import type { GridRelease, RecomputedRelease } from "../core/releases/release.ts";
import { scaleRelease } from "../core/releases/scale.ts";
import type { BudgetInForce } from "./budgetInForce.ts";

/** A release at the budget in force: everything that is drawn, said or exported of it. */
export interface ReleaseView {
  /** The public grid; the first axis varies fastest. */
  readonly axes: readonly GridAxis[];
  /** f_D on the grid, in the units of `released`; absent in the outside view. */
  readonly original: Float64Array | undefined;
  /** The private function on the grid. */
  readonly released: Float64Array;
  /** Further draws, each a release of its own. */
  readonly others: readonly Float64Array[];
  /** σ = multiplier · Δ · √(1 + τ): standard deviation of the noise at one point, in the units of `released`. */
  readonly sigma: number;
  /** Half the width of a band that holds the noise everywhere on the grid with at least 95 %; absent where none is computed. */
  readonly simultaneous: number | undefined;
  readonly budget: BudgetInForce;
}

/** The grid values of each axis; made once for an object of axes. */
export const coordinatesOf = (axes: readonly GridAxis[]): readonly Float64Array[] => {
  const known = coordinates.get(axes) ?? axes.map(gridCoordinates);
  coordinates.set(axes, known);
  return known;
};

const coordinates = new WeakMap<readonly GridAxis[], readonly Float64Array[]>();

/** How values of a release are shown: offset + unit · value. */
export interface Units {
  readonly unit: number;
  readonly offset: number;
}

/**
 * The view of a release at a budget, estimate + multiplier · Δ · noise, drawn anew for each budget.
 *
 * @param side without the original in the outside view
 * @param finish what is done to each draw, in place, such as clipping at zero; post-processing costs no privacy
 */
export function scaledView({
  release,
  axes,
  budget,
  side,
  allocate,
  units: { unit, offset } = { unit: 1, offset: 0 },
  finish = () => undefined,
}: {
  readonly release: GridRelease;
  readonly axes: readonly GridAxis[];
  readonly budget: BudgetInForce;
  readonly side: "inside" | "outside";
  readonly allocate: Allocate;
  readonly units?: Units;
  readonly finish?: (values: Float64Array) => void;
}): ReleaseView {
  const { estimate, unitNoise, sensitivity, jitter, simultaneousQuantile } = release;
  const original = release.original ?? estimate;
  const plain = unit === 1 && offset === 0;
  const inUnits = (values: Float64Array, out: Float64Array) => {
    for (let i = 0; i < out.length; i++) out[i] = offset + unit * values[i]!;
    return out;
  };
  const draw = (index: number) => {
    const values = scaleRelease(release, index, budget.multiplier, allocate(estimate.length));
    if (!plain) inUnits(values, values);
    finish(values);
    return values;
  };
  const sigma = budget.multiplier * sensitivity * Math.sqrt(1 + jitter) * unit;
  return {
    axes,
    original: side === "outside" ? undefined : plain ? original : inUnits(original, allocate(original.length)),
    released: draw(0),
    others: unitNoise.slice(1).map((_, k) => draw(k + 1)),
    sigma,
    simultaneous: simultaneousQuantile === undefined ? undefined : simultaneousQuantile * sigma,
    budget,
  };
}

/** The view of a release that was made at its budget. */
export function recomputedView({
  release: { estimate, draws, deviation },
  axes,
  budget,
  side,
}: {
  readonly release: RecomputedRelease;
  readonly axes: readonly GridAxis[];
  readonly budget: BudgetInForce;
  readonly side: "inside" | "outside";
}): ReleaseView {
  const [released, ...others] = draws as readonly [Float64Array, ...Float64Array[]];
  const original = side === "outside" ? undefined : estimate;
  return { axes, original, released, others, sigma: deviation, simultaneous: undefined, budget };
}
