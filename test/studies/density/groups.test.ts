import { expect, test } from "vitest";
import { typedLevels } from "../../../src/panels/controls/declared/typedGroups.ts";
import { densityExamples } from "../../../src/studies/density/model/examples.ts";
import { densityLinks } from "../../../src/studies/density/model/links.ts";
import { densityProblems } from "../../../src/studies/density/model/problems.ts";
import { groupsOf, requestOf } from "../../../src/studies/density/model/request.ts";
import type { DensityScenario } from "../../../src/studies/density/model/scenario.ts";
import { links, own } from "./scenarios.ts";

test("groups of one's own data travel by their names, those of an example by its own", () => {
  const grouped: DensityScenario = { ...own, groups: "region", levels: "north; south, mid; 7" };
  const link = links.encode(grouped);
  expect(decodeURIComponent(link)).toContain("groups=region&levels=north;+south,+mid;+7");
  expect(links.decode(link).values).toMatchObject({ groups: "region", levels: "north; south, mid; 7" });
  const all = densityLinks(densityExamples);
  expect(all.decode("#/density?data=irises").values).toMatchObject({
    groups: "species",
    levels: "setosa, versicolor, virginica",
  });
  expect(all.decode("#/density?data=irises&groups=&levels=a,b").values).toMatchObject({
    groups: "",
    levels: "setosa, versicolor, virginica",
  });
  expect(all.decode("#/density?data=faithful&groups=species").values.groups).toBe("");
});

test("groups take effect beside one column of Gaussian bumps, and are two at least, each named once", () => {
  const grouped: DensityScenario = { ...own, groups: "region", levels: "a, b" };
  expect(groupsOf(grouped)).toEqual({ column: "region", levels: ["a", "b"] });
  expect(requestOf(grouped).levels).toEqual(["a", "b"]);
  expect(requestOf({ ...grouped, atom: 0 }).pointMass).toBeUndefined();
  for (const other of [{ y: "weight" }, { bump: "triangular" }, { route: "bernsteinLaplace" }] as const) {
    expect(groupsOf({ ...grouped, ...other })).toBeUndefined();
    expect(requestOf({ ...grouped, ...other }).levels).toBeUndefined();
  }
  const said = (levels: string) =>
    densityProblems({ ...grouped, levels }).filter(({ parameter }) => parameter === "levels");
  expect(said("a, b")).toEqual([]);
  expect(typedLevels(" a; b, c ;; ")).toEqual(["a", "b, c"]);
  for (const [levels, sentence] of [
    ["a", /Name two values of region/],
    ["", /Name two values of region/],
    ["a, b, a", /“a” is named twice/],
    [Array.from({ length: 25 }, (_, i) => `g${i}`).join(), /25 groups are too many/],
    [`a, ${"b".repeat(201)}`, /at most 200 characters/],
  ] as const) {
    expect(said(levels)).toHaveLength(1);
    expect(said(levels)[0]).toMatchObject({ blocks: true, sentence: expect.stringMatching(sentence) as string });
  }
});
