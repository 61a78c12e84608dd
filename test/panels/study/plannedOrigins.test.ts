import { expect, test } from "vitest";
import { takenFrom } from "../../../src/core/takenFrom.ts";
import { settled, type CommonScenario } from "../../../src/state/scenario/sharedFields.ts";
import type { Provenance } from "../../../src/state/scenario/provenance.ts";
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

test("settled drops the mark of a value planned on private data once another value is set, and no other mark", () => {
  const plan = "1,normals_1_0_1,peaks_9,took_epsilon_0.9,looked_h_2.19";
  const at = (h: number) =>
    settled({ data: "sleep", schema: "", seed: "secure", h, epsilon: 2, plan } as unknown as CommonScenario);
  expect(at(2.19)).toHaveProperty("plan", plan);
  expect(at(2.2)).toHaveProperty("plan", plan.replace(",looked_h_2.19", ""));
});
