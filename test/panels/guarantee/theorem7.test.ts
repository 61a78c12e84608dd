import { describe, expect, test } from "vitest";
import { numberText } from "../../../src/core/numberFormats.ts";
import { analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { largestEpsilonOfTheorem7 } from "../../../src/core/privacy/calibration/laplace.ts";
import { deviationsOfLaws, theorem7ProofRows, theorem7Words } from "../../../src/panels/guarantee/theorem7.ts";

/** N values that each change by at most S, all together by the given share of N S and √N S. */
function valuesOf(valueCount: number, share = 1) {
  const pointwiseSensitivity = 0.01;
  const vectorSensitivity = {
    l1: share * valueCount * pointwiseSensitivity,
    l2: Math.sqrt(share * valueCount) * pointwiseSensitivity,
  };
  return { valueCount, pointwiseSensitivity, vectorSensitivity };
}

const asked = { epsilon: 1, delta: 1e-5 };

describe("theorem7Words", () => {
  test("names the range where ε is outside it, the budget that is drawn, and normal noise", () => {
    const most = largestEpsilonOfTheorem7(0.1);
    const outside = { epsilon: 1.0001 * most, delta: 0.1 };
    const { standing, sentence } = theorem7Words(outside, valuesOf(441), { epsilon: 7, delta: 0.1 });
    expect(standing).toBe("outside");
    expect(sentence).toContain(`8 ln(3/2) ln(1/δ) = ${numberText(most)} at δ = 0.1`);
    expect(sentence).toContain("What is drawn keeps ε = 7 at δ = 0.1.");
    expect(sentence).toContain("Normal noise has no such limit.");
    expect(theorem7Words({ ...outside, epsilon: most }, valuesOf(441)).standing).not.toBe("outside");
  });

  test.each([0, 1, -1, NaN])("needs a δ between 0 and 1, and %s is none", (delta) => {
    const { standing, sentence } = theorem7Words({ epsilon: 1, delta }, valuesOf(441));
    expect([standing, /needs a δ between 0 and 1/.test(sentence)]).toEqual(["outside", true]);
  });

  test("says where pure ε needs less: up to 8 ln(1/δ) values, and beyond where all together change by little", () => {
    const few = theorem7Words(asked, valuesOf(92));
    expect(few.standing).toBe("worse");
    expect(few.sentence).toContain("more than 8 ln(1/δ) = 92.1 values, and these are 92");
    expect(theorem7Words(asked, valuesOf(93)).standing).toBe("better");
    const spread = theorem7Words(asked, valuesOf(441, 0.1));
    expect(spread.standing).toBe("worse");
    expect(spread.sentence).toContain("all 441 together change by 10 % of that");
  });

  test("says by how much normal noise needs less: 2.83 in the limit of small δ, 3.64 at (1, 1e-5)", () => {
    expect(theorem7Words(asked, valuesOf(441)).sentence).toContain("Normal noise needs 3.64 times less");
    for (const [delta, least, most] of [
      [1e-5, 3.6, 3.7],
      [1e-15, 3.1, 3.2],
      [1e-300, 2.83, 2.87],
    ] as const) {
      const { composedLaplace, gaussian } = deviationsOfLaws(valuesOf(441), { epsilon: 1, delta });
      expect(composedLaplace! / gaussian).toBeGreaterThan(least);
      expect(composedLaplace! / gaussian).toBeLessThan(most);
    }
  });
});

test("deviationsOfLaws are those of b√2 and σ, each with its own sensitivity", () => {
  const values = valuesOf(441, 0.25);
  const found = deviationsOfLaws(values, asked);
  expect(found.laplace).toBeCloseTo(Math.SQRT2 * 0.25 * 4.41, 12);
  expect(found.composedLaplace).toBeCloseTo(Math.SQRT2 * 2 * Math.sqrt(2 * Math.log(1e5)) * 0.21, 12);
  expect(found.gaussian).toBeCloseTo(analyticNoiseMultiplier(asked) * 0.105, 12);
  expect(deviationsOfLaws(values, { epsilon: 40, delta: 1e-5 }).composedLaplace).toBeUndefined();
});

test("theorem7ProofRows say which composition it is", () => {
  const multiplier = 2 * Math.sqrt(2 * Math.log(1e5));
  const textOf = (valueCount: number) =>
    theorem7ProofRows({ valueCount }, { ...asked, multiplier })
      .map((row) => row.join(": "))
      .join("; ");
  expect(textOf(92)).toContain("by plain composition, 92 times ε₀ = 0.999");
  expect(textOf(93)).toContain("by advanced composition");
});
