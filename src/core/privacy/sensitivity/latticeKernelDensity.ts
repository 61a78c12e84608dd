import { checkLength, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { definiteMatrix, type Rows } from "../../linalg/smallMatrix.ts";
import { latticeSize } from "../calibration/laplace.ts";
import { farthestBumps } from "./search/farthestBumps.ts";
import { latticeBumpSum } from "./bumps/latticeBumpSum.ts";
import { latticeBumps, narrowestBump, type LatticeBumps } from "./bumps/latticeBumps.ts";
import { pointwiseKernelDensitySensitivity } from "./pointwiseKernelDensity.ts";
import { lazySensitivity, type LatticeSensitivity } from "./bumps/latticeSensitivity.ts";
import { slantedBumpSum } from "./bumps/slantedBumpSum.ts";
import { representableBound } from "../../representableBound.ts";

interface DensityOnLattice {
  /** n ≥ 1 */
  readonly recordCount: number;
  /** H, d × d symmetric positive definite, in squared data units */
  readonly bandwidthMatrix: Rows;
  /** s_j > 0, shape (d,), of the public box */
  readonly boxSides: readonly number[];
  /** k ≥ 1 */
  readonly degree: number;
}

/**
 * Sensitivities of the values of a Gaussian kernel density estimate on the lattice of (k + 1)^d points of a box, when
 * one of n records in the box is replaced. With φ(x) = (K_H(p − x))_p over the lattice
 *
 *     Δ₁ ≥ (1/n) sup ‖φ(a) − φ(b)‖₁,   Δ₂ ≥ (1/n) sup ‖φ(a) − φ(b)‖₂  over a, b in the box.
 *
 * `sensitivity` is searched for on first use; `ceiling` is no less, without a search.
 *
 * @throws {NumericalError} beyond the doubles
 * @see docs/proofs/latticeKernelDensity.md
 */
export function latticeKernelDensityBounds(density: DensityOnLattice): {
  readonly ceiling: LatticeSensitivity;
  readonly sensitivity: LatticeSensitivity;
} {
  const { recordCount, bandwidthMatrix, boxSides, degree } = density;
  const n = checkPositiveInteger("recordCount", recordCount);
  const { dimension: d, factor, determinant, roundoff } = definiteMatrix("bandwidthMatrix", bandwidthMatrix);
  checkLength("boxSides", boxSides, d);
  boxSides.forEach((side, j) => checkPositive(`boxSides[${j}]`, side));
  const size = latticeSize(degree, d);
  const pointwise = pointwiseKernelDensitySensitivity({ recordCount, bandwidthMatrix, boxSides });

  // Each deviation and sum over bumps moves by less than 3dθ.
  const raised = (1 + 1e-12) * (1 + 6 * d * roundoff);
  const height = raised / (n * Math.sqrt((2 * Math.PI) ** d * determinant));
  const isDiagonal = bandwidthMatrix.every((row, i) => row.every((value, j) => i === j || value === 0));
  if (!isDiagonal && d > 2) {
    throw new ParameterError("bandwidthMatrix", JSON.stringify(bandwidthMatrix), "diagonal unless there are two axes");
  }
  const apart = isDiagonal
    ? productBounds(
        factor.map((row, j) => row[j]! / boxSides[j]!),
        degree,
      )
    : ridgeBounds({ bandwidthMatrix, boxSides, degree }, factor, roundoff);
  const euclidean = Math.min(height * apart.l2, Math.sqrt(size) * pointwise);
  const mostAbsolute = Math.min(size * pointwise, Math.sqrt(size) * euclidean);
  const inUnits = (bounds: LatticeSensitivity) =>
    lazySensitivity({
      l1: () => representableBound(Math.min(height * bounds.l1, mostAbsolute) * (1 + 1e-14)),
      l2: () => representableBound(Math.min(height * bounds.l2, euclidean) * (1 + 1e-14)),
    });
  return { ceiling: inUnits(apart), sensitivity: inUnits(farthestBumps(density, roundoff, apart)) };
}

/** Bounds for products over the axes. */
function productBounds(deviations: readonly number[], degree: number): LatticeSensitivity {
  const known = new Map(
    Array.from(new Set(deviations), (deviation) => [deviation, latticeBumps({ degree, deviation })]),
  );
  const axes = deviations.map((deviation) => known.get(deviation)!);
  if (axes.length === 1) return { l1: axes[0]!.difference1, l2: axes[0]!.difference2 };
  const product = (of: (axis: LatticeBumps) => number) => axes.reduce((value, axis) => value * of(axis), 1);
  const mass = product(({ mass }) => mass);
  const oneByOne = axes.reduce((sum, axis) => sum + (axis.difference1 / axis.mass) * mass, 0);
  const apart = Math.sqrt(2 * product(({ square }) => square));
  const root = Math.sqrt(product(({ square }) => square));
  const inTurn = axes.reduce((sum, axis) => sum + (axis.difference2 / Math.sqrt(axis.square)) * root, 0);
  return { l1: Math.min(2 * mass, oneByOne), l2: Math.min(apart, inTurn) };
}

function ridgeBounds(
  { bandwidthMatrix: H, boxSides, degree }: Omit<DensityOnLattice, "recordCount">,
  factor: Rows,
  roundoff: number,
): LatticeSensitivity {
  const inSteps = (share: number) =>
    factor.map((row, i) => row.map((value) => (value * share * degree) / boxSides[i]!));
  let mass = latticeBumpSum(inSteps(1), roundoff);
  let square = latticeBumpSum(inSteps(Math.SQRT1_2), roundoff);
  for (const [i, j] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const along = Math.sqrt(H[j]![j]!) / boxSides[j]!;
    if (along <= narrowestBump) continue;
    const slope = (H[i]![j]! / H[j]![j]!) * (boxSides[j]! / boxSides[i]!);
    const across = Math.sqrt(H[i]![i]! - (H[i]![j]! * H[i]![j]!) / H[j]![j]!) / boxSides[i]!;
    mass = Math.min(mass, slantedBumpSum({ degree, across, slope, along }));
    const [narrower, shorter] = [across * Math.SQRT1_2, along * Math.SQRT1_2];
    square = Math.min(square, slantedBumpSum({ degree, across: narrower, slope, along: shorter }));
  }
  return { l1: 2 * mass, l2: Math.sqrt(2 * square) };
}
