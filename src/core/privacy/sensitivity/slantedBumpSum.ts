import { checkPositive, checkPositiveInteger } from "../../checks.ts";

/**
 * A bound on the sum of a slanted bump over lines y = 0, 1/k, …, 1 of points 1/k apart, for every centre a in ℝ × [0, 1],
 *
 *     Σ_y e^(−(y − a₂)²/2σ²) Σ_x e^(−(x − μ)²/2s²),   μ = a₁ + r(y − a₂).
 *
 * On a line the sum is √(2π)τ(1 + 2Σ_m q_m cos 2πmkμ), τ = sk, q_m = e^(−2π²m²τ²) (Poisson). So with
 * W_m(a₂) = Σ_y e^(−(y − a₂)²/2σ²) e^(2πi m k r y) the whole is at most √(2π)τ(W₀ + 2Σ_m q_m |W_m|): lines that a bump meets in
 * different places do not all add up to what one line may be. Its maximum over a₂ is taken on a net of
 * step η ≤ σ/32, with η²/8 (k + 1)/σ² for each |W_m| between its points, since |W_m| is the largest of its turned parts.
 *
 * @param degree k ≥ 1
 * @param across s > 0, as a share of the first side
 * @param slope r
 * @param along σ > 0, as a share of the second side
 * @throws {ParameterError} if an argument is out of range
 * @see docs/proofs/latticeKernelDensity.md, Lemma 2
 */
export function slantedBumpSum({
  degree,
  across,
  slope,
  along,
}: {
  readonly degree: number;
  readonly across: number;
  readonly slope: number;
  readonly along: number;
}): number {
  const n = checkPositiveInteger("degree", degree) + 1;
  const tau = checkPositive("across", across) * degree;
  const sigma = checkPositive("along", along);
  const waves: { readonly q: number; readonly cos: Float64Array; readonly sin: Float64Array }[] = [];
  let total = 1;
  for (let m = 1; m <= mostWaves; m++) {
    const q = Math.exp(-2 * (Math.PI * m * tau) ** 2);
    total += 2 * q;
    if (q < 1e-17) break;
    if (m === mostWaves) return Infinity;
    // Of whole turns nothing is left, so an angle is right to some units of k r m.
    const [cos, sin] = [new Float64Array(n), new Float64Array(n)];
    for (let y = 0; y < n; y++) {
      const angle = 2 * Math.PI * ((m * slope * y) % 1);
      cos[y] = Math.cos(angle);
      sin[y] = Math.sin(angle);
    }
    waves.push({ q, cos, sin });
  }
  const cells = Math.ceil(Math.min(4096, 32 / sigma));
  const weights = new Float64Array(n);
  let most = 0;
  for (let i = 0; i <= cells; i++) {
    let sum = 0;
    for (let y = 0; y < n; y++) {
      weights[y] = Math.exp(-0.5 * ((y / degree - i / cells) / sigma) ** 2);
      sum += weights[y]!;
    }
    for (const { q, cos, sin } of waves) {
      let [re, im] = [0, 0];
      for (let y = 0; y < n; y++) {
        re += weights[y]! * cos[y]!;
        im += weights[y]! * sin[y]!;
      }
      sum += 2 * q * Math.sqrt(re * re + im * im);
    }
    most = Math.max(most, sum);
  }
  const between = (n / 8) * (1 / (cells * sigma)) ** 2;
  const rounding = n * (2 * n + 400 + 100 * mostWaves * n * Math.abs(slope)) * 2 ** -53;
  return Math.sqrt(2 * Math.PI) * tau * (most + (between + rounding) * total) * (1 + 1e-13);
}

/** For τ above 0.06; bumps that are narrower meet one point of a line at most. */
const mostWaves = 24;
