import { describe, expect, test } from "vitest";
import { loadExample } from "../../../src/core/examples/examples.ts";
import { meanCurveExamples } from "../../../src/studies/meanCurve/model/examples.ts";
import { meanCurveRecordsFrom } from "../../../src/core/records/curves/meanCurveRecords.ts";
import { outlineOf } from "../../../src/core/records/outline.ts";
import { choiceOf } from "../../../src/studies/meanCurve/model/columns.ts";
import { exampleScenario } from "../../../src/studies/meanCurve/model/links.ts";
import { layoutOf } from "../../../src/studies/meanCurve/model/scenario.ts";
import type { MeanCurveScenario } from "../../../src/studies/meanCurve/model/scenario.ts";
import { start } from "./scenarios.ts";

describe("meanCurveRecordsFrom", () => {
  const tract = { ...start, ...exampleScenario(meanCurveExamples, "tract-profiles") };
  const table = loadExample("tract-profiles");
  const outline = outlineOf(table);
  const recordsOf = (scenario: MeanCurveScenario) => meanCurveRecordsFrom(table, choiceOf(scenario, outline)!);

  test("keeps each person's first curves up to the declared bound, and says how many there were", () => {
    const all = recordsOf({ ...tract, perPerson: 8 });
    const four = recordsOf(tract);
    expect(all).toMatchObject({ leftOut: 0, largestPerPerson: 8 });
    expect(all.curves).toHaveLength(382 * 93);
    expect(four.leftOut).toBe(382 - four.curves.length / 93);
    const counts = new Map<number, number>();
    for (const person of four.personOf!) counts.set(person, (counts.get(person) ?? 0) + 1);
    expect(counts.size).toBe(142);
    expect(Math.max(...counts.values())).toBe(4);
  });

  test("layoutOf takes the columns of numbers of a wide table, but not the person's", () => {
    expect(layoutOf(outline.columns, tract)).toMatchObject({ shape: "wide", person: "person" });
    expect((layoutOf(outline.columns, tract) as { times: readonly string[] }).times).toHaveLength(93);
  });
});
