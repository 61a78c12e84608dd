/**
 * Sum of exponentials on a line, in O(log n), known to 6(n + 2)u Σ|cᵢ|,
 *
 *     Σᵢ cᵢ e^{−|x − xᵢ|/ℓ} = e^{−(x − x_l)/ℓ} L_l + e^{−(x_r − x)/ℓ} R_r,
 *
 * x_l ≤ x < x_r next to x, L_i = c_i + e^{−(x_i − x_{i−1})/ℓ} L_{i−1}, and R_i the same from the right.
 *
 * @param places xᵢ, finite and sorted, shape (n,)
 * @param coefficients cᵢ, shape (n,)
 * @param lengthScale ℓ > 0
 * @see docs/proofs/onlineNoise.md, Lemma 6
 */
export function exponentialSum(
  places: Float64Array,
  coefficients: ArrayLike<number>,
  lengthScale: number,
): (x: number) => number {
  const n = places.length;
  const fromLeft = new Float64Array(n);
  const fromRight = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const j = n - 1 - i;
    const [left, right] = [coefficients[i]!, coefficients[j]!];
    fromLeft[i] = i === 0 ? left : left + Math.exp((places[i - 1]! - places[i]!) / lengthScale) * fromLeft[i - 1]!;
    fromRight[j] = i === 0 ? right : right + Math.exp((places[j]! - places[j + 1]!) / lengthScale) * fromRight[j + 1]!;
  }
  return (x) => {
    let [low, high] = [0, n];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (places[middle]! <= x) low = middle + 1;
      else high = middle;
    }
    const left = low > 0 ? Math.exp((places[low - 1]! - x) / lengthScale) * fromLeft[low - 1]! : 0;
    const right = low < n ? Math.exp((x - places[low]!) / lengthScale) * fromRight[low]! : 0;
    return left + right;
  };
}
