import { clipCurve, penalisedMean } from "../../../../src/core/mean/functionalMean.ts";
import type { CovarianceSpectrum } from "../../../../src/core/kernels/covarianceSpectrum.ts";
import { cholesky } from "../../../../src/core/linalg/cholesky.ts";
import type { RandomSource } from "../../../../src/core/random/randomSource.ts";

/** What an enemy of a penalised mean knows. */
export interface Smoother {
  readonly spectrum: CovarianceSpectrum;
  readonly penalty: number;
  readonly power: number;
  readonly normBound: number;
}

/** √(δᵀC⁻¹δ) and C⁻¹δ for a covariance C, by Cholesky: without any spectrum. */
export function noiseNorm(
  C: Float64Array,
  m: number,
): { norm(delta: Float64Array): number; solve(delta: Float64Array): Float64Array } {
  const L = cholesky(C, m);
  const forward = (delta: Float64Array) => {
    const y = delta.slice();
    for (let i = 0; i < m; i++) {
      for (let k = 0; k < i; k++) y[i]! -= L[i * m + k]! * y[k]!;
      y[i]! /= L[i * m + i]!;
    }
    return y;
  };
  return {
    norm: (delta) => Math.sqrt(forward(delta).reduce((sum, y) => sum + y * y, 0)),
    solve: (delta) => {
      const x = forward(delta);
      for (let i = m - 1; i >= 0; i--) {
        for (let k = i + 1; k < m; k++) x[i]! -= L[k * m + i]! * x[k]!;
        x[i]! /= L[i * m + i]!;
      }
      return x;
    },
  };
}

/** A curve of norm τ after clipping, of a random shape: rough, smooth or a spike. */
export function randomCurve(random: RandomSource, { spectrum: { weights }, normBound }: Smoother): Float64Array {
  const m = weights.length;
  const kind = random.uniform();
  const [frequency, phase, place] = [40 * random.uniform(), 6 * random.uniform(), Math.floor(m * random.uniform())];
  const curve = Float64Array.from({ length: m }, (_, i) =>
    kind < 0.4 ? random.normal() : kind < 0.8 ? Math.sin((frequency * i) / m + phase) : i === place ? 1 : 0,
  );
  return clipCurve({ curve: curve.map((x) => 1e3 * x), weights, normBound }).clipped;
}

/**
 * The curve that an enemy finds who climbs to the largest ‖Sx‖ in the norm of the noise, x in the ball of radius τ:
 * x ← S W⁻¹ C⁻¹ S x, clipped. It uses the estimator and the covariance of the noise, and no formula for Δ.
 */
export function worstCurve(
  start: Float64Array,
  smoother: Smoother,
  noise: ReturnType<typeof noiseNorm>,
  steps = 500,
): Float64Array {
  const { spectrum, penalty, power, normBound } = smoother;
  const { weights } = spectrum;
  const S = (curves: Float64Array) => penalisedMean({ curves, spectrum, penalty, power });
  let x = start;
  for (let step = 0; step < steps; step++) {
    const ascent = S(noise.solve(S(x)).map((g, i) => g / weights[i]!));
    const size = Math.max(...ascent.map(Math.abs));
    x = clipCurve({ curve: ascent.map((a) => (1e6 * normBound * a) / size), weights, normBound }).clipped;
  }
  return x;
}
