import { checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { bernsteinGrid } from "../../estimators/bernstein/bernsteinOnGrid.ts";
import { covarianceSpectrum, weightedNorm } from "../../estimators/functionalMean.ts";
import { denseProduct } from "../../linalg/denseProduct.ts";
import { largestEigenvalueBound } from "../../linalg/largestEigenvalue.ts";
import { largestSignedSum } from "../../privacy/sensitivity/largestSignedSum.ts";
import { remember } from "../../remember.ts";
import { representableBound } from "../../representableBound.ts";
import type { LatticeTarget } from "../latticeTarget.ts";
import { meanOf } from "../clippedMeans.ts";
import { meanCurveGrid, meanWeights } from "../meanCurveGrid.ts";
import { curveKernel } from "../curveKernels.ts";
import type { SmoothingParameters } from "../meanCurveParameters.ts";

/** A penalised mean between its grid points, and what public numbers say of it. */
export interface MeanCurveTarget extends LatticeTarget {
  /** max |f − B^(h) f| on the grid over all curves within the norm bound, of degree k and order h. Public. */
  readonly approximation: (degree: number, iterations: number) => number;
  /** What a piecewise constant function of so many pieces may miss. Public. */
  readonly missed: (pieces: number) => number;
}

/**
 * The penalised mean of clipped curves as a function on the unit interval of its domain,
 *
 *     f(t) = ⟨x̄, g_t⟩_w,   g_t = Σ_j λ_j^(η₀−1)/(λ_j^η₀ + φ) (Σ_i w_i k(t, t_i) v_j(t_i)) v_j,
 *
 * which at the grid points is the estimate of the study: the extension of the eigenfunctions by their own equation (Nyström).
 *
 * Replacing a person moves x̄ by δ with ‖δ‖_w ≤ r = 2τ₀c/n, c the most curves of one person. So a value changes by at most
 * r‖g_t‖_w, and with the Gram matrix M of the lattice's g_t, Δ₂ = r√λ_max(M), reached by its eigenvector, and
 * Δ₁ = r max_s √(sᵀMs) over signs s (largestSignedSum). The matrix of all g_t as computed from the spectrum *defines* f: it is
 * public, and no error of the spectrum touches the sensitivities, which are those of that matrix. Of f only products are rounded.
 *
 * @param curves n ≥ 2 rows over the grid, shape (n, m). Private
 * @throws {ParameterError} if an argument is out of range
 * @see Mirshani, Reimherr & Slavković (2019), eq. (2); Aldà & Rubinstein (2017), Algorithm 1
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
  if (n < 2 || m < 2) throw new ParameterError("curves", `${n} × ${m}`, "at least two curves of at least two points");
  const axis = meanCurveGrid(domain, m).axes[0]!;
  const weights = meanWeights(m, rule);
  const kernel = curveKernel(name, range);
  const { eigenvalues, eigenvectors } = covarianceSpectrum({ kernel, grid: axis, weights });
  const factors = Float64Array.from({ length: n }, (_, i) => {
    const norm = weightedNorm(curves.subarray(i * m, (i + 1) * m), weights);
    return norm > normBound ? normBound / norm : 1;
  });
  const mean = meanOf(curves, factors);
  const clampedCount = factors.reduce((count, factor) => count + (factor < 1 ? 1 : 0), 0);
  const radius = (2 * normBound * checkPositiveInteger("curvesPerPerson", curvesPerPerson)) / n;
  const side = domain[1] - domain[0];

  // Row j: u_j times the gain, so that √w_i times its product with k(t, t_i)√w_i is an element of w·g_t.
  const gains = eigenvalues.map((lambda) => (lambda > 0 ? lambda ** (power - 1) / (lambda ** power + penalty) : 0));
  const scaled = Float64Array.from(eigenvectors, (u, at) => u * gains[Math.floor(at / m)]!);
  const turned = new Float64Array(m * m);
  for (let j = 0; j < m; j++) for (let i = 0; i < m; i++) turned[i * m + j] = scaled[j * m + i]!;
  /** √w·g_t for each y, shape (rows, m). */
  const representers = (at: Float64Array): Float64Array => {
    const rows = at.length;
    const K = new Float64Array(rows * m);
    for (let p = 0; p < rows; p++) {
      for (let i = 0; i < m; i++) {
        const distance = side * (at[p]! - i / (m - 1));
        K[p * m + i] = Math.sqrt(weights[i]!) * kernel.evaluate([distance], [0]);
      }
    }
    const coefficients = denseProduct({ A: K, B: turned, rows, terms: m, columns: m });
    return denseProduct({ A: coefficients, B: eigenvectors, rows, terms: m, columns: m });
  };
  const ofGrid = remember((count: number) =>
    representers(Float64Array.from({ length: count }, (_, i) => i / (count - 1))),
  );
  const rowNorm = (G: Float64Array, row: number) => {
    let sum = 0;
    for (let i = 0; i < m; i++) sum += G[row * m + i]! ** 2;
    return Math.sqrt(sum);
  };
  const gramOf = (degree: number): Float64Array => {
    const N = degree + 1;
    const G = ofGrid(N);
    const turnedG = new Float64Array(G.length);
    for (let p = 0; p < N; p++) for (let i = 0; i < m; i++) turnedG[i * N + p] = G[p * m + i]!;
    return denseProduct({ A: G, B: turnedG, rows: N, terms: m, columns: N });
  };
  // sup ‖g_t‖ over a net; what lies between is covered by the largest step of g between two places of it, doubled.
  const net = representers(Float64Array.from({ length: 1001 }, (_, i) => i / 1000));
  let [steepest, largest] = [0, 0];
  for (let p = 0; p < 1001; p++) {
    largest = Math.max(largest, rowNorm(net, p));
    if (p === 0) continue;
    let square = 0;
    for (let i = 0; i < m; i++) square += (net[p * m + i]! - net[(p - 1) * m + i]!) ** 2;
    steepest = Math.max(steepest, Math.sqrt(square));
  }
  const up = 1 + 1e-12;
  const shown = Float64Array.from({ length: 129 }, (_, i) => i / 128);
  let exactShown: Float64Array | undefined;
  const exactAt = () => (exactShown ??= representers(shown));

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
    // Products of vectors of norms ‖g_t‖ and τ₀, of m terms, and a mean that carries its rounding along.
    roundingError: (m + n + 16) * 2 ** -53 * (largest + steepest) * normBound,
    pointwiseSensitivity: representableBound(radius * (largest + steepest) * up),
    sensitivity: (degree) => {
      const M = gramOf(degree);
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
