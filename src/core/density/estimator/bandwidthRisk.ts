import { checkPositive, checkPositiveInteger } from "../../checks.ts";

interface DensityRisk {
  /** c₁h⁴, squared bias. */
  readonly bias: number;
  /** c₂/(nhᵈ), variance of sampling. */
  readonly sampling: number;
  /** m²Δ²V, mean integrated square. */
  readonly noise: number;
}

interface DensityRiskParameters {
  /** n ≥ 1. */
  readonly recordCount: number;
  /** d ≥ 1. */
  readonly dimension: number;
  /** s > 0, of the normal density for which c₁ is computed. */
  readonly scale: number;
  /** m = σ/Δ ≥ 0. */
  readonly noiseMultiplier: number;
  /** V > 0, of the domain. */
  readonly volume: number;
}

/**
 * Asymptotic risk of the Gaussian kernel density estimate, for a normal density of deviation s in ℝᵈ,
 *
 *     R(h) = c₁h⁴ + c₂/(nhᵈ) + m²V · 2/(n²(2πh²)ᵈ),   c₁ = d(d + 2)/(16 (4π)^{d/2} s^{d+4}),   c₂ = (4π)^{−d/2}.
 *
 * @param bandwidth h > 0
 * @see Hall, Rinaldo & Wasserman (2013), section 4.1; errata H5, W3
 */
export function densityRisk({
  bandwidth,
  ...parameters
}: DensityRiskParameters & { readonly bandwidth: number }): DensityRisk {
  const h = checkPositive("bandwidth", bandwidth);
  const { n, d, biasFactor, samplingFactor, noiseFactor } = factorsOf(parameters);
  return {
    bias: biasFactor * h ** 4,
    sampling: samplingFactor / (n * h ** d),
    noise: noiseFactor / (n * h ** d) ** 2,
  };
}

/**
 * Bandwidth of least risk R(h), and that risk. Without noise it is the normal reference rule, (d c₂/(4 c₁ n))^{1/(d +
 * 4)}.
 *
 * By bisection on ln h, as h R′(h) grows with h.
 *
 * @see Hall, Rinaldo & Wasserman (2013), section 4.1; errata W3
 */
export function optimalBandwidth(parameters: DensityRiskParameters): {
  readonly bandwidth: number;
  readonly risk: number;
} {
  const { n, d, biasFactor, samplingFactor, noiseFactor } = factorsOf(parameters);
  const isLong = (logH: number) => {
    const h = Math.exp(logH);
    const records = n * h ** d;
    return 4 * biasFactor * h ** 4 > (d * samplingFactor) / records + (2 * d * noiseFactor) / records ** 2;
  };
  let [low, high] = [-350 / d, 350 / d];
  for (;;) {
    const middle = (low + high) / 2;
    if (!(middle > low && middle < high)) break;
    if (isLong(middle)) high = middle;
    else low = middle;
  }
  const bandwidth = Math.exp(low);
  const { bias, sampling, noise } = densityRisk({ ...parameters, bandwidth });
  return { bandwidth, risk: bias + sampling + noise };
}

function factorsOf({ recordCount, dimension, scale, noiseMultiplier, volume }: DensityRiskParameters) {
  const n = checkPositiveInteger("recordCount", recordCount);
  const d = checkPositiveInteger("dimension", dimension);
  const s = checkPositive("scale", scale);
  const multiplier = noiseMultiplier === 0 ? 0 : checkPositive("noiseMultiplier", noiseMultiplier);
  const samplingFactor = (4 * Math.PI) ** (-d / 2);
  return {
    n,
    d,
    biasFactor: (d * (d + 2) * samplingFactor) / (16 * s ** (d + 4)),
    samplingFactor,
    noiseFactor: (2 * multiplier ** 2 * checkPositive("volume", volume)) / (2 * Math.PI) ** d,
  };
}
