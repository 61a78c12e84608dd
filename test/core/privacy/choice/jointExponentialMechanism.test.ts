import { expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { drawExponentialMechanism } from "../../../../src/core/privacy/choice/exponentialMechanism.ts";
import {
  drawJointly,
  jointExponentialMechanism,
} from "../../../../src/core/privacy/choice/jointExponentialMechanism.ts";
import type { JointChoice } from "../../../../src/core/privacy/choice/jointExponentialMechanism.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectFrequencies } from "../../../support/frequencies.ts";
import { jointLaw } from "../../../support/jointLaw.ts";
import { notPositive } from "../relative.ts";

const random = seededSource(1);
const below = (count: number) => Math.floor(count * random.uniform());

const choices: readonly JointChoice[] = Array.from({ length: 6 }, (_, k) => ({
  numbers: Array.from({ length: 1 + (k % 3) }, () =>
    Array.from({ length: 2 + below(4) }, () => ({ score: BigInt(below(5)), count: below(4) })).concat({
      score: 7n,
      count: 2,
    }),
  ),
  range: BigInt(1 + below(3)),
  epsilon: 0.5 + 2 * random.uniform(),
}));

test.each(choices.map((choice, k) => [k, choice] as const))(
  "drawJointly has the law of the largest score, of places in parts too, case %i",
  (_, choice) => {
    const law = jointLaw(choice);
    const draw = jointExponentialMechanism(choice);
    const bits = seededSource(7);
    const counts = new Map<string, number>();
    const first = choice.numbers[0]!.map(({ count }) => new Float64Array(count));
    for (let i = 0; i < 6000; i++) {
      const places = draw(bits);
      const key = places.map(({ part }) => part).join();
      counts.set(key, (counts.get(key) ?? 0) + 1);
      first[places[0]!.part]![places[0]!.place]!++;
    }
    expectFrequencies(
      law.map(({ parts }) => counts.get(parts.join()) ?? 0),
      law.map(({ probability }) => probability),
    );
    for (const drawn of first) {
      const total = drawn.reduce((sum, count) => sum + count, 0);
      if (total > 20 * drawn.length) expectFrequencies(drawn, new Float64Array(drawn.length).fill(1 / drawn.length));
    }
  },
);

test("of one number it is the exponential mechanism, drawn with the same bits", () => {
  for (let seed = 0; seed < 200; seed++) {
    const scores = [0, 1, 3, 4];
    const asked = { range: 2n, epsilon: 1 };
    const [chosen] = drawJointly({
      ...asked,
      numbers: [scores.map((score) => ({ score: BigInt(score), count: 1 }))],
      random: seededSource(seed),
    });
    const distances = scores;
    expect(chosen!.part).toBe(
      drawExponentialMechanism({ distances, sensitivity: 1, roundingError: 0, epsilon: 1, random: seededSource(seed) }),
    );
  }
});

test("scores beyond the cap are one level, and a large ε takes what is best", () => {
  const far = Array.from({ length: 2000 }, (_, k) => ({ score: 10n ** 30n + BigInt(k), count: 1 }));
  const numbers = [
    [{ score: 0n, count: 1 }, ...far],
    [...far, { score: 1n, count: 2 ** 32 }],
  ];
  const bits = seededSource(3);
  for (let i = 0; i < 6; i++) {
    const [one, other] = drawJointly({ numbers, range: 2n, epsilon: 5, random: bits });
    expect([one!.part, other!.part]).toEqual([0, 2000]);
    expect(other!.place).toBeLessThan(2 ** 32);
  }
  // At a small ε they are all alike: of each number the many come out.
  const parts = Array.from(
    { length: 12 },
    () => drawJointly({ numbers: [numbers[0]!], range: 2n, epsilon: 1e-300, random: bits })[0]!.part,
  );
  expect(new Set(parts).size).toBeGreaterThan(9);
});

test.each(notPositive)("drawJointly refuses ε = %s", (epsilon) => {
  const numbers = [[{ score: 0n, count: 1 }]];
  expect(() => drawJointly({ numbers, range: 2n, epsilon, random })).toThrow(/^epsilon must/);
});

test("drawJointly refuses numbers without a place, none, too many places, and no range", () => {
  const good = { numbers: [[{ score: 0n, count: 1 }]], range: 2n, epsilon: 1, random };
  for (const change of [
    { numbers: [] },
    { numbers: [[]] },
    { numbers: [[{ score: 0n, count: 0 }]] },
    { numbers: [[{ score: 0n, count: NaN }]] },
    { numbers: [[{ score: 0n, count: 2 ** 53 }]] },
    { range: 0n },
    { range: -1n },
  ]) {
    expect(() => drawJointly({ ...good, ...change })).toThrow(ParameterError);
  }
});
