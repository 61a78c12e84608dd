import { gridStep } from "../grids.ts";
import { exponentialSum } from "../kernels/exponentialSum.ts";
import type { CovarianceSpectrum } from "../kernels/covarianceSpectrum.ts";
import { representableBound } from "../representableBound.ts";
import type { OnlineTarget } from "../release/onlineFunction.ts";
import { centreAt } from "../release/postMap.ts";
import { curveKernel, lengthScaleOf } from "./curveKernels.ts";
import { coefficientsOf } from "./functionalMean.ts";
import { meanCurveGrid } from "./meanCurveGrid.ts";
import type { SmoothingParameters } from "./meanCurveParameters.ts";
import type { MeanCurveRounding } from "./meanCurveRounding.ts";

/**
 * Penalised mean between its grid points, to be answered point by point,
 *
 *     f(t) = Σᵢ βᵢ k(t, tᵢ),   β = Σ_j g_j ⟨x̄, v_j⟩ W v_j,   g_j = λ_j^(η₀−1)/(λ_j^η₀ + φ),
 *     Δ = (2cτ₀/n) max_j g_j √λ_j,
 *
 * at the grid points the estimate of the study.
 *
 * @param mean x̄, shape (m,). Private
 * @param radius 2cτ₀/n, c the most curves of one person
 * @param rounding as proved for what leaves
 * @see docs/proofs/onlineNoise.md, Lemma 7; Mirshani, Reimherr & Slavković (2019), eq. (2), Theorem 4.1
 */
export function onlineMean({
  mean,
  spectrum,
  radius,
  rounding: { orthogonality, leastJitter },
  parameters,
}: {
  readonly mean: Float64Array;
  readonly spectrum: CovarianceSpectrum;
  readonly radius: number;
  readonly rounding: MeanCurveRounding;
  readonly parameters: SmoothingParameters;
}): OnlineTarget {
  const { domain, kernel: name, range, penalty, power, normBound, centre } = parameters;
  const { eigenvalues, eigenvectors, weights } = spectrum;
  const [axis] = meanCurveGrid(domain, weights.length).axes;
  const m = axis!.count;
  const gains = eigenvalues.map((lambda) => (lambda > 0 ? lambda ** (power - 1) / (lambda ** power + penalty) : 0));
  const largest = (of: (gain: number, j: number) => number) =>
    gains.reduce((most, g, j) => Math.max(most, of(g, j)), 0);
  const operatorError = leastJitter * weights.reduce((least, w) => Math.min(least, w), Infinity);
  const square = largest((g, j) => g * g * eigenvalues[j]!) + operatorError * largest((g) => g * g);

  const [side, step] = [domain[1] - domain[0], gridStep(axis!)];
  const places = Float64Array.from({ length: m }, (_, i) => i * step);
  const coefficients = new Float64Array(m);
  coefficientsOf(mean, spectrum).forEach((c, j) => {
    for (let i = 0; i < m; i++) coefficients[i]! += gains[j]! * c * eigenvectors[j * m + i]!;
  });
  coefficients.forEach((value, i) => (coefficients[i] = Math.sqrt(weights[i]!) * value));

  const lengthScale = lengthScaleOf(name, range);
  const kernel = curveKernel(name, range);
  const isFast = name === "exponential";
  const sum = exponentialSum(places, coefficients, lengthScale);
  const direct = (x: number) => coefficients.reduce((total, c, i) => total + c * kernel.evaluate([x], [places[i]!]), 0);
  const peak = largest((g) => g) * normBound * 1.01;
  const ofSum = (isFast ? 6 * (m + 2) : m + 40 + (kernel.roundings ?? 0)) + (2 * side) / lengthScale;
  const ofCoefficients = m / 2 + 2 * m * Math.sqrt(m) + 20;
  return {
    estimate: ({ coordinates }) => coordinates.map(isFast ? sum : direct),
    roundingError: 1.01 * peak * ((ofSum + ofCoefficients) * 2 ** -53 + 2.1 * orthogonality),
    peak,
    sensitivity: representableBound(radius * Math.sqrt(square) * (1 + 1e-12)),
    kernel: isFast ? { rate: 1 / lengthScale } : kernel,
    domain: [[0, side]],
    inKernel: ({ dimension, coordinates }) => ({ dimension, coordinates: coordinates.map((t) => t - domain[0]) }),
    units: {
      scale: 1,
      offsetsAt: ({ coordinates }) => (centre ? centreAt(centre, coordinates) : new Float64Array(coordinates.length)),
    },
  };
}
