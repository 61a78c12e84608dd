import { interquartileRangeTest as rangeTest } from "../../src/core/privacy/choice/proposeTestRelease.ts";
import type { InterquartileRangeParameters } from "../../src/core/privacy/choice/proposeTestRelease.ts";

/** Test of propose-test-release, with the probability of a reply in each round if it takes place, and of none in both. */
export function interquartileRangeTest(given: InterquartileRangeParameters & { readonly values: ArrayLike<number> }) {
  const test = rangeTest(given);
  // The smaller of two probabilities; the other is its complement.
  const probabilities = Array.from(test.distanceToFail, (distance) => {
    const short = given.epsilon * (test.threshold - distance);
    const smaller = test.range < 2 ** -1000 ? 0 : Math.exp(-Math.abs(short)) / 2;
    return test.range < 2 ** -1000 || short >= 0
      ? { reply: smaller, silence: 1 - smaller }
      : { reply: 1 - smaller, silence: smaller };
  });
  return {
    ...test,
    releaseProbability: Float64Array.from(probabilities, ({ reply }) => reply),
    noReplyProbability: probabilities[0]!.silence * probabilities[1]!.silence,
  };
}
