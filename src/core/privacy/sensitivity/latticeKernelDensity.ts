import { checkLength, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { definiteMatrix } from "../../linalg/smallMatrix.ts";
import type { Rows } from "../../linalg/smallMatrix.ts";
import { latticeSize } from "../calibration/laplace.ts";
import { productBumpPairs } from "./bumpPairs.ts";
import type { BumpPairs } from "./bumpPairs.ts";
import { correlatedBumpPairs } from "./correlatedBumpPairs.ts";
import { farthestMet, farthestPairBound } from "./farthestPair.ts";
import { farthestProductBound } from "./farthestProducts.ts";
import { farthestProductSquareBound } from "./farthestProductSquares.ts";
import { latticeBumpSum } from "./latticeBumpSum.ts";
import { latticeBumps } from "./latticeBumps.ts";
import type { LatticeBumps } from "./latticeBumps.ts";
import { pointwiseKernelDensitySensitivity } from "./pointwiseKernelDensity.ts";
import { slantedBumpSum } from "./slantedBumpSum.ts";
import { representableBound } from "../../representableBound.ts";

/** Sensitivities of all values of a function on a lattice, taken as one vector. Public. */
export interface LatticeSensitivity {
  /** Δ₁ ≥ sup ‖v_D − v_D′‖₁, for Laplace noise. */
  readonly l1: number;
  /** Δ₂ ≥ sup ‖v_D − v_D′‖₂, for Gaussian noise. */
  readonly l2: number;
}

/** Norms that are computed when each is first asked for. */
export function sensitivityWhenAsked(
  compute: Readonly<Record<keyof LatticeSensitivity, () => number>>,
): LatticeSensitivity {
  const known: { l1?: number; l2?: number } = {};
  return {
    get l1() {
      return (known.l1 ??= compute.l1());
    },
    get l2() {
      return (known.l2 ??= compute.l2());
    },
  };
}

/** What moves on a lattice. Public. */
interface DensityOnLattice {
  /** n ≥ 1 */
  readonly recordCount: number;
  /** H, d × d symmetric positive definite, in squared data units. */
  readonly bandwidthMatrix: Rows;
  /** s_j > 0, shape (d,), of the public box that holds every possible record and is spanned by the lattice. */
  readonly boxSides: readonly number[];
  /** k ≥ 1 */
  readonly degree: number;
}

/**
 * Sensitivities of the values of a Gaussian kernel density estimate on the lattice of (k + 1)^d points of a box, when one
 * of n records in the box is replaced (n is public). With φ(x) = (K_H(p − x))_p over the lattice they are
 *
 *     Δ₁ ≥ (1/n) sup ‖φ(a) − φ(b)‖₁,   Δ₂ ≥ (1/n) sup ‖φ(a) − φ(b)‖₂  over a, b in the box,
 *
 * and far below (k + 1)^d and (k + 1)^(d/2) times the largest entry, since a bump has mass 1 and leaves most of the lattice
 * alone. `sensitivity` is the least of several bounds, within about 1 % of the suprema but for extreme correlations, and some
 * in space; each norm takes some ten milliseconds for the largest lattices, when it is asked for.
 * `ceiling` is no less, and takes no search.
 *
 * @throws {ParameterError} if an argument is out of range
 * @throws {NumericalError} if a double cannot hold the result
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

  // H is that of L to a relative θ, which moves each deviation, and what is summed over bumps, by less than 3dθ.
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
    sensitivityWhenAsked({
      l1: () => representableBound(Math.min(height * bounds.l1, mostAbsolute) * (1 + 1e-14)),
      l2: () => representableBound(Math.min(height * bounds.l2, euclidean) * (1 + 1e-14)),
    });
  return { ceiling: inUnits(apart), sensitivity: inUnits(farthestBounds(density, roundoff, apart)) };
}

/** The sharper of latticeKernelDensityBounds. */
export function latticeKernelDensitySensitivity(density: DensityOnLattice): LatticeSensitivity {
  return latticeKernelDensityBounds(density).sensitivity;
}

/** What a search for the farthest pair makes of bounds that are known, for bumps of height 1: the same, or less. */
function farthestBounds(
  { bandwidthMatrix, boxSides, degree }: DensityOnLattice,
  roundoff: number,
  apart: LatticeSensitivity,
): LatticeSensitivity {
  let made: { readonly pairs: BumpPairs | undefined; readonly seeds: readonly Int32Array[] } | undefined;
  const once = () => {
    if (made) return made;
    const pairs = bumpPairs(bandwidthMatrix, boxSides, degree, roundoff);
    return (made = { pairs, seeds: pairs ? likelyPairs(boxSides.length, degree).map(pairs.placesOf) : [] });
  };
  const searched = (norm: "inL1" | "squaredInL2", ceiling: number, within: number): number => {
    const { pairs, seeds } = once();
    if (!pairs) return ceiling;
    const { deviations, rows } = pairs;
    const mostValues = Math.min(16_000, Math.ceil(3.5e6 / rows));
    if (deviations) {
      const met = farthestMet(pairs[norm], seeds);
      // What is left to win by a search is less than it may leave.
      if (met * (1 + 1.2 * within) >= ceiling) return ceiling;
      const search = norm === "inL1" ? farthestProductBound : farthestProductSquareBound;
      const bound = search({ degree, deviations, met, within });
      if (bound !== undefined) return Math.min(ceiling, bound);
    }
    return farthestPairBound(pairs[norm], { mostValues, seeds, ceiling, within });
  };
  // Where a bound on the square is within 1.6 %, its root is within 0.8 %.
  return sensitivityWhenAsked({
    l1: () => searched("inL1", apart.l1, 0.008),
    l2: () => Math.sqrt(searched("squaredInL2", apart.l2 ** 2, 0.016)),
  });
}

/**
 * Undefined on one axis, where bounds are sharp, and for bumps that are narrow along some axis, for which `apart` is: a quarter
 * of that axis from its ends two of them do not meet, wherever they are on the others.
 */
function bumpPairs(H: Rows, boxSides: readonly number[], degree: number, roundoff: number): BumpPairs | undefined {
  const d = H.length;
  const scaled = H.map((row, i) => row.map((value, j) => value / (boxSides[i]! * boxSides[j]!)));
  const deviations = scaled.map((row, j) => Math.sqrt(row[j]!));
  if (d === 1 || d > 3 || Math.min(...deviations) <= narrow) return undefined;
  return scaled.every((row, i) => row.every((value, j) => i === j || value === 0))
    ? productBumpPairs({ degree, deviations })
    : correlatedBumpPairs({ degree, matrix: scaled, roundoff });
}

/** As a share of the side. */
const narrow = 1 / 16;

/** Pairs that mirror each other at the centre, apart along some of the axes: as they are, and on lattice points. */
function likelyPairs(d: number, degree: number): number[][] {
  const seeds: number[][] = [];
  for (const share of [0, 0.2, 0.25, 0.3]) {
    for (let signs = 0; signs < 3 ** d; signs++) {
      const ofA = Array.from({ length: d }, (_, j) => 0.5 + ((Math.floor(signs / 3 ** j) % 3) - 1) * (0.5 - share));
      const centres = [...ofA, ...ofA.map((x) => 1 - x)];
      seeds.push(
        centres,
        centres.map((x) => Math.round(x * degree) / degree),
      );
    }
  }
  return seeds;
}

/** Bounds on ‖φ(a) − φ(b)‖₁ and ‖·‖₂ for bumps of height 1 that are products over the axes. */
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

/** Bounds in the plane: of the whole lattice, or of one that has the ends of one axis that is wide. */
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
    if (along <= narrow) continue;
    const slope = (H[i]![j]! / H[j]![j]!) * (boxSides[j]! / boxSides[i]!);
    const across = Math.sqrt(H[i]![i]! - (H[i]![j]! * H[i]![j]!) / H[j]![j]!) / boxSides[i]!;
    mass = Math.min(mass, slantedBumpSum({ degree, across, slope, along }));
    const [narrower, shorter] = [across * Math.SQRT1_2, along * Math.SQRT1_2];
    square = Math.min(square, slantedBumpSum({ degree, across: narrower, slope, along: shorter }));
  }
  return { l1: 2 * mass, l2: Math.sqrt(2 * square) };
}
