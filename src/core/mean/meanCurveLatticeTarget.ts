import { onFirstUse } from "../remember.ts";
import { checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { bernsteinGrid } from "../bernstein/operator/bernsteinOnGrid.ts";
import { covarianceSpectrum } from "../kernels/covarianceSpectrum.ts";
import { weightedNorm } from "./functionalMean.ts";
import { largestEigenvalueBound } from "../linalg/eigen/largestEigenvalue.ts";
import { largestSignedSum } from "../privacy/sensitivity/largestSignedSum.ts";
import { representableBound } from "../representableBound.ts";
import type { LatticeTarget } from "../release/latticeTarget.ts";
import { meanOf } from "./clippedMeans.ts";
import { meanCurveGrid, meanWeights } from "./meanCurveGrid.ts";
import { curveKernel } from "./curveKernels.ts";
import type { SmoothingParameters } from "./meanCurveParameters.ts";
import { gramOfRows, meanCurveRepresenters } from "./meanCurveRepresenters.ts";

interface MeanCurveTarget extends LatticeTarget {
  /** max |f − B^(h) f| on the grid over all curves within the norm bound; public. */
  readonly approximation: (degree: number, iterations: number) => number;
  /** Expected error of a piecewise constant function; public. */
  readonly missed: (pieces: number) => number;
}

/**
 * Penalised mean of clipped curves as a function on the unit interval of its domain,
 *
 *     f(t) = ⟨x̄, g_t⟩_w,   g_t = Σ_j λ_j^(η₀−1)/(λ_j^η₀ + φ) (Σ_i w_i k(t, t_i) v_j(t_i)) v_j,
 *
 * at the grid points the estimate of the study.
 *
 * The computed matrix of all g_t, which is public, *defines* f.
 *
 * @param curves n ≥ 1 rows, shape (n, m). Private
 * @see docs/proofs/meanCurve.md, Lemma 2; Mirshani, Reimherr & Slavković (2019), eq. (2); Aldà & Rubinstein (2017),
 * Algorithm 1
 */
export function meanCurveTarget({
  curves,
  pointCount: m,
  curvesPerPerson,
  ...smoothing
}: SmoothingParameters & {
  readonly curves: Float64Array;
  readonly pointCount: number;
  readonly curvesPerPerson: number;
}): MeanCurveTarget {
  const { domain, rule, kernel: name, range, penalty, power, normBound } = smoothing;
  const n = checkPositiveInteger("curves.length/m", curves.length / checkPositiveInteger("pointCount", m));
  if (m < 2) throw new ParameterError("pointCount", m, "at least 2");
  const axis = meanCurveGrid(domain, m).axes[0]!;
  const weights = meanWeights(m, rule);
  const kernel = curveKernel(name, range);
  const { eigenvalues, eigenvectors } = covarianceSpectrum({ kernel, grid: axis, weights });
  const factors = Float64Array.from({ length: n }, (_, i) => {
    const norm = weightedNorm(curves.subarray(i * m, (i + 1) * m), weights);
    return norm > normBound ? normBound / norm : 1;
  });
  const mean = meanOf(curves, factors, { pointCount: curves.length / n, divisor: n });
  const clampedCount = factors.reduce((count, factor) => count + (factor < 1 ? 1 : 0), 0);
  const radius = (2 * normBound * checkPositiveInteger("curvesPerPerson", curvesPerPerson)) / n;
  const {
    at: representers,
    ofGrid,
    largest,
    steepest,
  } = meanCurveRepresenters({
    weights,
    kernel,
    eigenvalues,
    eigenvectors,
    penalty,
    power,
    side: domain[1] - domain[0],
  });
  const up = 1 + 1e-12;
  const shown = Float64Array.from({ length: 129 }, (_, i) => i / 128);
  const exactAt = onFirstUse(() => representers(shown));

  return {
    dimension: 1,
    recordCount: n,
    clampedCount,
    operationsPerValue: m,
    evaluate: ([at]) => {
      const G = representers(at!);
      return Float64Array.from(at!, (_, p) => {
        let sum = 0;
        for (let i = 0; i < m; i++) sum += G[p * m + i]! * (Math.sqrt(weights[i]!) * mean[i]!);
        return sum;
      });
    },
    roundingError: (m + n + 16) * 2 ** -53 * largest * normBound,
    pointwiseSensitivity: representableBound(radius * largest * up),
    sensitivity: (degree) => {
      const M = gramOfRows(ofGrid(degree + 1), degree + 1);
      const sum = largestSignedSum(M, degree + 1);
      return {
        l1: representableBound(radius * Math.sqrt(sum) * up),
        l2: representableBound(radius * Math.sqrt(Math.min(sum, largestEigenvalueBound(M, degree + 1))) * up),
      };
    },
    approximation: (degree, iterations) => {
      const operator = bernsteinGrid({ degree, axes: [shown] }).iterated(iterations);
      const [G, exact] = [ofGrid(degree + 1), exactAt()];
      const squares = new Float64Array(shown.length);
      for (let i = 0; i < m; i++) {
        const values = operator.evaluate(Float64Array.from({ length: degree + 1 }, (_, nu) => G[nu * m + i]!));
        values.forEach((value, p) => (squares[p]! += (value - exact[p * m + i]!) ** 2));
      }
      return normBound * Math.sqrt(squares.reduce((most, value) => Math.max(most, value), 0));
    },
    missed: (pieces) => (normBound * steepest * 1000) / (2 * pieces),
  };
}
