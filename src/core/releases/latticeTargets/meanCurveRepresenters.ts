import type { CovarianceSpectrum } from "../../estimators/functionalMean.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { denseProduct } from "../../linalg/denseProduct.ts";
import { remember } from "../../remember.ts";
import type { SmoothingParameters } from "../meanCurveParameters.ts";

/** What a value of a penalised mean reads of the mean of the curves: f(t) = ⟨x̄, g_t⟩_w, for t in [0, 1]. Public. */
export interface MeanCurveRepresenters {
  /** √w·g_t for each t, shape (rows, m), row-major. */
  readonly at: (places: Float64Array) => Float64Array;
  /** The same at so many even places of [0, 1]; those of the last count are kept. */
  readonly ofGrid: (count: number) => Float64Array;
  /** max ‖g_t‖ over a net of 1000 steps. */
  readonly largest: number;
  /** The largest ‖g_t − g_s‖ of two places of the net side by side. */
  readonly steepest: number;
}

/**
 * The representers g_t = Σ_j λ_j^(η₀−1)/(λ_j^η₀ + φ) (Σ_i w_i k(t, t_i) v_j(t_i)) v_j of a penalised mean.
 *
 * @param side length of the domain
 * @see Mirshani, Reimherr & Slavković (2019), eq. (2)
 */
export function meanCurveRepresenters({
  weights,
  kernel,
  eigenvalues,
  eigenvectors,
  penalty,
  power,
  side,
}: Pick<CovarianceSpectrum, "weights" | "eigenvalues" | "eigenvectors"> &
  Pick<SmoothingParameters, "penalty" | "power"> & {
    readonly kernel: Kernel;
    readonly side: number;
  }): MeanCurveRepresenters {
  const m = weights.length;
  // Row j: u_j times the gain, so that √w_i times its product with k(t, t_i)√w_i is an element of w·g_t.
  const gains = eigenvalues.map((lambda) => (lambda > 0 ? lambda ** (power - 1) / (lambda ** power + penalty) : 0));
  const scaled = Float64Array.from(eigenvectors, (u, k) => u * gains[Math.floor(k / m)]!);
  const turned = new Float64Array(m * m);
  for (let j = 0; j < m; j++) for (let i = 0; i < m; i++) turned[i * m + j] = scaled[j * m + i]!;
  const at = (places: Float64Array): Float64Array => {
    const rows = places.length;
    const K = new Float64Array(rows * m);
    for (let p = 0; p < rows; p++) {
      for (let i = 0; i < m; i++) {
        const distance = side * (places[p]! - i / (m - 1));
        K[p * m + i] = Math.sqrt(weights[i]!) * kernel.evaluate([distance], [0]);
      }
    }
    const coefficients = denseProduct({ A: K, B: turned, rows, terms: m, columns: m });
    return denseProduct({ A: coefficients, B: eigenvectors, rows, terms: m, columns: m });
  };
  const ofGrid = remember((count: number) => at(Float64Array.from({ length: count }, (_, i) => i / (count - 1))));
  const rowNorm = (G: Float64Array, row: number) => {
    let sum = 0;
    for (let i = 0; i < m; i++) sum += G[row * m + i]! ** 2;
    return Math.sqrt(sum);
  };
  // sup ‖g_t‖ over a net; what lies between is covered by the largest step of g between two places of it, doubled.
  const net = at(Float64Array.from({ length: 1001 }, (_, i) => i / 1000));
  let [steepest, largest] = [0, 0];
  for (let p = 0; p < 1001; p++) {
    largest = Math.max(largest, rowNorm(net, p));
    if (p === 0) continue;
    let square = 0;
    for (let i = 0; i < m; i++) square += (net[p * m + i]! - net[(p - 1) * m + i]!) ** 2;
    steepest = Math.max(steepest, Math.sqrt(square));
  }
  return { at, ofGrid, largest, steepest };
}

/** The products of rows with each other, shape (rows, rows). */
export function gramOfRows(G: Float64Array, rows: number): Float64Array {
  const m = G.length / rows;
  const turned = new Float64Array(G.length);
  for (let p = 0; p < rows; p++) for (let i = 0; i < m; i++) turned[i * rows + p] = G[p * m + i]!;
  return denseProduct({ A: G, B: turned, rows, terms: m, columns: rows });
}
