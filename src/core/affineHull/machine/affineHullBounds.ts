import { largestEigenvalueAbove, leastEigenvalueBelow } from "../../linalg/eigen/eigenvalueBounds.ts";
import { symmetricEigenvalues } from "../../linalg/eigen/symmetricEigenvalues.ts";
import { pointCount, type Points } from "../../points.ts";
import { checkQueries, type AffineHullMachine } from "./affineHullMachine.ts";

/** `image` bounds ‖A(y)‖, `ratio` ‖y − A(y)‖ / ‖[y − y₁ … y − y_N]‖₂. */
interface HullBounds {
  readonly image: number;
  readonly ratio: number;
}

const unit = 2 ** -53;

interface AffineHullBounds {
  /** κ = (λ* + μ_max)/(λ* + μ_min): false in general (errata K6). */
  readonly printed: HullBounds;
  /** κ = 1 + pN²/(2‖Y‖²_F): false as well. */
  readonly printedLoose: HullBounds;
  /** κ = 1/((λ* + μ_min) minᵢ wᵢ), rounding included; infinite unless all weights are proved positive. */
  readonly proved: HullBounds;
  /** μ_min ≥ 0 and μ_max of the kernel matrix, as computed. */
  readonly leastEigenvalue: number;
  readonly largestEigenvalue: number;
  /** minᵢ wᵢ, as computed. */
  readonly leastWeight: number;
  /** ‖Y‖₂, rounded up. */
  readonly spectralNorm: number;
}

/**
 * Bounds κ‖Y‖₂ on the images of a machine and κ on distances; the printed κ need a positive sum of memberships.
 *
 * @see docs/proofs/affineHull.md, Lemma 1; Kumar, Moser & Fischer (2024), Theorems 2 and 3, eqs (46), (49); errata K6
 */
export function affineHullBounds(machine: AffineHullMachine): AffineHullBounds {
  const { points, penalty, weights } = machine;
  const N = pointCount(points);
  const K = machine.kernelMatrix;
  const values = symmetricEigenvalues(K, N);
  const leastEigenvalue = Math.max(0, values[N - 1]!);
  const largestEigenvalue = values[0]!;
  const leastWeight = weights.reduce((a, b) => Math.min(a, b), Infinity);
  const spectralNorm = spectralNormAbove(points.coordinates, points.dimension);
  const squares = points.coordinates.reduce((sum, x) => sum + x * x, 0);
  const bounds = (ratio: number): HullBounds => ({ ratio, image: spectralNorm === 0 ? 0 : spectralNorm * ratio });
  return {
    printed: bounds((penalty + largestEigenvalue) / (penalty + leastEigenvalue)),
    printedLoose: bounds(1 + (points.dimension * N * N) / (2 * squares)),
    proved: bounds(provedRatio(machine, { K, computed: values[N - 1]!, leastWeight })),
    leastEigenvalue,
    largestEigenvalue,
    leastWeight,
    spectralNorm,
  };
}

function provedRatio(
  { penalty, weights }: AffineHullMachine,
  { K, computed, leastWeight }: { readonly K: Float64Array; readonly computed: number; readonly leastWeight: number },
): number {
  if (!(leastWeight > 0)) return Infinity;
  const N = weights.length;
  const mu = (penalty + leastEigenvalueBelow(K, N, computed)) * (1 - unit);
  if (!(mu > 0)) return Infinity;
  let squares = 0;
  for (let i = 0; i < N; i++) {
    let residual = 1 - penalty * weights[i]!;
    let size = 1 + penalty * Math.abs(weights[i]!);
    for (let j = 0; j < N; j++) {
      const term = K[i * N + j]! * weights[j]!;
      residual -= term;
      size += Math.abs(term);
    }
    squares += (Math.abs(residual) + 1.01 * (N + 2) * unit * size) ** 2;
  }
  const surely = leastWeight - (1 + N * unit) * (Math.sqrt(squares) / mu);
  return surely > 0 ? (1 + 8 * unit) / (mu * surely) : Infinity;
}

/**
 * Bound on ‖y − D(y)‖ / ‖[y − yᵢ]‖₂: for a deep machine that of its first layer, for a wide one the least over
 * branches.
 *
 * @param machines the first layer of each branch
 * @see Kumar, Moser & Fischer (2024), Theorems 4 and 5, eqs (54), (61), with errata K6
 */
export function compositionRatioBound(machines: readonly AffineHullMachine[]): {
  readonly printed: number;
  readonly proved: number;
} {
  const each = machines.map(affineHullBounds);
  return {
    printed: Math.min(...each.map(({ printedLoose }) => printedLoose.ratio)),
    proved: Math.min(...each.map(({ proved }) => proved.ratio)),
  };
}

/**
 * ‖[y − y₁ … y − y_N]‖ of each query, shape (m,).
 *
 * @param norm "spectral" for one machine, "frobenius" for a wide one
 */
export function spreadFromRows({
  points,
  at,
  norm,
}: {
  readonly points: Points;
  readonly at: Points;
  readonly norm: "spectral" | "frobenius";
}): Float64Array {
  const p = points.dimension;
  checkQueries(at, p);
  return Float64Array.from({ length: pointCount(at) }, (_, q) => {
    const differences = points.coordinates.map((x, k) => at.coordinates[q * p + (k % p)]! - x);
    return norm === "spectral" ? spectralNormOf(differences, p) : Math.sqrt(differences.reduce((s, x) => s + x * x, 0));
  });
}

function spectralNormOf(rows: Float64Array, p: number): number {
  const { G, size } = smallerGram(rows, p);
  return Math.sqrt(Math.max(0, symmetricEigenvalues(G, size)[0]!));
}

/** The computed G is within γ‖Y‖²_F, γ = 1.01·terms·u. */
function spectralNormAbove(rows: Float64Array, p: number): number {
  const { G, size, terms } = smallerGram(rows, p);
  let trace = 0;
  for (let i = 0; i < size; i++) trace += G[i * size + i]!;
  const largest = largestEigenvalueAbove(G, size, symmetricEigenvalues(G, size)[0]!);
  return Math.sqrt(Math.max(0, largest + 1.02 * (terms + size) * unit * trace)) * (1 + 2 * unit);
}

function smallerGram(rows: Float64Array, p: number): { G: Float64Array; size: number; terms: number } {
  const N = rows.length / p;
  const size = Math.min(N, p);
  const G = new Float64Array(size * size);
  const [terms, step, term] = p <= N ? [N, 1, p] : [p, p, 1];
  for (let i = 0; i < size; i++) {
    for (let j = i; j < size; j++) {
      let sum = 0;
      for (let s = 0; s < terms; s++) sum += rows[i * step + s * term]! * rows[j * step + s * term]!;
      G[i * size + j] = G[j * size + i] = sum;
    }
  }
  return { G, size, terms };
}
