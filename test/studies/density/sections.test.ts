import { describe, expect, test } from "vitest";
import { truncatedNoiseLeak } from "../../support/spectralRelease.ts";
import type { DensityParameters } from "../../../src/core/density/densityParameters.ts";
import { study } from "../../../src/studies/density/definition.ts";
import { densitySections } from "../../../src/studies/density/sections.ts";
import type { DensityProps } from "../../../src/studies/density/model/view.ts";
import {
  coefficientsOf,
  leakOf,
  mostTerms,
  noiseSpectrum,
  partialSum,
} from "../../../src/studies/density/sections/spectrum.ts";
import { mostCrossValidated } from "../../../src/core/density/densityPurchase.ts";
import { purchaseRefusal } from "../../../src/studies/density/sections/purchaseRefusal.ts";
import { typedPoints } from "../../../src/panels/mechanisms/typedPoints.ts";

const line = [[0, 10]] as const;

test.each(["bandwidth", "choice", "online"])(
  "%s is offered of records, not of counts, for which it would be paid in vain",
  (id) => {
    const { applies } = densitySections.find((section) => section.id === id)!;
    const shown = { ...study.links.decode("").values, y: "", person: "", route: "gaussian" };
    const propsOf = (isCounted: boolean) => ({ shown, view: { facts: { isCounted } } }) as unknown as DensityProps;
    expect([false, true].map((isCounted) => applies!(propsOf(isCounted)))).toEqual([true, false]);
  },
);

test("records are counts where each has how often it occurs", () => {
  const points = { dimension: 1, coordinates: Float64Array.of(1, 2) };
  const factsOf = (records: object) =>
    study.views.factsOf({ release: {}, records: { points, ...records } } as never, {} as never).isCounted;
  expect([factsOf({}), factsOf({ multiplicities: Float64Array.of(3, 4) })]).toEqual([false, true]);
});

test("a purchase that would be refused for n is refused before it is paid", () => {
  const ways = ["ends", "interquartileRange", "proposeTestRelease", "crossValidation", "polynomial"] as const;
  for (const way of ways) {
    for (const n of [2, 3]) expect(purchaseRefusal(way, n)).toMatch(/at least four/);
    for (const n of [4, mostCrossValidated]) expect(purchaseRefusal(way, n)).toBeUndefined();
    expect(purchaseRefusal(way, mostCrossValidated + 1) === undefined).toBe(way !== "crossValidation");
  }
});

describe("typedPoints", () => {
  test("reads numbers between spaces, lines and semicolons, with either decimal sign", () => {
    expect(typedPoints(" 1 2.5;3\n4,5\t1e0 ", line)).toEqual({ coordinates: Float64Array.of(1, 2.5, 3, 4.5, 1) });
    expect(typedPoints("1, 2.5, 3,5,\n4", line)).toEqual({ coordinates: Float64Array.of(1, 2.5, 3.5, 4) });
    expect(typedPoints("1 2\n3; 4\n5,6\n7,5 8,5", [...line, ...line])).toEqual({
      coordinates: Float64Array.of(1, 2, 3, 4, 5, 6, 7.5, 8.5),
    });
  });

  test.each([
    ["", "Type a number"],
    ["  \n ", "Type a number"],
    ["abc", "“abc” is not a number."],
    ["1 2 x3", "“x3” is not a number (number 3)."],
    ["0x10", "“0x10” is not a number."],
    ["NaN", "“NaN” is not a number."],
    ["Infinity", "“Infinity” is not a number."],
    ["11", "11 is outside the domain, 0 to 10; nothing was asked."],
    ["1 -0.5", "-0.5 is outside the domain, 0 to 10 (number 2); nothing was asked."],
  ])("refuses %j with a sentence", (text, sentence) => {
    const typed = typedPoints(text, line);
    expect("problem" in typed && typed.problem).toContain(sentence);
  });

  test("refuses one number where two are needed", () => {
    expect(typedPoints("1 2\n3", [...line, ...line])).toEqual({ problem: "“3” is not two numbers (line 2)." });
  });

  test("reads 10⁵ numbers", () => {
    const typed = typedPoints(Array.from({ length: 1e5 }, (_, i) => i / 1e4).join("\n"), line);
    expect("coordinates" in typed && typed.coordinates.length).toBe(1e5);
  });
});

describe("noiseSpectrum", () => {
  const parameters: DensityParameters = {
    domain: [[2, 13]],
    bandwidths: [1.1],
    correlation: 0,
    route: "sobolev",
    relativeRate: 2,
    drawCount: 1,
    seed: 1,
  };
  const kinds: readonly DensityParameters[] = [
    parameters,
    { ...parameters, route: "gaussian" },
    { ...parameters, route: "gaussian", bump: "exponential" },
    { ...parameters, route: "gaussian", bump: "triangular" },
  ];

  test.each(kinds)("has orthonormal functions and falling eigenvalues of sum at most 1: $route $bump", (kind) => {
    const spectrum = noiseSpectrum(kind, 1000);
    for (const j of [0, 1, 7, 20]) {
      const products = coefficientsOf(spectrum, spectrum.functions[j]!);
      // The trapezoidal rule on 1000 points is off by less than 10⁻³ for the closed form; on the grid they are exact.
      products.forEach((value, k) =>
        expect(Math.abs(value - (j === k ? 1 : 0))).toBeLessThan(spectrum.isExact ? 2e-3 : 1e-10),
      );
    }
    let sum = 0;
    spectrum.eigenvalues.forEach((value, j) => {
      if (j > 0) expect(value).toBeLessThanOrEqual(spectrum.eigenvalues[j - 1]! * (1 + 1e-9));
      sum += value;
    });
    expect(sum).toBeLessThanOrEqual(1 + 1e-9);
    expect(sum).toBeGreaterThan(0.8);
  });

  test("leakOf agrees with the closed form of truncatedNoiseLeak, and is never nothing", () => {
    const spectrum = noiseSpectrum(parameters, 1000);
    for (const terms of [1, 5, mostTerms]) {
      const { covered, leaked } = leakOf(spectrum, terms, [333, 666]);
      const exact = truncatedNoiseLeak({ rate: 20, count: terms, from: 333 / 999, to: 666 / 999 });
      expect(covered).toBeCloseTo(exact.truncatedNorm / exact.fullNorm, 2);
      exact.leaked(spectrum.places).forEach((value, i) => expect(Math.abs(value - leaked[i]!)).toBeLessThan(5e-3));
      expect(covered).toBeLessThan(1);
    }
  });

  test("partialSum of all terms of a function that has no more is the function", () => {
    const spectrum = noiseSpectrum(parameters, 1000);
    const values = spectrum.places.map((_, i) => 2 * spectrum.functions[0]![i]! - spectrum.functions[3]![i]!);
    const again = partialSum(spectrum, coefficientsOf(spectrum, values), mostTerms);
    again.forEach((value, i) => expect(Math.abs(value - values[i]!)).toBeLessThan(0.02));
  });
});
