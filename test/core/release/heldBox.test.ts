import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { drawnDomain, heldAxes, heldPlaces } from "../../../src/core/release/heldBox.ts";

const domain = [[0, 1], [10, 20], [-5, 5]] as const; // prettier-ignore

test("the first axes are drawn, the last ones held at a share of their intervals, those beyond an end at that end", () => {
  expect(drawnDomain({ domain, held: [0] })).toEqual([[0, 1], [10, 20]]); // prettier-ignore
  expect(heldAxes({ domain, held: [12, 0] })).toEqual([
    { lower: 10, upper: 20, at: 12 },
    { lower: -5, upper: 5, at: 0 },
  ]);
  expect(heldPlaces({ domain, held: [12, -7] })).toEqual([Float64Array.of(0.2), Float64Array.of(0)]);
  expect(heldPlaces({ domain: domain.slice(0, 2) })).toEqual([]);
});

test("one or two axes are drawn, and places are finite", () => {
  for (const held of [[], [1, 2, 3], [1, 2, 3, 4]]) expect(() => heldPlaces({ domain, held })).toThrow(ParameterError);
  for (const bad of [NaN, Infinity]) expect(() => heldPlaces({ domain, held: [bad] })).toThrow(/held\[0\] must be/);
  expect(() => heldPlaces({ domain: [[0, 1], [3, 3]], held: [3] })).toThrow(ParameterError); // prettier-ignore
});
