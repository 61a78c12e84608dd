import { levelsOf, type ShownAxis } from "../../core/grids.ts";
import { valuesOf } from "../../core/release/scale.ts";
import type { StudyView } from "./presented.ts";
import type { ReleaseView } from "./releaseView.ts";

/** One group alone, on the remaining axes, with its own noise. */
export function groupView<F, I extends object>(
  view: StudyView<F, I>,
  k: number,
  insideOf: (inside: I) => Partial<I>,
): StudyView<F, I> {
  const { inside } = view;
  return { ...numbersOfGroup(view, k), inside: inside && { ...inside, ...insideOf(inside) } };
}

export function numbersOfGroup<V extends ReleaseView>(view: V, k: number): V {
  const { axes, released, original, others, shapes, sigma, simultaneous, extra, jitter, postMap, ...rest } = view;
  const size = released.length / axes.at(-1)!.count;
  const own = (values: Float64Array) => values.subarray(k * size, (k + 1) * size);
  const [deviation, band] = [shapes && own(shapes.deviation), shapes && own(shapes.simultaneous)];
  // A declared share may make its noise even.
  const isEven = deviation === undefined || deviation.every((value) => value === deviation[0]);
  const times = (width: number, shape: Float64Array | undefined) => (isEven && shape ? width * shape[0]! : width);
  const part: ReleaseView = {
    ...rest,
    axes: innerAxes(axes),
    released: own(released),
    original: original && own(original),
    others: others.map((draw) => own(valuesOf(draw))),
    sigma: times(sigma, deviation),
    simultaneous: simultaneous === undefined ? undefined : times(simultaneous, band),
    ...(!isEven && { shapes: { deviation, simultaneous: band! } }),
  };
  return part as V;
}

export interface GroupShare {
  readonly title: string;
  readonly sigma: number;
  readonly declared: number;
  readonly released: number;
  readonly within: number;
  readonly original: number | undefined;
}

export function groupShares(view: ReleaseView, declared: readonly number[]): readonly GroupShare[] {
  const { axes, extra = [] } = view;
  return levelsOf(axes).map((title, k) => ({
    title,
    sigma: numbersOfGroup(view, k).sigma,
    declared: declared[k]!,
    released: extra[k]!.released,
    within: 1.96 * extra[k]!.deviation,
    original: extra[k]!.original,
  }));
}

/** Axes without that of groups: the same object for the same axes. */
export function innerAxes(axes: readonly ShownAxis[]): readonly ShownAxis[] {
  const known = inner.get(axes) ?? axes.slice(0, -1);
  inner.set(axes, known);
  return known;
}

const inner = new WeakMap<readonly ShownAxis[], readonly ShownAxis[]>();

export function onceForEachGroup<T>(): (of: Int32Array, k: number, make: (rows: readonly number[]) => T) => T {
  const made = new WeakMap<Int32Array, Map<number, T>>();
  return (of, k, make) => {
    const known = made.get(of) ?? new Map<number, T>();
    made.set(of, known);
    const found = known.get(k) ?? make(Array.from(of.keys()).filter((row) => of[row] === k));
    known.set(k, found);
    return found;
  };
}
