import { describe, expect, test } from "vitest";
import type { ColumnOutline, TableOutline } from "../../../src/core/records/outline.ts";
import { chooseColumns, choiceOf, fitsTable, positiveOf } from "../../../src/studies/boundary/model/columns.ts";
import type { BoundaryScenario } from "../../../src/studies/boundary/model/scenario.ts";
import { curve, own, noColumns } from "./scenarios.ts";

describe("choiceOf", () => {
  test.each<Partial<BoundaryScenario>>([{ x: "" }, { y: "" }, { response: "" }, { positive: "" }])(
    "choiceOf(%j) is undefined",
    (change) => {
      expect(choiceOf({ ...own, ...change }, noColumns)).toBeUndefined();
    },
  );

  test("choiceOf(regression) needs neither second input nor class", () => {
    const choice = choiceOf(curve, noColumns);
    expect(choiceOf({ ...curve, y: "left over", positive: "left over" }, noColumns)).toEqual(choice);
    expect(choice).toEqual({ task: "regression", x: "speed", response: "distance", missing: "refuse" });
  });
});

describe("chooseColumns", () => {
  const numeric = (name: string): ColumnOutline => ({
    name,
    numeric: true,
    text: false,
    incomplete: false,
    classes: ["1", "2"],
    ...{ kind: "number", type: "point", unit: "" },
  });
  const text: ColumnOutline = {
    name: "kind",
    numeric: false,
    text: true,
    incomplete: false,
    classes: ["early", "late"],
    ...{ kind: "category", type: "category", unit: "" },
  };
  const outlineOf = (...columns: readonly ColumnOutline[]): TableOutline => ({ ...noColumns, columns });

  test.each([
    [["case", "control"], "case"],
    [["Disease", "healthy"], "Disease"],
    [["no", "unknown", "yes"], "yes"],
    [["0", "1"], "1"],
    [["a", "b", "c"], "c"],
    [["negative", "no"], "no"],
  ])("the positive class of %j is %s", (classes, positive) => {
    expect(positiveOf([{ name: "status", classes }] as unknown as Parameters<typeof positiveOf>[0], "status")).toBe(
      positive,
    );
  });

  test("chooseColumns takes text for the label, its last class for the positive one, and two columns of numbers", () => {
    expect(chooseColumns(outlineOf(text, numeric("length"), numeric("width")))).toMatchObject({
      task: "classification",
      x: "length",
      y: "width",
      response: "kind",
      positive: "late",
    });
  });

  test("chooseColumns takes the third column of numbers for the label where there is no text", () => {
    const chosen = chooseColumns(outlineOf(numeric("a"), numeric("b"), numeric("c")));
    expect(chosen).toMatchObject({ task: "classification", x: "a", y: "b", response: "c", positive: "2" });
  });

  test("chooseColumns makes a regression of two columns of numbers", () => {
    const chosen = chooseColumns(outlineOf(numeric("speed"), numeric("distance")));
    expect(chosen).toMatchObject({ task: "regression", x: "speed", y: "", response: "distance", positive: "" });
  });

  test("chooseColumns does not take a column for the label that cannot stand for labels", () => {
    const many: ColumnOutline = { ...text, classes: { problem: "too many" } };
    const chosen = chooseColumns(outlineOf(many, numeric("a"), numeric("b")));
    expect(chosen).toMatchObject({ task: "regression", x: "a", response: "b", positive: "" });
  });

  test("fitsTable is false without an input, and where a named column is absent", () => {
    const table = outlineOf(text, numeric("length"), numeric("width"));
    expect(fitsTable(table, own)).toBe(true);
    for (const change of [{ x: "" }, { x: "height" }, { y: "height" }, { response: "sort" }])
      expect(fitsTable(table, { ...own, ...change })).toBe(false);
  });
});
