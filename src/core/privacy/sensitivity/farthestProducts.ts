import { checkPositive } from "../../checks.ts";
import { axisNet } from "./axisNet.ts";
import { largestTriple } from "./largestTriple.ts";
import { pairTree } from "./pairTree.ts";
import type { AxisNet } from "./axisNet.ts";
import { beyondRays, fitRatioBound, ratioBounds, ratioRays } from "./ratioRays.ts";
import type { RatioRays } from "./ratioRays.ts";

/** Bumps that are products over two or three axes, and how far apart two of them are known to be. */
export interface ProductBumps {
  readonly degree: number;
  /** σ_j, shape (2,) or (3,), as shares of the sides. */
  readonly deviations: readonly number[];
  /** A distance, or its square, that some pair has, or about. */
  readonly met: number;
  /** The result is this much of `met` above it, or it is the largest bound of a pair of the net. */
  readonly within: number;
}

/** The part of `within` that is left to what is between points of the net. */
const between = 0.75;

/**
 * A bound on sup ‖φ(a) − φ(b)‖₁ over a, b in the box, about `within` above it.
 *
 * The distance is Σ_p h(x_p, y_p) over the lattice of the other axes, h(x, y) = ‖xφ_j(a_j) − yφ_j(b_j)‖₁, so it grows with the
 * h of each axis. h lies below its interpolation from the pairs at the corners of a cell of the net, plus x and y times η²/8
 * `bend`: two more points of the lattice, of which each bump sees one. So no pair is farther apart than the farthest of the net
 * with those points. On rays of equal ratio each h becomes weights, and three axes a sum over two of them that is made once for
 * all pairs of the third.
 *
 * @returns undefined if the net would be too fine, or bumps are so wide that rounding counts
 * @throws {ParameterError} if an argument is out of range
 * @see docs/proofs/latticeKernelDensity.md, Lemmas 9 to 11
 */
export function farthestProductBound(bumps: ProductBumps): number | undefined {
  const { degree, deviations, met, within } = bumps;
  const start = checkPositive("met", met) * (1 + checkPositive("within", within));
  const n = degree + 1;
  const rays = raysFor(deviations);
  const G = rays.most;
  const width = 2 * G + 1;
  const sizes = ({ bumps, bentBy }: AxisNet) =>
    bumps.map((bump, i) => bump.reduce((sum, value) => sum + value, bentBy[i]!));
  const axes = axesOf(bumps, { sizes, curvature: (net) => net.bentBy, times: 2, mostCells: mostCells.distance });
  if (!axes) return undefined;

  // A weight is off by 2.4(n + 6)u (a + b) e^(|g|Δ/2)/Δ at most, and counts e^(|g|Δ/2) times with what it meets.
  const ofWeights = (120 * width * (n + 6) * 2 ** -53 * Math.exp(G * rays.step)) / rays.step;
  const rounding = (1e-9 + ofWeights) * axes.whole;
  if (!(rounding <= 1e-3 * met)) return undefined;

  const boundsOf = ({ net, sizes: masses, others, isHalved }: NetAxis) => {
    const tree = pairTree(pairsOf(net, isHalved, (a, b) => (masses[a]! + masses[b]!) * others > start));
    if (!tree) return undefined;
    const bounds = ratioBounds(tree.count, rays);
    const { values } = bounds;
    for (let pair = 0; pair < tree.count; pair++) {
      const [low, high] = [tree.left[pair]!, tree.right[pair]!];
      if (low < 0) {
        const [a, b] = [tree.a[pair]!, tree.b[pair]!];
        bounds.a[pair] = masses[a]!;
        bounds.b[pair] = masses[b]!;
        const [u, v] = [net.bumps[a]!, net.bumps[b]!];
        for (let g = -G; g <= G; g++) {
          const [x, y] = [rays.powers[3 * G + g]!, rays.powers[3 * G - g]!];
          let sum = x * net.bentBy[a]! + y * net.bentBy[b]!;
          for (let nu = 0; nu < n; nu++) sum += Math.abs(x * u[nu]! - y * v[nu]!);
          values[pair * width + G + g] = sum;
        }
      } else {
        bounds.a[pair] = Math.max(bounds.a[low]!, bounds.a[high]!);
        bounds.b[pair] = Math.max(bounds.b[low]!, bounds.b[high]!);
        for (let g = 0; g < width; g++) {
          values[pair * width + g] = Math.max(values[low * width + g]!, values[high * width + g]!);
        }
      }
      fitRatioBound(bounds, pair, rays);
    }
    return { tree, bounds };
  };
  const made = new Map<NetAxis, ReturnType<typeof boundsOf>>();
  const once = (axis: NetAxis) => {
    if (!made.has(axis)) made.set(axis, boundsOf(axis));
    return made.get(axis);
  };
  const [first, second, third] = [
    axes.order[0] ? once(axes.order[0]) : unitBounds(rays),
    once(axes.order[1]),
    once(axes.order[2]),
  ];
  // Without a pair nothing is above what was asked for.
  if (!first || !second || !third) return start;

  const [X, Y, Z] = [first.bounds, second.bounds, third.bounds];
  const wide = new Map<number, Float64Array>();
  /** h of a pair on the second axis on twice as many rays. */
  const onWide = (pair: number): Float64Array => {
    const known = wide.get(pair);
    if (known) return known;
    const values = Float64Array.from({ length: 4 * G + 1 }, (_, i) => beyondRays(Y, pair, i - 2 * G, rays));
    wide.set(pair, values);
    return values;
  };
  const from = Z.from.reduce((least, g) => Math.min(least, g));
  const to = Z.to.reduce((largest, g) => Math.max(largest, g));
  const top = third.tree.count - 1;
  const together = new Float64Array(width);
  let [a, b] = [0, 0];
  const largest = largestTriple(
    {
      trees: [first.tree, second.tree, third.tree],
      isExchangeable: axes.order[0] === axes.order[1],
      combine: (i, j, threshold) => {
        a = X.a[i]! * Y.a[j]!;
        b = X.b[i]! * Y.b[j]!;
        if (a * Z.a[top]! + b * Z.b[top]! <= threshold) return false;
        const [p, q, h] = [X.p[i]! * Y.a[j]!, X.q[i]! * Y.b[j]!, onWide(j)];
        const [low, high] = [X.from[i]!, X.to[i]!];
        // Σ_g w_g h(r_(−g) of the third axis − g), and what one bump alone sees.
        for (let g = from; g <= to; g++) {
          const ray = G - g;
          let sum = p * rays.powers[3 * G + ray]! + q * rays.powers[3 * G - ray]!;
          for (let k = low; k <= high; k++) sum += X.weights[i * width + k]! * h[ray + 3 * G - k]!;
          together[g] = sum;
        }
        return true;
      },
      valueOf: (pair, threshold) => {
        if (a * Z.a[pair]! + b * Z.b[pair]! <= threshold) return 0;
        let sum = Z.p[pair]! * a + Z.q[pair]! * b;
        const high = Z.to[pair]!;
        for (let g = Z.from[pair]!; g <= high; g++) sum += Z.weights[pair * width + g]! * together[g]!;
        return sum;
      },
    },
    { threshold: start, patience },
  );
  return largest + rounding;
}

/**
 * The same for sup ‖φ(a) − φ(b)‖₂² = Π X_j(a_j) + Π X_j(b_j) − 2 Π Z_j(a_j, b_j), X = ‖φ‖₂², Z = ⟨φ(a), φ(b)⟩: on each cell
 * X and Z differ from their interpolation by η²/8 of −X″ and of Z″ at most, and what is left is linear in the numbers of
 * each axis.
 *
 * @see docs/proofs/latticeKernelDensity.md, Lemma 12
 */
export function farthestProductSquareBound(bumps: ProductBumps): number | undefined {
  const { degree, met, within } = bumps;
  const start = checkPositive("met", met) * (1 + checkPositive("within", within));
  const sizes = ({ bumps, hollowBy }: AxisNet) =>
    bumps.map((bump, i) => bump.reduce((sum, value) => sum + value * value, hollowBy[i]!));
  const axes = axesOf(bumps, { sizes, curvature: (net) => net.hollowBy, times: 4, mostCells: mostCells.square });
  if (!axes) return undefined;
  const present = axes.order.filter((axis) => axis !== undefined);
  const tables = new Map([...new Set(present)].map((axis) => [axis, meetingsOf(axis, degree)]));
  // What the terms with ε may add to the squares of a pair on one axis, whatever the pairs on the others are.
  const excess = present.reduce(
    (sum, _, j) =>
      sum +
      present.reduce((all, axis, i) => {
        const { mostMet, mostBent } = tables.get(axis)!;
        return all * (i === j ? mostBent : mostMet);
      }, 2),
    0,
  );
  const boundsOf = (axis: NetAxis) => {
    const { net, sizes: squares, others, isHalved } = axis;
    const rows = net.cells + 1;
    const { met, bent } = tables.get(axis)!;
    const tree = pairTree(pairsOf(net, isHalved, (a, b) => (squares[a]! + squares[b]!) * others + excess > start));
    if (!tree) return undefined;
    const numbers = () => new Float64Array(tree.count);
    const bounds = { x: numbers(), y: numbers(), least: numbers(), most: numbers(), bent: numbers() };
    for (let pair = 0; pair < tree.count; pair++) {
      const [low, high] = [tree.left[pair]!, tree.right[pair]!];
      if (low < 0) {
        const [a, b] = [tree.a[pair]!, tree.b[pair]!];
        bounds.x[pair] = squares[a]!;
        bounds.y[pair] = squares[b]!;
        bounds.least[pair] = bounds.most[pair] = met[a * rows + b]!;
        bounds.bent[pair] = bent[a * rows + b]!;
      } else {
        for (const of of [bounds.x, bounds.y, bounds.most, bounds.bent]) of[pair] = Math.max(of[low]!, of[high]!);
        bounds.least[pair] = Math.min(bounds.least[low]!, bounds.least[high]!);
      }
    }
    return { tree, bounds };
  };
  const made = new Map<NetAxis, ReturnType<typeof boundsOf>>();
  const once = (axis: NetAxis) => {
    if (!made.has(axis)) made.set(axis, boundsOf(axis));
    return made.get(axis);
  };
  const [first, second, third] = [
    axes.order[0] ? once(axes.order[0]) : unitSquare,
    once(axes.order[1]),
    once(axes.order[2]),
  ];
  if (!first || !second || !third) return start;
  const [X, Y, Z] = [first.bounds, second.bounds, third.bounds];
  let [x, y, least, mostMet, bent] = [0, 0, 0, 0, 0];
  const largest = largestTriple(
    {
      trees: [first.tree, second.tree, third.tree],
      isExchangeable: axes.order[0] === axes.order[1],
      combine: (i, j) => {
        x = X.x[i]! * Y.x[j]!;
        y = X.y[i]! * Y.y[j]!;
        least = X.least[i]! * Y.least[j]!;
        mostMet = X.most[i]! * Y.most[j]!;
        bent = X.bent[i]! * Y.most[j]! + X.most[i]! * Y.bent[j]!;
        return true;
      },
      valueOf: (pair) =>
        x * Z.x[pair]! +
        y * Z.y[pair]! -
        2 * least * Z.least[pair]! +
        2 * (bent * Z.most[pair]! + mostMet * Z.bent[pair]!),
    },
    { threshold: start, patience },
  );
  return largest + 1e-9 * axes.whole;
}

/** What pairs of an axis' net meet in, Z, and how far Z may lie below its interpolation near them, ε; shape (m + 1, m + 1). */
function meetingsOf({ net, deviation }: NetAxis, degree: number) {
  const n = degree + 1;
  const rows = net.cells + 1;
  const share = (1 / (net.cells * deviation)) ** 2 / 8;
  const curved = net.bumps.map((bump, i) =>
    bump.map((value, nu) => (((nu / degree - i / net.cells) / deviation) ** 2 - 1) * value),
  );
  const [met, second, bent] = [0, 0, 0].map(() => new Float64Array(rows * rows)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let [mostMet, mostBent] = [0, 0];
  for (let a = 0; a < rows; a++) {
    for (let b = 0; b < rows; b++) {
      let [sum, ofSecond] = [0, 0];
      for (let nu = 0; nu < n; nu++) {
        sum += net.bumps[a]![nu]! * net.bumps[b]![nu]!;
        ofSecond += curved[a]![nu]! * net.bumps[b]![nu]!;
      }
      met[a * rows + b] = sum;
      second[a * rows + b] = ofSecond;
      mostMet = Math.max(mostMet, sum);
    }
  }
  // Between points of the net |∂⁴Z/∂a⁴| ≤ 3n/σ⁴ and |∂⁴Z/∂a²∂b²| ≤ n/σ⁴.
  const slack = share * 4 * n;
  for (let a = 0; a < rows; a++) {
    for (let b = 0; b < rows; b++) {
      let [ofA, ofB] = [0, 0];
      for (let i = Math.max(0, a - 1); i <= Math.min(rows - 1, a + 1); i++) {
        for (let j = Math.max(0, b - 1); j <= Math.min(rows - 1, b + 1); j++) {
          ofA = Math.max(ofA, second[i * rows + j]!);
          ofB = Math.max(ofB, second[j * rows + i]!);
        }
      }
      bent[a * rows + b] = share * (ofA + ofB + 2 * slack);
      mostBent = Math.max(mostBent, bent[a * rows + b]!);
    }
  }
  return { met, bent, mostMet, mostBent };
}

/** Bounds after which the threshold rises by 1 %: about a twentieth of a second. */
const patience = 2 ** 20;
/** The finest nets, by σ. Squares of wide bumps are nearly what they meet in, and branch and bound is at home there. */
const mostCells = { distance: () => 160, square: (sigma: number) => Math.min(160, 12 / sigma) };

interface NetAxis {
  readonly net: AxisNet;
  readonly deviation: number;
  /** What each bump of the net has at most, with what is between points. */
  readonly sizes: readonly number[];
  /** What the other axes make of it at most. */
  readonly others: number;
  /** Whether a + b ≤ 1 is enough. */
  readonly isHalved: boolean;
}

interface NetAxes {
  /** In the plane the first is undefined; the first two are the same where their bandwidths are. */
  readonly order: readonly [NetAxis | undefined, NetAxis, NetAxis];
  /** The product of the largest sizes. */
  readonly whole: number;
}

/** Nets so fine that what is between their points is some of `within`; undefined if one would be too fine. */
function axesOf(
  { degree, deviations, met, within }: ProductBumps,
  {
    sizes,
    curvature,
    times,
    mostCells,
  }: {
    readonly sizes: (net: AxisNet) => readonly number[];
    readonly curvature: (net: AxisNet) => Float64Array;
    /** How many products of sizes what is between points of an axis is a share of. */
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
    // The excess falls with the square of the step.
    const { most, excess } = coarse[j]!;
    const cells = Math.max(4, Math.ceil(16 * Math.sqrt(((product / most) * excess * d) / (between * within * met))));
    return cells <= mostCells(deviation) ? axisNet({ degree, deviation, cells }) : undefined;
  });
  if (!nets.every((net) => net !== undefined)) return undefined;
  const sized = nets.map((net) => ({ net, sizes: sizes(net) }));
  const largest = sized.map((axis) => Math.max(...axis.sizes));
  // Axes with equal bandwidths come first, where their pairs may be exchanged. By (a, b) → (1 − b, 1 − a) the last axis has
  // a + b ≤ 1, or where all three are equal the first two have.
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

/** Pairs with a ≤ b, and one place beyond for the cells that they are in; with a + b ≤ 1 where half of them will do. */
function pairsOf({ cells }: AxisNet, isHalved: boolean, isKept: (a: number, b: number) => boolean) {
  const pairs: [number, number][] = [];
  for (let a = 0; a <= cells; a++) {
    for (let b = Math.max(0, a - 1); b <= cells; b++) {
      if (!(isHalved && a + b > cells + 1) && isKept(a, b)) pairs.push([a, b]);
    }
  }
  return pairs;
}

/** Rays that lie close beside how far ratios of two bumps spread, and reach as far as is worth it. */
function raysFor(deviations: readonly number[]): RatioRays {
  const spread = Math.sqrt(deviations.reduce((sum, sigma) => sum + Math.min(sigma ** -2, sigma ** -4 / 12), 0));
  const step = Math.min(0.35, 0.08 * spread);
  const farthest = Math.max(...deviations.map((sigma) => 0.5 / sigma ** 2));
  return ratioRays(step, Math.ceil(Math.min(4, farthest) / step));
}

const unitTree = pairTree([[0, 0]])!;
const unitSquare = {
  tree: unitTree,
  bounds: {
    ...{ x: Float64Array.of(1), y: Float64Array.of(1), bent: Float64Array.of(0) },
    ...{ least: Float64Array.of(1), most: Float64Array.of(1) },
  },
};

/** An axis that is not there: |x − y|. */
function unitBounds(rays: RatioRays) {
  const bounds = ratioBounds(1, rays);
  bounds.a[0] = bounds.b[0] = 1;
  const G = rays.most;
  for (let g = -G; g <= G; g++) bounds.values[G + g] = Math.abs(rays.powers[3 * G + g]! - rays.powers[3 * G - g]!);
  fitRatioBound(bounds, 0, rays);
  return { tree: unitTree, bounds };
}
