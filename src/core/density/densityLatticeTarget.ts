import { checkLength, checkPositive } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { exactKernelDensityOnLine } from "./estimator/exactKernelDensityOnLine.ts";
import { anisotropicKernelDensity } from "./estimator/kernelDensity.ts";
import { addProduct } from "../linalg/matrixProduct.ts";
import { definiteMatrix } from "../linalg/smallMatrix.ts";
import { pointCount, type Points } from "../points.ts";
import { latticeKernelDensityBounds } from "../privacy/sensitivity/latticeKernelDensity.ts";
import { lazySensitivity, type LatticeSensitivity } from "../privacy/sensitivity/bumps/latticeSensitivity.ts";
import { pointwiseKernelDensitySensitivity } from "../privacy/sensitivity/pointwiseKernelDensity.ts";
import { rememberEach } from "../remember.ts";
import type { Interval } from "../grids.ts";
import { productPoints, unitRecords, type LatticeTarget } from "../release/latticeTarget.ts";

/**
 * Gaussian kernel density estimate on the unit box, in data units, by exact sums in one to three dimensions.
 *
 * @param points records in ℝᵈ, at least one unless `recordCount` is given; d = 1, 2 or 3; clamped into the domain. Private
 * @param domain one interval per coordinate. Public
 * @param bandwidths h_j > 0, in data units. Public
 * @param correlation of the kernel in two dimensions, −1 < r < 1; 0 otherwise. Public
 * @see docs/proofs/densitySums.md, Lemma 1; Aldà & Rubinstein (2017), section 6
 */
export function densityTarget({
  points,
  domain,
  bandwidths,
  correlation = 0,
  recordCount,
}: {
  readonly points: Points;
  readonly domain: readonly Interval[];
  readonly bandwidths: readonly number[];
  readonly correlation?: number | undefined;
  /** N in place of n: the sum is divided by it. Public. */
  readonly recordCount?: number | undefined;
}): LatticeTarget {
  const d = domain.length;
  if (!(d >= 1 && d <= 3)) throw new ParameterError("domain.length", d, "1, 2 or 3");
  const isEmpty = recordCount !== undefined && pointCount(points) === 0;
  const box = isEmpty ? { points, clampedCount: 0 } : unitRecords(points, domain);
  checkLength("bandwidths", bandwidths, d).forEach((h, j) => checkPositive(`bandwidths[${j}]`, h));
  if (!(Math.abs(correlation) < 1 && (correlation === 0 || d === 2))) {
    throw new ParameterError("correlation", correlation, d === 2 ? "between −1 and 1" : "0 unless there are two axes");
  }
  const held = pointCount(box.points);
  const n = recordCount ?? held;
  const share = held / n;
  const sides = domain.map(([lower, upper]) => upper - lower);
  const deviations = bandwidths.map((h, j) => h / sides[j]!);
  const matrix = deviations.map((a, i) => deviations.map((b, j) => (i === j ? a * a : correlation * a * b)));
  const volume = sides.reduce((product, side) => product * side, 1);
  const { determinant, roundoff } = definiteMatrix("bandwidths", matrix);
  const height = 1 / (volume * Math.sqrt((2 * Math.PI) ** d * determinant));

  const isLong = d === 1 && n > mostDirect;
  const onLine =
    isLong && held > 0 ? exactKernelDensityOnLine({ points: box.points, bandwidth: deviations[0]! }) : undefined;
  const atNodes = deviations.reduce((sum, sigma) => sum + (isLong ? 3 : 2) / sigma, recordCount === undefined ? 0 : 2);
  const additions = isLong ? n + 64 : block + Math.ceil(n / block) + 64;
  const unit = {
    recordCount: n,
    bandwidthMatrix: matrix,
    boxSides: deviations.map(() => 1),
  };
  const boundsOf = rememberEach((degree) => latticeKernelDensityBounds({ ...unit, degree }));
  const inDataUnits = (bounds: LatticeSensitivity) =>
    lazySensitivity({ l1: () => bounds.l1 / volume, l2: () => bounds.l2 / volume });
  return {
    dimension: d,
    recordCount: n,
    clampedCount: box.clampedCount,
    operationsPerValue: onLine ? 1000 : n,
    roundingError: height * ((additions + atNodes) * 2 ** -53 + 3 * (d + 1) * roundoff),
    pointwiseSensitivity: pointwiseKernelDensitySensitivity(unit) / volume,
    sensitivity: (degree) => inDataUnits(boundsOf(degree).sensitivity),
    ceiling: (degree) => inDataUnits(boundsOf(degree).ceiling),
    evaluate: (axes) => {
      if (onLine) return axes[0]!.map((x) => (onLine(x) / volume) * share);
      if (correlation === 0 || held === 0) return productSums(box.points, axes, deviations, height / n);
      const values = anisotropicKernelDensity({ points: box.points, bandwidthMatrix: matrix, at: productPoints(axes) });
      return values.map((value) => (value / volume) * share);
    },
  };
}

const mostDirect = 2_000;
const block = 1024;

/** scale Σ_i Π_j exp(−(y_j − x_ij)²/2σ_j²) on the product of the axes, by a product of two matrices. */
function productSums(
  { dimension: d, coordinates }: Points,
  axes: readonly Float64Array[],
  deviations: readonly number[],
  scale: number,
): Float64Array {
  const n = coordinates.length / d;
  const split = evenSplit(axes.map(({ length }) => length));
  const [m, before] = [split.after, split.before];
  const total = new Float64Array(m * before);
  for (let start = 0; start < n; start += block) {
    const terms = Math.min(block, n - start);
    const productsOf = (from: number, to: number): Float64Array => {
      let products: Float64Array = new Float64Array(terms).fill(1);
      let width = 1;
      for (let j = from; j < to; j++) {
        const axis = axes[j]!;
        const wider = new Float64Array(terms * width * axis.length);
        for (let i = 0, at = 0; i < terms; i++) {
          const x = coordinates[(start + i) * d + j]!;
          for (const y of axis) {
            const factor = Math.exp(-0.5 * ((y - x) / deviations[j]!) ** 2);
            for (let w = 0; w < width; w++) wider[at++] = factor * products[i * width + w]!;
          }
        }
        products = wider;
        width *= axis.length;
      }
      return products;
    };
    const sum = new Float64Array(total.length);
    addProduct({ A: productsOf(split.at, d), B: productsOf(0, split.at), out: sum, m, n: before, terms });
    for (let i = 0; i < total.length; i++) total[i]! += sum[i]!;
  }
  for (let i = 0; i < total.length; i++) total[i]! *= scale;
  return total;
}

function evenSplit(counts: readonly number[]): {
  readonly at: number;
  readonly before: number;
  readonly after: number;
} {
  const sizeOf = (some: readonly number[]) => some.reduce((size, count) => size * count, 1);
  let best = { at: 0, before: 1, after: sizeOf(counts) };
  for (let at = 1; at < counts.length; at++) {
    const cut = { at, before: sizeOf(counts.slice(0, at)), after: sizeOf(counts.slice(at)) };
    if (Math.max(cut.before, cut.after) < Math.max(best.before, best.after)) best = cut;
  }
  return best;
}
