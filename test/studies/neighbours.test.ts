import { test } from "vitest";
import { boundaryExamples } from "../../src/studies/boundary/examples.ts";
import { densityExamples } from "../../src/studies/density/examples.ts";
import { fabricationExamples } from "../../src/studies/fabrication/examples.ts";
import { meanCurveExamples } from "../../src/studies/meanCurve/examples.ts";
import { expectSaidAlike, heavy } from "../support/saidAlike.ts";

// What takes seconds each, the same of other data: statistical/neighbours.test.ts.
test.each([
  ...densityExamples.filter(({ id }) => !heavy.density.includes(id)).map(({ id }) => ["density", id, ""] as const),
  ["density", "sleep", "&route=bernsteinLaplace"],
  ["density", "sleep", "&route=bernsteinComposed"],
  ["density", "hall-1", "&route=sobolev"],
  ["density", "hall-1", "&ends=folded"],
  ["density", "sleep", "&atom=7"],
  ...boundaryExamples.map(({ id }) => ["boundary", id, ""] as const),
  ["boundary", "iris", "&solver=landmarks"],
  ...meanCurveExamples.map(({ id }) => ["meanCurve", id, ""] as const),
  ...fabricationExamples
    .filter(({ id }) => !heavy.fabrication.includes(id))
    .map(({ id }) => ["fabrication", id, ""] as const),
  ["fabrication", "moons", "&protection=record"],
] as const)("of two neighbours, all that is said beside the numbers is the same: %s, %s%s", (study, data, change) => {
  expectSaidAlike(study, data, change);
});
