import type { Points } from "../../src/core/points.ts";
import { xoshiro } from "../../src/core/arithmetic/plain/xoshiro.ts";
import { wordsFromBlocks, wordsOf } from "../../src/core/random/randomWords.ts";
import type { RandomWords } from "../../src/core/random/randomWords.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { preparing } from "../../src/core/release/releasingPrivately.ts";
import type { PrivacyBudget } from "../../src/core/privacy/calibration/privacyBudget.ts";
import type { PrivateRelease } from "../../src/core/release/privateRelease.ts";
import type { ReleaseTarget } from "../../src/core/release/releaseTarget.ts";
import { lastOf } from "../../src/core/slices.ts";

/** Random words that can be had again: for tests only. The steps of one generator, without what makes normal numbers of them. */
export function recordedWords(seed: number): RandomWords {
  const random = wordsOf(seededSource(seed));
  const state = Int32Array.from({ length: 4 }, () => random.word() | 1);
  return wordsFromBlocks((block) => {
    xoshiro(state, block);
  }, 1024);
}

/** Many releases of one function, from words with a seed. */
export function releaser(target: ReleaseTarget, budget: PrivacyBudget, words: RandomWords): () => PrivateRelease {
  const prepared = lastOf(preparing(target, budget));
  return () => lastOf(prepared.draw(words));
}

/** All that a release says but what may depend on the records. */
export function publicPart({ integers, values, ...rest }: PrivateRelease): object {
  return { ...rest, counts: [integers.length, values.length] };
}

/** Records in a box, some of them outside; the last one is what neighbours differ in. */
export function neighbouringPoints(seed: number, count: number, dimension: number): readonly [Points, Points] {
  const random = seededSource(seed);
  const others = Array.from({ length: (count - 1) * dimension }, () => 1.2 * random.uniform() - 0.1);
  // Corners, as far outside as numbers go, or anywhere: what an enemy would choose.
  const place = () => {
    const kind = random.uniform();
    const far = kind < 0.64 ? 1e300 : kind < 0.67 ? Number.MAX_VALUE : -Number.MAX_VALUE;
    const at = kind < 0.3 ? 0 : kind < 0.6 ? 1 : kind < 0.7 ? far : random.uniform();
    return Array.from({ length: dimension }, () => at);
  };
  return [place(), place()].map((last) => ({
    dimension,
    coordinates: Float64Array.from([...others, ...last]),
  })) as unknown as readonly [Points, Points];
}

/** √N sup |F_N − Φ| of a sample; above 2.7 with probability at most 10⁻⁶ if it is standard normal (Massart 1990). */
export function kolmogorovSmirnov(sample: readonly number[], cdf: (x: number) => number): number {
  const sorted = Float64Array.from(sample).sort();
  const n = sorted.length;
  let most = 0;
  sorted.forEach((x, i) => {
    const p = cdf(x);
    most = Math.max(most, (i + 1) / n - p, p - i / n);
  });
  return Math.sqrt(n) * most;
}
