import type { JointChoice } from "../../src/core/privacy/choice/jointExponentialMechanism.ts";

/**
 * The probability of every combination of parts, by the formula and without levels: parts of the first number in the outermost
 * loop. For few parts.
 */
export function jointLaw({ numbers, range, epsilon }: JointChoice): readonly {
  readonly parts: readonly number[];
  /** How many combinations of places it has. */
  readonly places: number;
  readonly probability: number;
}[] {
  let combinations: { parts: number[]; places: number; score: number }[] = [{ parts: [], places: 1, score: 0 }];
  for (const parts of numbers) {
    combinations = combinations.flatMap((each) =>
      parts.map(({ score, count }, part) => ({
        parts: [...each.parts, part],
        places: each.places * count,
        score: Math.max(each.score, Number(score) / Number(range)),
      })),
    );
  }
  const least = Math.min(...combinations.filter(({ places }) => places > 0).map(({ score }) => score));
  const weights = combinations.map(({ places, score }) =>
    places > 0 ? places * Math.exp(-epsilon * (score - least)) : 0,
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return combinations.map(({ parts, places }, k) => ({ parts, places, probability: weights[k]! / total }));
}
