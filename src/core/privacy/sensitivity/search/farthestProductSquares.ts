import { checkPositive } from "../../../checks.ts";
import type { AxisNet } from "./axisNet.ts";
import { largestTriple } from "./largestTriple.ts";
import { pairTree } from "./pairTree.ts";
import { onEachAxis, pairsOf, patience, productNets, type NetAxis, type ProductBumps } from "./productNets.ts";

/**
 * Bound on sup ‖φ(a) − φ(b)‖₂² = Π X_j(a_j) + Π X_j(b_j) − 2 Π Z_j(a_j, b_j), X = ‖φ‖₂², Z = ⟨φ(a), φ(b)⟩, as
 * `farthestProductBound`.
 *
 * @param bumps whose `met` is a squared distance
 * @returns undefined if the net would be too fine
 * @see docs/proofs/latticeKernelDensity.md, Lemma 12
 */
export function farthestProductSquareBound(bumps: ProductBumps): number | undefined {
  const { degree, met, within } = bumps;
  const start = checkPositive("met", met) * (1 + checkPositive("within", within));
  const sizes = ({ bumps, hollowBy }: AxisNet) =>
    bumps.map((bump, i) => bump.reduce((sum, value) => sum + value * value, hollowBy[i]!));
  const axes = productNets(bumps, { sizes, curvature: (net) => net.hollowBy, times: 4, mostCells: mostCellsOf });
  if (!axes) return undefined;
  const present = axes.order.filter((axis) => axis !== undefined);
  const tables = new Map([...new Set(present)].map((axis) => [axis, meetingsOf(axis, degree)]));
  // Largest addition of the terms with ε to the squares of a pair.
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
  const bounded = onEachAxis(axes, boundsOf, () => unitSquare);
  if (!bounded) return start;
  const [first, second, third] = bounded;
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

/** Z of pairs of an axis' net, shape (m + 1, m + 1), and the largest ε by which it may lie below its interpolation. */
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

const mostCellsOf = (sigma: number) => Math.min(160, 12 / sigma);

/** A missing axis: Z = 1. */
const unitSquare = {
  tree: pairTree([[0, 0]])!,
  bounds: {
    x: Float64Array.of(1),
    y: Float64Array.of(1),
    bent: Float64Array.of(0),
    least: Float64Array.of(1),
    most: Float64Array.of(1),
  },
};
