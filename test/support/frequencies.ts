import { expect } from "vitest";

/**
 * Demands that counts of independent draws fit the probabilities: Pearson's statistic is below a bound that it exceeds
 * with a probability of less than 10⁻⁶ where the law is right. Classes that expect fewer than 20 draws are joined to
 * one, which counts if it expects as many.
 *
 * For χ² with k degrees of freedom, P(χ² ≥ k + 2√(kx) + 2x) ≤ e^(−x) (Laurent & Massart 2000); x = 15 leaves e⁻¹⁵ =
 * 3·10⁻⁷, and the rest is for the distance of the statistic's law from χ².
 */
export function expectFrequencies(counts: ArrayLike<number>, probabilities: ArrayLike<number>): void {
  const draws = Array.from(counts).reduce((sum, count) => sum + count, 0);
  const rare = { count: 0, expected: 0 };
  let [statistic, classes] = [0, 0];
  const add = (count: number, expected: number) => {
    statistic += (count - expected) ** 2 / expected;
    classes++;
  };
  Array.from(probabilities).forEach((probability, i) => {
    const expected = draws * probability;
    if (expected >= 20) add(counts[i]!, expected);
    else {
      rare.count += counts[i]!;
      rare.expected += expected;
    }
  });
  if (rare.expected >= 20) add(rare.count, rare.expected);
  const k = classes - 1;
  expect(statistic, `χ² of ${k} degrees of freedom`).toBeLessThan(k + 2 * Math.sqrt(15 * k) + 30);
}
