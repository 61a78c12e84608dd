import { checkUnit } from "../../src/core/checks.ts";
import { exponentialKarhunenLoeve } from "../../src/core/privacy/mechanisms/karhunenLoeve.ts";
import { checkAllFinite, checkLength, checkPositive, checkPositiveInteger } from "../../src/core/checks.ts";

/**
 * Spectral release: the first m coefficients of function *and* noise,
 *
 *     c̃_j = ⟨f, φ_j⟩ + σ √λ_j z_j.
 *
 * It is as private as the whole: Σ_{j ≤ m} ⟨f − f′, φ_j⟩²/λ_j ≤ ‖f − f′‖² ≤ Δ². The full function with noise of m terms is
 * not private: see `truncatedNoiseLeak`. A coefficient with λ_j = 0 is rejected.
 *
 * @param coefficients ⟨f, φ_j⟩, shape (m,). Private
 * @param eigenvalues λ_j > 0, shape (m,), of the noise's kernel
 * @param noiseScale σ = multiplier · Δ > 0, Δ in the RKHS norm of the kernel
 * @param standardNormals z, shape (m,)
 * @throws {ParameterError} if a shape or a range above is violated
 * @see Hall, Rinaldo & Wasserman (2011), Proposition 2.1; errata W2, W5 and rule 3
 */
export function spectralRelease({
  coefficients,
  eigenvalues,
  noiseScale,
  standardNormals,
}: {
  readonly coefficients: ArrayLike<number>;
  readonly eigenvalues: ArrayLike<number>;
  readonly noiseScale: number;
  readonly standardNormals: ArrayLike<number>;
}): Float64Array {
  const m = checkPositiveInteger("coefficients.length", coefficients.length);
  checkAllFinite("coefficients", coefficients);
  checkLength("eigenvalues", eigenvalues, m);
  checkAllFinite("standardNormals", checkLength("standardNormals", standardNormals, m));
  checkPositive("noiseScale", noiseScale);
  return Float64Array.from({ length: m }, (_, j) => {
    const deviation = Math.sqrt(checkPositive(`eigenvalues[${j}]`, eigenvalues[j]!));
    return coefficients[j]! + noiseScale * deviation * standardNormals[j]!;
  });
}

/** Part of a difference that has no noise, if the noise alone is cut to m terms. */
interface TruncatedNoiseLeak {
  /** ‖g‖ in the RKHS */
  readonly fullNorm: number;
  /** √(Σ_{j ≤ m} ⟨g, φ_j⟩²/λ_j), the norm that the noise covers. */
  readonly truncatedNorm: number;
  /** g − Σ_{j ≤ m} ⟨g, φ_j⟩ φ_j at points: a recipient sees it without noise. */
  readonly leaked: (at: Float64Array) => Float64Array;
}

/**
 * Leak of noise cut to m Karhunen–Loève terms for g = k(a, ·) − k(b, ·), k = exp(−γ|s − t|): g's part orthogonal to φ₁ …
 * φ_m has no noise.
 *
 * @param from a, from 0 to 1
 * @param to b, from 0 to 1
 * @throws {ParameterError}
 * @see errata W5, rule 3
 */
export function truncatedNoiseLeak({
  rate,
  count,
  from,
  to,
}: {
  readonly rate: number;
  readonly count: number;
  readonly from: number;
  readonly to: number;
}): TruncatedNoiseLeak & { readonly coefficients: Float64Array } {
  const { eigenvalues, evaluate } = exponentialKarhunenLoeve({ rate, count });
  const ends = evaluate(Float64Array.of(checkUnit("from", from), checkUnit("to", to)));
  const differences = Float64Array.from(ends, ([a = 0, b = 0]) => a - b);
  const coefficients = differences.map((difference, j) => eigenvalues[j]! * difference);
  return {
    coefficients,
    fullNorm: Math.sqrt(-2 * Math.expm1(-rate * Math.abs(from - to))),
    truncatedNorm: Math.sqrt(differences.reduce((sum, difference, j) => sum + eigenvalues[j]! * difference ** 2, 0)),
    leaked: (at) => {
      const rest = at.map((t) => Math.exp(-rate * Math.abs(t - from)) - Math.exp(-rate * Math.abs(t - to)));
      evaluate(at).forEach((phi, j) => phi.forEach((value, i) => (rest[i]! -= coefficients[j]! * value)));
      return rest;
    },
  };
}
