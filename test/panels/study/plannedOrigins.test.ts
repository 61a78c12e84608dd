import { expect, test } from "vitest";
import { takenFrom } from "../../../src/core/takenFrom.ts";
import type { Provenance } from "../../../src/state/scenario/provenance.ts";
import { ownData } from "../../../src/state/scenario/ownData.ts";
import { study as density } from "../../../src/studies/density/definition.ts";
import { casesOf, chanceOf } from "../../support/fuzzing.ts";
import { parameterOrigins } from "../../../src/panels/study/releaseWords.ts";

const names = { h: "the bandwidth", epsilon: "ε" };
const plan = "1,normals_1_0_1,noise_everywhere_5,took_epsilon_0.86,took_h_5.5";
const statements = (scenario: { readonly h: number; readonly epsilon: number }, provenance = {}) =>
  parameterOrigins(names, { ...scenario, provenance, plan }, () => undefined).map(({ origin, statement }) => [
    origin,
    statement,
  ]);

test("a value that was taken over from a plan is called so, until it moves, and not where it was chosen by looking", () => {
  const planned = ["public", "Planned on declared data."];
  expect(statements({ h: 5.5, epsilon: 0.86 })).toEqual([planned, planned]);
  expect(statements({ h: 5.6, epsilon: 0.86 })).toEqual([["public", ""], planned]);
  expect(statements({ h: 5.5, epsilon: 0.86 }, { h: "looked" })[0]![0]).toBe("chosen after looking");
});

test("a value that was taken over from a plan on private records says so, also where a person affirms it", () => {
  const scenario = { h: 2.19, plan: "1,normals_1_0_1,peaks_9,looked_h_2.19" };
  const of = (provenance: Provenance) =>
    parameterOrigins({ h: "the bandwidth" }, { ...scenario, provenance }, () => undefined);
  for (const h of ["looked", "affirmed"] as const)
    expect(of({ h })[0]).toMatchObject({ origin: "chosen after looking", statement: "Planned on the private data." });
  expect(of({})[0]!.origin).toBe("public");
});

test("takenFrom reads nothing else", () => {
  expect(takenFrom("took_h_1")).toEqual({});
  expect(takenFrom(",took_h_1e-7,took_epsilon_2.5,took_h2_1,took_h_-1,took__1")).toEqual({ h: 1e-7, epsilon: 2.5 });
});

test("a link has the mark of a value planned on private data until another value is set, and every other mark", () => {
  const plan = "1,normals_1_0_1,peaks_9,took_epsilon_0.9,looked_h_0.5";
  const { links } = density;
  const at = (h: number) => {
    const linked = links.encode({ ...links.decode("#/density").values, data: ownData, h, plan });
    const { values, problems } = links.decode(linked);
    expect(problems).toEqual([]);
    expect(links.encode(values)).toBe(linked);
    return values.plan;
  };
  expect(at(0.5)).toBe(plan);
  expect(at(0.6)).toBe(plan.replace(",looked_h_0.5", ""));
  // A field that reads itself.
  expect(links.decode(`#/density?plan=1,normals_1_0_1,peaks_9,looked_plan_1`).values.plan).toBe(
    "1,normals_1_0_1,peaks_9",
  );
});

test("links of plans are byte for byte those of the rule before, which replaced marks by a regular expression", () => {
  const { links } = density;
  const start = links.decode("#/density").values;
  const chance = chanceOf(17);
  const fields = ["h", "epsilon", "delta", "n", "toString", "seed"];
  for (let k = 0; k < casesOf(5000, 500); k++) {
    const h = chance.one([0.5, 0.25, 1e-1, 0.3]);
    const marks = Array.from({ length: chance.below(4) }, () => {
      const value = chance.one(["0.5", "0.25", "1e-1", "1", "0.50", "3e-1"]);
      return `,${chance.one(["took", "looked"])}_${chance.one(fields)}_${value}`;
    });
    const plan = `1,normals_1_0_1,${chance.one(["peaks_9", "n_800,noise_everywhere_5"])}${marks.join("")}`;
    const scenario = { ...start, h, plan };
    const before = plan.replace(/,looked_([a-zA-Z]+)_([^,]+)/g, (mark, field: keyof typeof scenario, value: string) =>
      scenario[field] === +value ? mark : "",
    );
    expect(links.encode(scenario)).toBe(links.encode({ ...scenario, plan: before }));
    const raw = links.encode({ ...scenario, plan: "1,PLAN" }).replace("1,PLAN", plan);
    expect(links.decode(raw).values.plan).toBe(before);
  }
});
