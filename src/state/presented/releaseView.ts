import type { Allocate } from "../../core/bufferPool.ts";
import { axisPlaces, levelsOf, type GridAxis, type ShownAxis } from "../../core/grids.ts";
import { postMapped, reachOf, type PostMap } from "../../core/release/postMap.ts";
import type { GridRelease, RecomputedRelease } from "../../core/release/release.ts";
import { drawSum, scaleRelease, type DrawSum } from "../../core/release/scale.ts";
import type { BudgetInForce } from "./budgetInForce.ts";

export interface ReleaseView {
  /** Public; the first axis varies fastest. */
  readonly axes: readonly ShownAxis[];
  /** f_D on the grid, in the units of `released`; absent outside. */
  readonly original: Float64Array | undefined;
  readonly released: Float64Array;
  /** Further releases; inside, on a plane, as sums, since only their lines are drawn. */
  readonly others: readonly (Float64Array | DrawSum)[];
  /** σ = multiplier · Δ · √(1 + τ): deviation of the noise at a point, in the units of `released`. */
  readonly sigma: number;
  /** τ, in σ². */
  readonly jitter?: number;
  readonly postMap?: PostMap | undefined;
  /** Factors of σ and half width at each point, where not 1. */
  readonly shapes?: { readonly deviation: Float64Array; readonly simultaneous: Float64Array };
  /** Half width of a band that holds all noise on the grid with at least 95 %, if computed. */
  readonly simultaneous: number | undefined;
  readonly budget: BudgetInForce;
  readonly extra?: readonly ExtraNumber[];
}

export interface ExtraNumber {
  readonly name: string;
  /** On the first axis, if it has a value. */
  readonly at: number | undefined;
  /** Absent outside. */
  readonly original: number | undefined;
  readonly released: number;
  readonly deviation: number;
}

/** Grid values of each axis, made once per object of axes. */
export const coordinatesOf = (axes: readonly ShownAxis[]): readonly Float64Array[] => {
  const known = coordinates.get(axes) ?? axes.map(axisPlaces);
  coordinates.set(axes, known);
  return known;
};

const coordinates = new WeakMap<readonly ShownAxis[], readonly Float64Array[]>();

/** Shown value = offset + unit · value. */
export interface Units {
  readonly unit: number;
  readonly offset: number;
}

/**
 * A release at a budget, estimate + multiplier · Δ · noise, drawn anew for each.
 *
 * @param side the outside view lacks the original
 * @param postMap at the points of `axes`
 * @param finish in-place change of each draw, such as clipping; post-processing costs no privacy
 */
export function scaledView({
  release,
  axes,
  budget,
  side,
  allocate,
  units: { unit, offset } = { unit: 1, offset: 0 },
  postMap,
  finish,
}: {
  readonly release: GridRelease;
  readonly axes: readonly GridAxis[];
  readonly budget: BudgetInForce;
  readonly side: "inside" | "outside";
  readonly allocate: Allocate;
  readonly units?: Units;
  readonly postMap?: PostMap | undefined;
  readonly finish?: (values: Float64Array, extra: readonly number[]) => void;
}): ReleaseView {
  const { estimate, unitNoise, sensitivity, jitter, simultaneousQuantile, extra = [] } = release;
  const onGrid = estimate.length - extra.length;
  const extraOf = (numbers: Float64Array) => extra.map(({ weight }, j) => weight * numbers[onGrid + j]!);
  const original = release.original ?? estimate;
  const plain = unit === 1 && offset === 0;
  const inUnits = (values: Float64Array, out: Float64Array) => {
    for (let i = 0; i < out.length; i++) out[i] = offset + unit * values[i]!;
    return out;
  };
  const carry = (values: Float64Array) =>
    postMap
      ? postMapped(postMap, values, allocate(postMap.offsets.length))
      : extra.length === 0
        ? values
        : values.subarray(0, onGrid);
  const draw = (index: number) => {
    const numbers = scaleRelease(release, index, budget.multiplier, allocate(estimate.length));
    const shown = extraOf(numbers);
    if (!plain) inUnits(numbers, numbers);
    const values = carry(numbers);
    finish?.(values, shown);
    return { values, shown };
  };
  const isPlane = axes.length === 2 && levelsOf(axes).length === 0;
  // A sum holds the estimate, which stays inside.
  const staysSum = side === "inside" && isPlane && plain && !postMap && !finish && extra.length === 0;
  const further = (index: number) => (staysSum ? drawSum(release, index, budget.multiplier) : draw(index).values);
  const first = draw(0);
  const sigma = budget.multiplier * sensitivity * Math.sqrt(1 + jitter) * unit;
  return {
    axes,
    original: side === "outside" ? undefined : carry(plain ? original : inUnits(original, allocate(original.length))),
    released: first.values,
    others: unitNoise.slice(1).map((_, k) => further(k + 1)),
    sigma,
    jitter,
    postMap,
    ...(postMap && postMap.spread.some((value) => value !== 1) && { shapes: shapesOf(postMap) }),
    simultaneous: simultaneousQuantile === undefined ? undefined : simultaneousQuantile * sigma,
    budget,
    ...(extra.length > 0 && {
      extra: extra.map(({ name, at, weight }, j) => ({
        name,
        at,
        original: side === "outside" ? undefined : extraOf(estimate)[j]!,
        released: first.shown[j]!,
        deviation: Math.abs(weight * sigma),
      })),
    }),
  };
}

/** Cached by map. */
const shapesOf = (postMap: PostMap): NonNullable<ReleaseView["shapes"]> => {
  const known = shapes.get(postMap) ?? { deviation: postMap.spread, simultaneous: reachOf(postMap) };
  shapes.set(postMap, known);
  return known;
};

const shapes = new WeakMap<PostMap, NonNullable<ReleaseView["shapes"]>>();

/** A release made at its budget. */
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
