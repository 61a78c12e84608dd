import { describe, expect, test } from "vitest";
import { outlineOf } from "../../src/core/records/outline.ts";
import type { TableOutline } from "../../src/core/records/outline.ts";
import type { StudyContract } from "../../src/core/release/contract.ts";
import type { Declaration } from "../../src/panels/study/declaration.ts";
import type { SessionRules } from "../../src/state/session/session.ts";
import type { CommonScenario } from "../../src/state/scenario/sharedFields.ts";
import { study as boundary } from "../../src/studies/boundary/definition.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import { study as fabrication } from "../../src/studies/fabrication/definition.ts";
import { meanCurveDeclaration } from "../../src/studies/meanCurve/model/declaration.ts";
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";
import { readTable } from "../support/readTable.ts";

interface Declared<S extends CommonScenario, C extends StudyContract, M> {
  readonly declaration?: Declaration<S, C>;
  readonly session: SessionRules<S, C, M>;
  readonly links: { readonly decode: (link: string) => { readonly values: S } };
}

/** What is said beside the form where a table's columns make no picture; undefined where they make one. */
function said<S extends CommonScenario, C extends StudyContract, M>(
  { declaration, session, links }: Declared<S, C, M>,
  outline: TableOutline,
  change: Partial<S> = {},
): string | undefined {
  const start = links.decode("#?data=own").values;
  const draft: S = { ...start, ...session.choose(outline, start), ...change };
  if (!declaration) throw new Error("a study without a declaration");
  return session.choiceOf(draft, outline) === undefined ? declaration.expected(draft, outline) : undefined;
}

const csv = (header: string, row: (i: number) => string) =>
  outlineOf(readTable(`${header}\n${Array.from({ length: 30 }, (_, i) => row(i)).join("\n")}\n`));
const single = csv("weight,colour", (i) => `${50 + ((i * 7) % 11) / 4},${["red", "blue"][i % 2]!}`);
// Its other columns alone: nothing that can be drawn.
const texts = { ...single, columns: single.columns.filter(({ name }) => name === "colour") };
const pair = csv("weight,height", (i) => `${50 + ((i * 7) % 11) / 4},${150 + ((i * 5) % 13) / 4}`);
const sayAbove = "Say above what a column is read as.";
const asDensity = "A single column can be drawn as a density.";

describe("what a study wants of columns that make no picture", () => {
  test("a density wants one column, and takes it where there is one", () => {
    const needs = "A density needs a column of numbers, dates or times of day";
    expect(said(density, texts)).toBe(`${needs}; none was read as one. ${sayAbove}`);
    expect(said(density, single)).toBeUndefined();
    expect(said(density, single, { x: "" })).toBe(`${needs}: choose it.`);
  });

  test("a fabricated table wants two, names the only one, and says what else can be done with it", () => {
    const needs = "A fabricated table needs two columns of numbers, dates or times of day";
    expect(said(fabrication, texts)).toBe(`${needs}; none was read as one. ${sayAbove}`);
    expect(said(fabrication, single)).toBe(`${needs}; only “weight” was read as one. ${sayAbove} ${asDensity}`);
    expect(said(fabrication, pair)).toBeUndefined();
    expect(said(fabrication, pair, { y: "" })).toBe(`${needs}: choose them.`);
    expect(said(fabrication, pair, { y: "weight" })).toBe(`${needs}: choose them.`);
  });

  test("a boundary wants two of numbers and one of classes", () => {
    const needs = "A regression needs two columns of numbers, dates or times of day";
    expect(said(boundary, single, { task: "regression" })).toBe(
      `${needs}; only “weight” was read as one. ${sayAbove} ${asDensity}`,
    );
    expect(said(boundary, pair, { task: "classification", x: "weight", y: "height", response: "" })).toBe(
      "Two classes in the plane need a column that tells classes apart: choose it, or draw a curve (regression).",
    );
    expect(said(boundary, pair)).toBeUndefined();
  });

  test("a mean curve wants values at two times, or whose, when and what", () => {
    const long =
      "A table with one row per value needs a column that says whose curve it is, and two of numbers, dates or times of day: choose curve, time and value.";
    expect(said(meanCurve, single, { shape: "long", curve: "colour", time: "", value: "weight" })).toBe(long);
    expect(said(meanCurve, pair, { shape: "long", curve: "", time: "weight", value: "height" })).toBe(long);
    const needs = "A mean curve needs two columns of numbers, dates or times of day";
    expect(meanCurveDeclaration.expected({ ...meanCurve.links.decode("").values, shape: "wide" }, texts)).toBe(
      `${needs}; none was read as one. ${sayAbove}`,
    );
    expect(
      said(
        meanCurve,
        csv("child,age,size", (i) => `c${i % 5},${Math.floor(i / 5)},${90 + i}.5`),
      ),
    ).toBeUndefined();
  });
});

test("names of columns that are months have days as times, for which no unit is asked", () => {
  const months = csv("Jan 2024,Feb 2024,Mar 2024", (i) => [i, i + 1, i + 2].map((k) => Math.sin(k)).join(","));
  const start = meanCurve.links.decode("#?data=own").values;
  const draft = { ...start, ...meanCurve.session.choose(months, start) };
  expect([draft.unitX, draft.domain]).toEqual(["date", [19_723, 19_783]]);
  expect(meanCurveDeclaration.units(draft, months).map(({ of }) => of)).toEqual(["value"]);
});
