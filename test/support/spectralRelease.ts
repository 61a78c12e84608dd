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
