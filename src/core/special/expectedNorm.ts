import { checkAllFinite, checkLength, checkNonNegative } from "../checks.ts";

const step = 0.3;
const first = -18;

/**
 * Mean length of a normal vector with independent coordinates, to about 10⁻¹¹ of itself,
 *
 *     E √(Σ (a_j + √ν_j z_j)²) = √A (1 + (1/2√π) ∫ (e^{−t} − L(t)) t^{−3/2} dt),
 *
 * with Q the sum, A = EQ and L(t) = E e^{−tQ/A} = Π (1 + 2tν_j/A)^{−1/2} e^{−t(a_j²/A)/(1 + 2tν_j/A)}. With t = e^s the
 * trapezoidal rule errs by about e^{−π²/step}; below s = −18 the integrand is less than e^{3s/2}.
 *
 * @param offsets a_j, finite
 * @param variances ν_j ≥ 0, equally many
 */
export function expectedNorm({
  offsets,
  variances,
}: {
  readonly offsets: ArrayLike<number>;
  readonly variances: ArrayLike<number>;
}): number {
  checkAllFinite("offsets", offsets);
  checkLength("variances", variances, offsets.length);
  let mean = 0;
  for (let j = 0; j < offsets.length; j++) {
    mean += offsets[j]! ** 2 + checkNonNegative(`variances[${j}]`, variances[j]!);
  }
  if (mean === 0) return 0;
  let sum = 0;
  for (let s = first; ; s += step) {
    const t = Math.exp(s) / mean;
    let [product, exponent] = [1, 0];
    for (let j = 0; j < offsets.length && product < 1e200 && exponent < 100; j++) {
      const factor = 1 + 2 * t * variances[j]!;
      product *= factor;
      exponent += (t * offsets[j]! ** 2) / factor;
    }
    const transform = Math.exp(-exponent) / Math.sqrt(product);
    const decay = Math.exp(-s / 2);
    sum += decay * (Math.exp(-Math.exp(s)) - transform);
    if (s > 4 && decay * transform < 1e-15) break;
  }
  return Math.sqrt(mean) * (1 + (step * sum) / (2 * Math.sqrt(Math.PI)));
}
