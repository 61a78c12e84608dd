import { fftRoundoff } from "../../linalg/fourier/fft.ts";
import { createPlaneFft } from "../../linalg/fourier/planeFft.ts";
import type { CirculantSpectrum } from "./circulantSpectrum.ts";
import { gaussianNormBound } from "./gaussianNorm.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";

interface TorusNoise extends UnitNoiseSampler {
  /**
   * w_kl at l·nx + k: N = Re Σ_k Σ_{l ≥ 0} c_l w_kl (z + iz′)_kl e^(i(φ_ik + φ_jl)), c_l = 1 for l = 0 and ny/2, 2
   * otherwise.
   */
  readonly weights: Float64Array;
}

/**
 * Noise on a plane from all waves of a torus, with the covariance Σ λ′(k, l) cos(φ_k(r) + φ_l(r)) / (nx ny):
 *
 *     Re Σ_k Σ_{l ≥ 0} √((2 − [l = 0 or ny/2]) λ′(k, l)/(nx ny)) (z + iz′)_kl e^(i(φ_ik + φ_jl)),
 *     λ′ = (1 + a)(λ + τ + slack + 1.01e).
 *
 * Rounding errs by e = (ε_nx + ε_ny + 8u)√max λ′ (`createPlaneFft`); a = 1.01e covers it, as in `waveNoise`.
 *
 * @param counts of the points of both axes, at most half of the torus
 * @param slack white variance that makes the exact sum dominate K + τI
 * @param elementError bound on the elements of the exact covariance of λ minus K
 * @param jitter τ ≥ 0
 * @see docs/proofs/forwardError.md, Lemma 4, for ρ
 */
export function torusNoise({
  spectrum: { nx, ny, eigenvalues },
  counts: [columns, rows],
  slack,
  elementError,
  jitter,
}: {
  readonly spectrum: CirculantSpectrum;
  readonly counts: readonly [number, number];
  readonly slack: number;
  readonly elementError: number;
  readonly jitter: number;
}): TorusNoise {
  const fft = createPlaneFft(nx, ny);
  const size = eigenvalues.length;
  let largest = 0;
  for (let q = 0; q < size; q++) if (eigenvalues[q]! > largest) largest = eigenvalues[q]!;
  const transformError = fftRoundoff(nx) + fftRoundoff(ny) + 8 * 2 ** -53;
  const error = transformError * Math.sqrt(1.1 * (largest + jitter + slack));
  const white = jitter + slack + 1.01 * error;
  const factor = (1 + 1.01 * error) / (nx * ny);
  const weights = new Float64Array(size);
  let variances = 0;
  for (let q = 0; q < size; q++) {
    // The transform counts waves with 0 < l < ny/2 twice.
    const once = q < nx || q >= (nx * ny) / 2 ? factor : 0.5 * factor;
    weights[q] = Math.sqrt(once * (eigenvalues[q]! + white));
    variances += eigenvalues[q]! + white;
  }
  let normals: Float64Array = weights;
  const fill = (re: Float64Array, im: Float64Array) => {
    for (let q = 0; q < size; q++) {
      const w = weights[q]!;
      re[q] = w * normals[2 * q]!;
      im[q] = w * normals[2 * q + 1]!;
    }
  };
  const transform = { rows: (ny >> 1) + 1, fill, columns };
  return {
    method: "circulant",
    normalCount: 2 * size,
    jitter,
    forwardError: 1.01 * transformError * gaussianNormBound(2 * variances, Math.sqrt(largest + white)),
    weights,
    covarianceError: elementError + slack + 4.1 * error * (1 + jitter + elementError + slack),
    sample: (z, out) => {
      normals = z;
      fft.sum({ ...transform, values: out.length === columns * rows ? out : out.subarray(0, columns * rows) });
      normals = weights;
      return out;
    },
  };
}
