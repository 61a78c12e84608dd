import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import type { Interval } from "../../../src/core/grids.ts";
import { claimedMu } from "../../../src/core/privacy/calibration/claim.ts";
import { largestEpsilonOfTheorem7 } from "../../../src/core/privacy/calibration/laplace.ts";
import { bernsteinLaplaceScaleApproximate } from "../../support/printedSensitivities.ts";
import { latticeLaws } from "../../../src/core/bernstein/latticeLaw.ts";
import { latticeSensitivityFormulas, planBernsteinDensity } from "../../../src/core/density/bernsteinDensity.ts";
import { densityGrid } from "../../../src/core/density/densityGrid.ts";
import type { PolynomialChoice } from "../../../src/core/bernstein/polynomialChoice.ts";
import { preparingPolynomial } from "../../../src/core/bernstein/privatePolynomial.ts";
import type { PrivateRelease } from "../../../src/core/release/privateRelease.ts";
import { parseRelease, releaseText, sealRelease } from "../../../src/core/release/file/sealedRelease.ts";
import { releaseContents } from "../../../src/core/release/file/releaseContents.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { epsilonOfPairs, pairedCounts } from "../../support/audits.ts";
import { neighbouringPoints, publicPart, recordedWords } from "../../support/privateReleases.ts";
import { sha256 } from "../../support/releaseExamples.ts";
import { automatic, byHand } from "../../support/polynomialChoices.ts";
import { casesOf } from "../../support/fuzzing.ts";

const unit: Interval = [0, 1];
type Prepared = ReturnType<typeof preparingPolynomial>;

const never = () => {
  throw new Error("not asked for");
};

describe("a private release of a polynomial", () => {
  const budget = { epsilon: 0.8, delta: 1e-5, calibration: "analytic" } as const;
  const released = (
    points: Parameters<typeof planBernsteinDensity>[0]["points"],
    choice: PolynomialChoice,
    seed: number,
    given: {
      readonly epsilon: number;
      readonly delta: number;
      readonly calibration: "analytic" | "classical";
    } = budget,
  ): PrivateRelease => {
    const d = points.dimension;
    const domain = new Array<Interval>(d).fill(unit);
    const plan = planBernsteinDensity({
      points,
      domain,
      bandwidths: new Array<number>(d).fill(0.1),
      correlation: 0,
      drawnOnGrid: never,
    });
    const words = {
      axes: densityGrid(domain).axes,
      units: { scale: 1, offset: 0 },
      formula: latticeSensitivityFormulas[choice.law],
    };
    return lastOf(preparingPolynomial(plan.target(choice), words, given).draw(recordedWords(seed)));
  };

  test.each([
    [automatic("laplace", 1), 1],
    [automatic("gaussian", 1), 1],
    [byHand("laplace", 25, 4), 1],
    [byHand("gaussian", 40, 12), 1],
    [byHand("laplace", 5, 2), 2],
    [byHand("gaussian", 7, 3), 2],
    [automatic("composedLaplace", 1), 1],
    [byHand("composedLaplace", 9, 2), 2],
  ] as const)("replayed on neighbours, only the integers differ, by no more than Δ: %j in ℓ = %i", (choice, d) => {
    for (let pair = 0; pair < (d === 1 ? casesOf(12, 6) : casesOf(4, 2)); pair++) {
      const [D, other] = neighbouringPoints(pair, 15, d);
      const [here, there] = [released(D, choice, pair), released(other, choice, pair)];
      expect(publicPart(there)).toEqual(publicPart(here));
      let [l1, l2] = [0, 0];
      here.integers.forEach((value, i) => {
        const step = Math.abs(value - there.integers[i]!) * here.lattice;
        l1 += step;
        l2 += step * step;
      });
      // Each of two integers is rounded by half a step.
      const count = here.integers.length;
      const rounded = here.lattice * (choice.law === "laplace" ? count : Math.sqrt(count));
      if (choice.law === "composedLaplace") {
        // Theorem 7 counts each number alone.
        const most = (here.sensitivity.value + 2 * here.estimateError) / Math.sqrt(count) + here.lattice;
        here.integers.forEach((value, i) => {
          expect(Math.abs(value - there.integers[i]!) * here.lattice).toBeLessThanOrEqual(most);
        });
      }
      const distance = choice.law === "laplace" ? l1 : Math.sqrt(l2);
      expect(distance).toBeLessThanOrEqual(here.sensitivity.value + 2 * here.estimateError + rounded);
    }
  });

  test("is pure with Laplace noise, whatever δ and calibration are", () => {
    const [D] = neighbouringPoints(1, 15, 1);
    const choice = byHand("laplace", 10, 2);
    const first = released(D, choice, 1);
    expect(first).toMatchObject({
      kind: "laplaceCoordinates",
      delta: 0,
      failure: 0,
      achievedDelta: 0,
      calibration: "pure",
    });
    expect(first.epsilon).toBeLessThanOrEqual(0.8);
    expect(first.epsilon).toBeGreaterThan(0.8 * (1 - 2 ** -11));
    const again = released(D, choice, 1, { epsilon: 0.8, delta: 0.3, calibration: "classical" });
    expect(again).toEqual(first);
  });

  test("by Theorem 7 has the theorem's scale on √N S, its range, and a μ that is less than that of ε and δ", () => {
    const [D] = neighbouringPoints(1, 15, 2);
    const choice = byHand("composedLaplace", 10, 2);
    const first = released(D, choice, 1);
    expect(first).toMatchObject({
      ...{ kind: "composedLaplaceCoordinates", calibration: "theorem7", epsilon: 0.8, delta: 1e-5, failure: 0 },
    });
    const S = first.sensitivity.value / 11;
    const printed = bernsteinLaplaceScaleApproximate({
      sensitivity: S,
      degree: 10,
      dimension: 2,
      epsilon: 0.8,
      delta: 1e-5,
    });
    expect(first.sigma).toBeGreaterThanOrEqual(printed);
    expect(first.sigma).toBeLessThan(printed * (1 + 2 ** -11));
    expect(first.achievedDelta).toBeLessThan(1e-5);
    expect(first.mu).toBeLessThan(claimedMu({ ...budget, failure: 0 }));
    const most = largestEpsilonOfTheorem7(0.1);
    const at = (epsilon: number) => released(D, choice, 1, { epsilon, delta: 0.1, calibration: "analytic" });
    expect(at(most).epsilon).toBe(most);
    expect(() => at(1.001 * most)).toThrow(/epsilon must be at most .* Gaussian noise has no such limit/);
  });

  test.each(latticeLaws)("is a file that proves its claim, and none that claims more: %s", async (law) => {
    const [D] = neighbouringPoints(2, 15, 1);
    const release = released(D, byHand(law, 12, 3), 2);
    const words = {
      app: { name: "Curveil", version: "0", commit: "" },
      created: "2026-11-22",
      study: "density",
      sheet: {
        ...{ title: "t", curator: "", intendedUse: "", dataProduct: "", privacyUnit: "", privacyUnitDetails: "" },
        ...{ neighbourRelation: "", dataDomain: "", unprotectedQuantities: [], parameters: [], composition: "" },
        ...{ preprocessing: "", justification: "" },
      },
      axes: [{ name: "x", unit: "" }],
      value: { name: "density", unit: "" },
      provenance: [],
      ledgerEntry: null,
    };
    const contents = releaseContents(release, words);
    const file = await sealRelease(contents, sha256);
    expect(parseRelease(releaseText(file))).toEqual(file);
    expect(file.mechanism.domain).toMatchObject({
      kind: "basis",
      parameters: [
        { name: "degree k", value: 12 },
        { name: "order h", value: 3 },
        { name: "lower end of axis 1", value: 0 },
        { name: "upper end of axis 1", value: 1 },
      ],
    });
    expect(file.dpEvent.class_name).toBe(law === "laplace" ? "EpsilonDeltaDpEvent" : "GaussianDpEvent");
    const { mechanism } = contents;
    // A smaller ε is within what the numbers of Theorem 7 prove; a smaller μ, or less noise, is not.
    const less = law === "composedLaplace" ? { mu: mechanism.mu / 2 } : { epsilon: mechanism.epsilon / 2 };
    for (const change of [{ sigma: mechanism.sigma / 2 }, less]) {
      await expect(sealRelease({ ...contents, mechanism: { ...mechanism, ...change } }, sha256)).rejects.toThrow(
        ParameterError,
      );
    }
  });

  test("audit: the worst neighbours are told apart up to the claim, and beyond it with half of the noise", () => {
    const peak = 1 / (3 * 0.1 * Math.sqrt(2 * Math.PI));
    const [epsilon, choice] = [1, byHand("laplace", 2, 1)];
    // Of a record at 0 or at 1, two values depend, and Δ₁ is twice a third of a bump. Values beyond both functions' are e^ε times
    // as probable under the one of them that is nearer, a quarter of all draws. The same noise takes the other there only if it
    // takes the nearer.
    const foundAt = (asked: number, pairs: number) => {
      const [near, far] = [0, 1].map((last) => {
        const points = { dimension: 1, coordinates: Float64Array.of(0, 0, last) };
        const shape = { domain: [unit], bandwidths: [0.1], correlation: 0 };
        const plan = planBernsteinDensity({ points, ...shape, drawnOnGrid: never });
        const words = { axes: densityGrid([unit]).axes, units: { scale: 1, offset: 0 }, formula: "" };
        return preparingPolynomial(plan.target(choice), words, { ...budget, epsilon: asked });
      }) as [Prepared, Prepared];
      return epsilonOfPairs(
        pairedCounts(pairs, (trial, second) => {
          const { integers, lattice } = lastOf((second ? far : near).draw(recordedWords(17 + trial)));
          return integers[0]! * lattice > 3 * peak && integers[2]! * lattice < 0;
        }),
      );
    };
    // A sound release is found beyond its claim with probability 4·10⁻⁶. In 3000 pairs 0.78ε is found on average, with a
    // deviation of 0.04; in 1000 with half of the noise 1.3ε.
    const found = foundAt(epsilon, 3000);
    expect(found).toBeLessThanOrEqual(epsilon);
    expect(found).toBeGreaterThan(0.65 * epsilon);
    expect(foundAt(2 * epsilon, 1000)).toBeGreaterThan(epsilon);
  });
});
