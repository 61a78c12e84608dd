import { expect, test } from "vitest";
import { parameterOrigins } from "../../src/panels/study/releaseWords.ts";
import { unusedFields } from "../../src/state/scenario/fieldTable.ts";
import { parameterNames } from "../../src/state/scenario/provenance.ts";
import { study as boundary } from "../../src/studies/boundary/definition.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import { study as fabrication } from "../../src/studies/fabrication/definition.ts";
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";

const listed = (link: string, provenance = {}) => {
  const scenario = { ...density.links.decode(link).values, provenance };
  const unused = unusedFields(density.fields, scenario);
  return parameterOrigins(parameterNames(density.roles), scenario, () => undefined, unused).map(
    ({ parameter }) => parameter,
  );
};
const ofPolynomials = ["whether degree and order are set by hand", "the degree k", "the order h"];

test("the tuning of a release lists the parameters of its route, and no other one that was only declared", () => {
  const line = listed("");
  for (const used of ["the domain", "the bandwidth", "the route", "the bump"]) expect(line).toContain(used);
  for (const name of [...ofPolynomials, "γ·h", "the second bandwidth", "the correlation", "the column of persons"])
    expect(line).not.toContain(name);
  expect(listed("#/density?v=1&data=sleep&route=bernsteinLaplace")).not.toContain("the degree k");
  expect(listed("#/density?v=1&data=sleep&route=bernsteinLaplace")).not.toContain("the bump");
  const byHand = listed("#/density?v=1&data=sleep&route=bernsteinLaplace&size=byHand&k=9&order=2");
  expect(byHand).toEqual(expect.arrayContaining(ofPolynomials));
  expect(listed("#/density?v=1&data=faithful-2d")).toContain("the second bandwidth");
});

test("no parameter is named after one of its values", () => {
  expect(parameterNames(fabrication.roles as never)).toMatchObject({ atom: "the noise of an entry" });
});

test("what was chosen while looking stays listed, used or not", () => {
  expect(listed("", { degree: "looked" })).toContain("the degree k");
});

test("every parameter has a name", () => {
  for (const { roles } of [density, boundary, meanCurve, fabrication]) {
    const names = Object.values<string | undefined>(parameterNames(roles as never));
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => name === undefined || name.trim() === "")).toEqual([]);
  }
});
