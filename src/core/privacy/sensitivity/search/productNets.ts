import { axisNet, type AxisNet } from "./axisNet.ts";

export interface ProductBumps {
  readonly degree: number;
  /** σ_j as shares of two or three sides. */
  readonly deviations: readonly number[];
  /** A distance, or its square, of some pair. */
  readonly met: number;
  /** Share of the result above `met`. */
  readonly within: number;
}

/** Part of `within` for points between those of the net. */
const between = 0.75;

/** Bounds after which the threshold rises by 1 %. */
export const patience = 2 ** 20;

export interface NetAxis {
  readonly net: AxisNet;
  readonly deviation: number;
  /** Bounds on the size of each bump, points between included. */
  readonly sizes: readonly number[];
  /** Bound on the product of the sizes of other axes. */
  readonly others: number;
  readonly isHalved: boolean;
}

interface NetAxes {
  /** In the plane the first is undefined; equal bandwidths make the first two one object. */
  readonly order: readonly [NetAxis | undefined, NetAxis, NetAxis];
  readonly whole: number;
}

/** Nets whose points between use a part of `within`; undefined if one would be too fine. */
export function productNets(
  { degree, deviations, met, within }: ProductBumps,
  {
    sizes,
    curvature,
    times,
    mostCells,
  }: {
    readonly sizes: (net: AxisNet) => readonly number[];
    readonly curvature: (net: AxisNet) => Float64Array;
    /** Number of products of sizes in which the excess of an axis counts. */
    readonly times: number;
    readonly mostCells: (deviation: number) => number;
  },
): NetAxes | undefined {
  const d = deviations.length;
  const coarse = deviations.map((deviation) => {
    const net = axisNet({ degree, deviation, cells: 16 });
    return { most: Math.max(...sizes(net)), excess: Math.max(...curvature(net)) };
  });
  const product = coarse.reduce((all, { most }) => all * most, times);
  const nets = deviations.map((deviation, j) => {
    const { most, excess } = coarse[j]!;
    const cells = Math.max(4, Math.ceil(16 * Math.sqrt(((product / most) * excess * d) / (between * within * met))));
    return cells <= mostCells(deviation) ? axisNet({ degree, deviation, cells }) : undefined;
  });
  if (!nets.every((net) => net !== undefined)) return undefined;
  const sized = nets.map((net) => ({ net, sizes: sizes(net) }));
  const largest = sized.map((axis) => Math.max(...axis.sizes));
  // Equal bandwidths first, for exchange. By (a, b) → (1 − b, 1 − a) the last axis has a + b ≤ 1, or the first two if
  // all are equal.
  const [p, q, r] = deviations;
  const order = d === 2 ? [0, 1] : q === r ? [1, 2, 0] : p === r ? [0, 2, 1] : [0, 1, 2];
  const isEachEqual = d === 3 && p === q && q === r;
  const axes = order.map((j, i): NetAxis => {
    const others = largest.reduce((all, size, k) => (k === j ? all : all * size), 1);
    return { ...sized[j]!, deviation: deviations[j]!, others, isHalved: (i === d - 1) !== isEachEqual };
  });
  const [first, second, third] = axes;
  const whole = largest.reduce((all, size) => all * size, 1);
  if (!third) return { order: [undefined, first!, second!], whole };
  return { order: [first!.deviation === second!.deviation ? second! : first, second!, third], whole };
}

/** Pairs with a ≤ b, and one place beyond; with a + b ≤ 1 if half suffices. */
export function pairsOf({ cells }: AxisNet, isHalved: boolean, isKept: (a: number, b: number) => boolean) {
  const pairs: [number, number][] = [];
  for (let a = 0; a <= cells; a++) {
    for (let b = Math.max(0, a - 1); b <= cells; b++) {
      if (!(isHalved && a + b > cells + 1) && isKept(a, b)) pairs.push([a, b]);
    }
  }
  return pairs;
}

export function onEachAxis<Bounds>(
  { order }: NetAxes,
  boundsOf: (axis: NetAxis) => Bounds | undefined,
  absent: () => Bounds,
): readonly [Bounds, Bounds, Bounds] | undefined {
  const [first, second, third] = order;
  const [ofSecond, ofThird] = [boundsOf(second), boundsOf(third)];
  const ofFirst = !first ? absent() : first === second ? ofSecond : boundsOf(first);
  return ofFirst && ofSecond && ofThird && [ofFirst, ofSecond, ofThird];
}
