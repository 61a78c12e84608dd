import { cholesky } from "../../src/core/linalg/cholesky.ts";
import { solveLower } from "../../src/core/linalg/triangular.ts";
import { exactDensity } from "../../src/core/density/exactDensity.ts";
import { openOnlineDensity } from "./openedDensity.ts";
import { wordsOf } from "../../src/core/random/randomWords.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { muOf } from "./audits.ts";

/** What an online release may cost. */
export const onlineBudget = { epsilon: 4, delta: 0.05, calibration: "analytic" } as const;

const shape = { domain: [[0, 1]], bandwidths: [0.1], correlation: 0, route: "gaussian", relativeRate: 1 } as const;

/** An online density of two records, one at a half. */
export const openedOnline = (last: number, seed: number) =>
  openOnlineDensity({
    ...shape,
    bump: "exponential",
    points: { dimension: 1, coordinates: Float64Array.of(0.5, last) },
    words: wordsOf(seededSource(seed)),
    budget: onlineBudget,
  });

/**
 * A lower bound on the μ of online answers, by an attacker who asks where the change is, then where the answers send him.
 *
 * @param left factor of the noise that is left, for the power of the audit
 */
export function auditedOnline(draws: number, left = 1): number {
  const [a, b] = [0.2, 0.8];
  const [first, second] = [a, b].map((last) =>
    exactDensity({ ...shape, bump: "exponential" }, { dimension: 1, coordinates: Float64Array.of(0.5, last) }),
  ) as [ReturnType<typeof exactDensity>, ReturnType<typeof exactDensity>];
  const kernel = (x: number, y: number) => Math.exp(-10 * Math.abs(x - y));
  const counts = [a, b].map((last, which) => {
    let count = 0;
    for (let i = 0; i < draws; i++) {
      const { release } = openedOnline(last, 1 + i + which * draws);
      const truth = which === 0 ? first : second;
      const ask = (x: number) => {
        const place = { dimension: 1, coordinates: Float64Array.of(x) };
        const f = truth.estimate(place)[0]!;
        return f + left * (release.query(place)[0]! - f);
      };
      const asked = [a, b];
      const answers = asked.map(ask);
      const third = Math.min(0.999, Math.max(0.001, 0.5 + 0.05 * Math.tanh(answers[0]! - answers[1]!)));
      asked.push(third);
      answers.push(ask(third));
      const at = { dimension: 1, coordinates: Float64Array.from(asked) };
      const [f, g] = [first.estimate(at), second.estimate(at)];
      const L = cholesky(
        Float64Array.from({ length: 9 }, (_, k) => kernel(asked[Math.floor(k / 3)]!, asked[k % 3]!)),
        3,
      );
      const white = (of: (k: number) => number) =>
        solveLower(
          L,
          Float64Array.from({ length: 3 }, (_, k) => of(k)),
        );
      const direction = white((k) => g[k]! - f[k]!);
      const place = white((k) => answers[k]! - (f[k]! + g[k]!) / 2);
      if (place.reduce((sum, value, k) => sum + value * direction[k]!, 0) > 0) count++;
    }
    return count;
  }) as [number, number];
  return muOf(counts[0], counts[1], draws);
}
