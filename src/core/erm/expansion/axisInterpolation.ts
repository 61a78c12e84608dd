import { gridCoordinates, type GridAxis } from "../../grids.ts";

/**
 * Interpolation from p nodes to the m points of an axis, for κ(x − c) = exp(−a (x − c)²) of all real c: at point j
 * Σ_q weights[q, j] κ(node_q − c), within `error`.
 */
export interface AxisInterpolation {
  /** Shape (p,), p ≥ 8. */
  readonly nodes: Float64Array;
  /** Shape (p, m), row-major, each within 4p roundings. */
  readonly weights: Float64Array;
  /** Without rounding. */
  readonly error: number;
  /** Bound on the 2-norm of `weights`. */
  readonly norm: number;
  /** Bound on the 2-norm of |`weights`|. */
  readonly magnitudeNorm: number;
}

const leastNodes = 8;
const mostNodes = 128;
const mostPoints = 20_000;
/** Error of the best polynomial. */
const tolerance = 2 ** -52;
const largestLebesgueConstant = 5;

const kept = 4;
const known = new Map<string, AxisInterpolation | undefined>();

/**
 * The interpolation in the fewest Chebyshev nodes with an error of the order of rounding. Undefined beyond three
 * quarters of the points, 128 nodes or 20 000 points.
 *
 * With |exp(−a (z − c)²)| ≤ M = exp(a h² (R − 1/R)²/4) on the ellipse of parameter R > 1 about an interval of half
 * width h, some polynomial of degree p − 1 is within E = 2M R^(1−p)/(R − 1) of κ, and interpolation within (1 + Λ) E, Λ
 * the largest sum of |weights| of a point.
 *
 * @param axis of at least two points
 * @param decay a > 0
 * @see Trefethen (2013), Approximation Theory and Approximation Practice, theorem 8.2 and chapter 15
 */
export function axisInterpolation(axis: GridAxis, decay: number): AxisInterpolation | undefined {
  const nodeCount = sufficientNodes(axis, decay);
  if (nodeCount === undefined) return undefined;
  const key = JSON.stringify([axis.lower, axis.upper, axis.count, nodeCount]);
  if (!known.has(key)) {
    if (known.size === kept) known.delete([...known.keys()][0]!);
    known.set(key, interpolation(axis, nodeCount));
  }
  return known.get(key);
}

/** The least p ≥ 8 with E ≤ tolerance for one of several R. */
function sufficientNodes({ lower, upper, count }: GridAxis, decay: number): number | undefined {
  const stretch = decay * ((upper - lower) / 2) ** 2;
  let nodes = Infinity;
  for (let rho = 1.25; rho < 200; rho *= 1.05) {
    const logM = stretch * ((rho - 1 / rho) / 2) ** 2;
    nodes = Math.min(nodes, 1 + Math.ceil((logM + Math.log(2 / (tolerance * (rho - 1)))) / Math.log(rho)));
  }
  return count <= mostPoints && nodes <= Math.min(mostNodes, 0.75 * count) ? Math.max(leastNodes, nodes) : undefined;
}

function interpolation(axis: GridAxis, p: number): AxisInterpolation | undefined {
  const { lower, upper, count: m } = axis;
  const width = upper - lower;
  const nodes = Float64Array.from({ length: p }, (_, q) =>
    Math.min(upper, lower + width * Math.sin((Math.PI * (2 * q + 1)) / (4 * p)) ** 2),
  );
  const weights = lagrangePolynomials(nodes, gridCoordinates(axis), 2 ** Math.round(Math.log2(4 / width)));
  const ofPoints = new Float64Array(m);
  const ofNodes = new Float64Array(p);
  weights.forEach((weight, k) => {
    ofPoints[k % m]! += Math.abs(weight);
    ofNodes[Math.floor(k / m)]! += Math.abs(weight);
  });
  const lebesgue = Math.max(...ofPoints);
  if (!(lebesgue <= largestLebesgueConstant)) return undefined;
  return {
    nodes,
    weights,
    error: tolerance * (1 + lebesgue),
    norm: 1.000001 * Math.sqrt(largestGramSum(weights, p, m)),
    magnitudeNorm: Math.sqrt(lebesgue * Math.max(...ofNodes)),
  };
}

/** Πᵣ (xⱼ − nᵣ) / Πᵣ (n_q − nᵣ) over r ≠ q, scaled by a power of two. */
function lagrangePolynomials(nodes: Float64Array, points: Float64Array, unit: number): Float64Array {
  const p = nodes.length;
  const m = points.length;
  const scales = nodes.map(
    (node, q) => 1 / nodes.reduce((product, other, r) => (r === q ? product : product * ((node - other) * unit)), 1),
  );
  const weights = new Float64Array(p * m);
  const after = new Float64Array(p + 1).fill(1);
  points.forEach((x, j) => {
    for (let q = p - 1; q > 0; q--) after[q] = after[q + 1]! * ((x - nodes[q]!) * unit);
    let before = 1;
    for (let q = 0; q < p; q++) {
      weights[q * m + j] = before * after[q + 1]! * scales[q]!;
      before *= (x - nodes[q]!) * unit;
    }
  });
  return weights;
}

function largestGramSum(W: Float64Array, rows: number, columns: number): number {
  const sums = new Float64Array(rows);
  for (let q = 0; q < rows; q++) {
    for (let r = 0; r <= q; r++) {
      let product = 0;
      for (let j = 0; j < columns; j++) product += W[q * columns + j]! * W[r * columns + j]!;
      sums[q]! += Math.abs(product);
      if (r < q) sums[r]! += Math.abs(product);
    }
  }
  return Math.max(...sums);
}
