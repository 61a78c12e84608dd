import { checkLength, checkNonNegative, checkPositive, checkPositiveInteger, checkUnit } from "../../checks.ts";
import { NumericalError, ParameterError } from "../../errors.ts";
import { exactNormals } from "../../random/exactNormal.ts";
import { largestOnLattice } from "../../random/exactReal.ts";
import type { RandomWords } from "../../random/randomWords.ts";
import { gaussianNormBound, gaussianNormTail } from "./gaussianNorm.ts";
import { powerOfTwoBelow, roundingUp } from "./latticeScale.ts";

/** Bounds on unit noise N̂, computed in doubles; public. */
interface NoiseBounds {
  /** ρ ≥ 0: ‖N̂ − N‖₂ ≤ ρ, N the exact noise of the same normals. */
  readonly error: number;
  /** ν > 0: ‖N̂‖₂ ≤ ν. */
  readonly normBound: number;
  /** p: probability, of random bits only, that a bound fails. */
  readonly failure: number;
}

/**
 * Bounds for a sampler's noise on m points,
 *
 *     ν = (1 + t)√(m v) + ρ,  t = 37,
 *
 * @param forwardError ρ ≥ 0
 * @param failure probability that ρ is exceeded
 * @param variance v > 0, bound on the variance of each value, jitter included
 * @param count m ≥ 1
 * @see Boucheron, Lugosi & Massart (2013), Theorem 5.6
 */
export function noiseBounds({
  forwardError,
  failure,
  variance,
  count,
}: {
  readonly forwardError: number;
  readonly failure: number;
  readonly variance: number;
  readonly count: number;
}): NoiseBounds {
  checkNonNegative("forwardError", forwardError);
  checkUnit("failure", failure);
  checkPositive("variance", variance);
  checkPositiveInteger("count", count);
  const normBound = (gaussianNormBound(count * variance, Math.sqrt(count * variance)) + forwardError) * roundingUp;
  return { error: forwardError, normBound, failure: Math.min(1, failure + gaussianNormTail) };
}

interface LatticePlan {
  /** g, a power of two. */
  readonly lattice: number;
  /** 2ᵃ = s/g. */
  readonly ditherSteps: number;
  /** s = 2ᵃ g, standard deviation of the dither. */
  readonly dither: number;
  /** σ, factor of the unit noise. */
  readonly sigma: number;
  /** ω̄ ≥ ‖c − (f + σN)‖₂. */
  readonly computingError: number;
  readonly mu: number;
  readonly failure: number;
}

/**
 * Lattice, dither and σ of a function on a grid with correlated Gaussian noise:
 *
 *     σ = Δ/(μ − 2ω̄/s),  2⁻¹⁰ d Δ/μ < s ≤ 2⁻⁹ d Δ/μ,  s = 2ᵃ g,
 *     ω̄ = η + 2(Δ/μ)ρ + u(4(Δ/μ)ν + B)(1 + 2u) + 2⁻¹⁰⁰ s √m.
 *
 * The release is (ε, δ_μ(ε) + (1 + e^ε)p)-private for every ε. Arguments and errors are public.
 *
 * @param sensitivity Δ > 0 of the exact estimate, in the norm of the noise kernel, a solver's gap included
 * @param mu μ > 0, the claim
 * @param count m ≥ 1
 * @param estimateError η ≥ 0, bound on ‖computed − exact‖₂, whatever the records
 * @param estimateBound B ≥ 0, bound on ‖computed‖₂, whatever the records
 * @param noise bounds ρ, ν and p; the covariance of exact unit noise is at least the kernel matrix
 * @param ditherBits a, an integer from 0 to 12
 * @param leastDeviation d = min √K_ii > 0; another value only costs accuracy
 * @throws {NumericalError} if ω̄ is too large for the claim, or the numbers for the lattice
 * @see docs/proofs/latticeRelease.md
 */
export function latticePlan({
  sensitivity,
  mu,
  count,
  estimateError,
  estimateBound,
  noise,
  ditherBits,
  leastDeviation = 1,
}: {
  readonly sensitivity: number;
  readonly mu: number;
  readonly count: number;
  readonly estimateError: number;
  readonly estimateBound: number;
  readonly noise: NoiseBounds;
  readonly ditherBits: number;
  readonly leastDeviation?: number;
}): LatticePlan {
  checkPositive("sensitivity", sensitivity);
  checkPositive("mu", mu);
  checkPositiveInteger("count", count);
  checkNonNegative("estimateError", estimateError);
  checkNonNegative("estimateBound", estimateBound);
  checkNonNegative("noise.error", noise.error);
  checkPositive("noise.normBound", noise.normBound);
  checkUnit("noise.failure", noise.failure);
  checkPositive("leastDeviation", leastDeviation);
  if (!(Number.isInteger(ditherBits) && ditherBits >= 0 && ditherBits <= 12)) {
    throw new ParameterError("ditherBits", ditherBits, "an integer from 0 to 12");
  }

  const leastSigma = (sensitivity / mu) * roundingUp;
  const wanted = leastSigma * leastDeviation;
  if (!(wanted > 2 ** -800 && wanted < 2 ** 800 && leastSigma > 2 ** -800 && leastSigma < 2 ** 800)) {
    throw new NumericalError(`no lattice for noise of the standard deviation ${wanted}`);
  }
  const dither = powerOfTwoBelow(wanted) * 2 ** -9;
  const ditherSteps = 2 ** ditherBits;
  const lattice = dither / ditherSteps;

  const summing = 2 ** -53 * (4 * leastSigma * noise.normBound + estimateBound) * (1 + 2 ** -52);
  const computingError =
    (estimateError + 2 * leastSigma * noise.error + summing + 2 ** -100 * dither * Math.sqrt(count)) *
    roundingUp *
    roundingUp;
  const spent = ((2 * computingError) / dither) * roundingUp;
  if (!(spent <= mu / 2)) {
    throw new NumericalError(`rounding would spend ${spent} of mu = ${mu}; at most half of it may be`);
  }
  const sigma = (sensitivity / (mu - spent)) * roundingUp;
  if (!(sigma <= 2 * leastSigma)) throw new NumericalError(`sigma = ${sigma} exceeds twice ${leastSigma}`);
  const largest = estimateBound + sigma * noise.normBound;
  if (!(largest / lattice <= largestOnLattice / 2)) {
    throw new NumericalError(`numbers up to ${largest} are too large for a lattice of step ${lattice}`);
  }
  return { lattice, ditherSteps, dither, sigma, computingError, mu, failure: noise.failure };
}

/**
 * The release: the integers
 *
 *     D_i = ⌊c_i/g + 2ᵃ z_i + ½⌋,  c = fl(f̂ + fl(σ N̂)),
 *
 * with exact standard normals z_i; they stand for g D_i. Numbers are clipped at ±2⁵¹ g.
 *
 * @param estimate f̂, shape (m,). Private
 * @param unitNoise N̂, shape (m,), for this release only. Private
 * @param words about 12 a number, after the normals of N̂
 * @returns D, shape (m,)
 */
export function latticeRelease({
  plan: { lattice, ditherSteps, sigma },
  estimate,
  unitNoise,
  words,
}: {
  readonly plan: LatticePlan;
  readonly estimate: ArrayLike<number>;
  readonly unitNoise: ArrayLike<number>;
  readonly words: RandomWords;
}): Float64Array {
  checkLength("unitNoise", unitNoise, estimate.length);
  const computed = new Float64Array(estimate.length);
  for (let i = 0; i < computed.length; i++) computed[i] = estimate[i]! + sigma * unitNoise[i]!;
  return exactNormals(words).allOnLattice(computed, lattice, ditherSteps);
}

/**
 * `latticeRelease` with noise from a sampler.
 *
 * @param sample N̂ of `normalCount` standard normals, with the `NoiseBounds` of the plan
 * @param words fresh: about 12 for each normal and each number
 */
export function drawLatticeRelease({
  plan,
  estimate,
  normalCount,
  sample,
  words,
}: {
  readonly plan: LatticePlan;
  readonly estimate: ArrayLike<number>;
  readonly normalCount: number;
  readonly sample: (standardNormals: Float64Array) => ArrayLike<number>;
  readonly words: RandomWords;
}): Float64Array {
  const standardNormals = new Float64Array(normalCount);
  exactNormals(words).fillNearest(standardNormals);
  return latticeRelease({ plan, estimate, unitNoise: sample(standardNormals), words });
}

export function latticeValues(integers: ArrayLike<number>, lattice: number): Float64Array {
  return Float64Array.from(integers, (value) => value * lattice);
}
