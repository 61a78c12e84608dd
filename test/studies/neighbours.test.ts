import { describe, test } from "vitest";
import { boundaryExamples } from "../../src/studies/boundary/model/examples.ts";
import { densityExamples } from "../../src/studies/density/model/examples.ts";
import { fabricationExamples } from "../../src/studies/fabrication/model/examples.ts";
import { meanCurveExamples } from "../../src/studies/meanCurve/model/examples.ts";
import { expectSaidAlike, heavy } from "../support/saidAlike.ts";
import { swept } from "../support/swept.ts";

// Of each study what is told in another way: a line, a plane, groups, an atom, a polynomial, classes, a regression, landmarks.
const telling = [
  ["density", "hall-1", ""],
  ["density", "faithful-2d", ""],
  ["density", "irises", ""],
  ["density", "sleep", "&route=bernsteinLaplace"],
  ["density", "hall-1", "&ends=folded"],
  ["density", "sleep", "&atom=7"],
  ["boundary", "cars", ""],
  ["boundary", "iris", ""],
  ["boundary", "iris", "&solver=landmarks"],
  ["boundary", "iris-3", ""],
  ["meanCurve", "chick-weight", ""],
  ["meanCurve", "trial-arms", ""],
  // More steps of smoothing and the field of classes change numbers, and nothing that is said.
  ["fabrication", "iris", "&steps=2&field=none"],
  ["fabrication", "iris", "&protect=record&steps=2&field=none"],
] as const;

const isTelling = (id: string, study: string) =>
  telling.some((each) => each[0] === study && each[1] === id && !each[2]);
const examplesOf = (study: "density" | "boundary" | "meanCurve" | "fabrication", examples: readonly { id: string }[]) =>
  examples.filter(({ id }) => !isTelling(id, study)).map(({ id }) => [study, id, ""] as const);

// All other examples, but for those that take seconds each: statistical/neighbours.test.ts.
const others = [
  ...examplesOf(
    "density",
    densityExamples.filter(({ id }) => !heavy.density.includes(id)),
  ),
  ["density", "sleep", "&route=bernsteinComposed"],
  ["density", "hall-1", "&route=sobolev"],
  ...examplesOf("boundary", boundaryExamples),
  ...examplesOf("meanCurve", meanCurveExamples),
  ...examplesOf(
    "fabrication",
    fabricationExamples.filter(({ id }) => !heavy.fabrication.includes(id)),
  ),
] as const;

describe("of two neighbours, all that is said beside the numbers is the same", () => {
  test.each(telling)("%s, %s%s", (study, data, change) => {
    expectSaidAlike(study, data, change);
  });

  // Variants of those above.
  swept.each(others)("%s, %s%s", (study, data, change) => {
    expectSaidAlike(study, data, change);
  });
});
