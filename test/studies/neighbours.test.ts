import { test } from "vitest";
import { boundaryExamples } from "../../src/studies/boundary/examples.ts";
import { densityExamples } from "../../src/studies/density/examples.ts";
import { fabricationExamples } from "../../src/studies/fabrication/examples.ts";
import { meanCurveExamples } from "../../src/studies/meanCurve/examples.ts";
import { expectSaidAlike, heavy } from "../support/saidAlike.ts";
import { triesAll } from "../support/fuzzing.ts";

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
  ["fabrication", "iris", ""],
  ["fabrication", "moons", "&protection=record"],
] as const;

// All examples, but for those that take seconds each: statistical/neighbours.test.ts.
const others = [
  ...densityExamples.filter(({ id }) => !heavy.density.includes(id)).map(({ id }) => ["density", id, ""] as const),
  ["density", "sleep", "&route=bernsteinComposed"],
  ["density", "hall-1", "&route=sobolev"],
  ...boundaryExamples.map(({ id }) => ["boundary", id, ""] as const),
  ...meanCurveExamples.map(({ id }) => ["meanCurve", id, ""] as const),
  ...fabricationExamples
    .filter(({ id }) => !heavy.fabrication.includes(id))
    .map(({ id }) => ["fabrication", id, ""] as const),
] as const;

test.each([...telling, ...(triesAll ? others : [])])(
  "of two neighbours, all that is said beside the numbers is the same: %s, %s%s",
  (study, data, change) => {
    expectSaidAlike(study, data, change);
  },
);
