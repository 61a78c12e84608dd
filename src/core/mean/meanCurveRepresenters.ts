import { ParameterError } from "../errors.ts";
import type { CovarianceSpectrum } from "../kernels/covarianceSpectrum.ts";
import type { CapableKernel } from "../kernels/kernel.ts";
import { denseProduct } from "../linalg/denseProduct.ts";
import { remember } from "../remember.ts";
import type { SmoothingParameters } from "./meanCurveParameters.ts";

/** Representers g_t of the values of a penalised mean: f(t) = ⟨x̄, g_t⟩_w, t in [0, 1]; public. */
interface MeanCurveRepresenters {
  /** √w·g_t for each t, shape (rows, m), row-major. */
  readonly at: (places: Float64Array) => Float64Array;
  readonly ofGrid: (count: number) => Float64Array;
  /** Bound on sup ‖g_t‖. */
  readonly largest: number;
  /** Largest ‖g_t − g_s‖ of neighbours on a net of 1000 steps. */
  readonly steepest: number;
}

/**
 * Representers g_t = Σ_j c_j (Σ_i w_i k(t, t_i) v_j(t_i)) v_j of a penalised mean, c_j = λ_j^(η₀−1)/(λ_j^η₀ + φ).
 *
 * @param side length of the domain
 * @see docs/proofs/meanCurve.md, Lemma 3; Mirshani, Reimherr & Slavković (2019), eq. (2)
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
    readonly kernel: CapableKernel;
    readonly side: number;
  }): MeanCurveRepresenters {
  const m = weights.length;
  // Row j: u_j times the gain.
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
  const net = at(Float64Array.from({ length: steps + 1 }, (_, i) => i / steps));
  const largestOf = (G: Float64Array) => {
    let most = 0;
    for (let p = 0; p < G.length / m; p++) most = Math.max(most, rowNorm(G, p));
    return most;
  };
  let steepest = 0;
  for (let p = 1; p <= steps; p++) {
    let square = 0;
    for (let i = 0; i < m; i++) square += (net[p * m + i]! - net[(p - 1) * m + i]!) ** 2;
    steepest = Math.max(steepest, Math.sqrt(square));
  }
  const between = betweenPlaces(kernel, side / steps);
  const ofSpectrum = 64 * m * 2 ** -53 * eigenvalues.reduce((a, b) => Math.max(a, b), 0);
  const gamma = Math.sqrt(
    gains.reduce((most, gain, j) => Math.max(most, gain ** 2 * eigenvalues[j]!), 0) +
      gains.reduce((most, gain) => Math.max(most, gain ** 2), 0) * ofSpectrum,
  );
  const largest = between === undefined ? largestOf(ofGrid(m)) : largestOf(net) + gamma * between;
  return { at, ofGrid, largest, steepest };
}

const steps = 1000;

/**
 * sup ‖k_t − its linear interpolation between places h apart‖_H: undefined for an exponential kernel. For exp(−dr²),
 * κ(0) − κ(r) ≤ 6d²r²; for Matérn's, with s = rate·r, at most 2s rate² (ν = 3/2) and ½s² rate² (ν = 5/2).
 *
 * @throws {ParameterError} for another kernel
 */
function betweenPlaces({ decay, matern }: CapableKernel, h: number): number | undefined {
  if (decay !== undefined) return (h / 4) * Math.sqrt(12) * decay * h;
  if (matern === undefined) throw new ParameterError("kernel", "another", "a Gaussian or Matérn kernel");
  const { rate, linear, square } = matern;
  if (linear === 0) return undefined;
  const s = rate * h;
  return (h / 4) * rate * Math.sqrt(square === 0 ? 4 * s : s * s);
}

export function gramOfRows(G: Float64Array, rows: number): Float64Array {
  const m = G.length / rows;
  const turned = new Float64Array(G.length);
  for (let p = 0; p < rows; p++) for (let i = 0; i < m; i++) turned[i * rows + p] = G[p * m + i]!;
  return denseProduct({ A: G, B: turned, rows, terms: m, columns: rows });
}
