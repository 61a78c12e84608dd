import { expect, test } from "vitest";
import { outlineOf } from "../../../src/core/records/outline.ts";
import { readSchemaFile, schemaFileText } from "../../../src/core/tables/schemaFile.ts";
import type { TableSchema } from "../../../src/core/tables/schema.ts";
import { inOrderOfRoles, withRoles } from "../../../src/panels/setup/columnRoles.ts";
import { ownData } from "../../../src/state/scenario/ownData.ts";
import { study as boundary } from "../../../src/studies/boundary/definition.ts";
import { study as density } from "../../../src/studies/density/definition.ts";
import { study as meanCurve } from "../../../src/studies/meanCurve/definition.ts";
import { openedFile } from "../../support/openedFile.ts";

const rows = Array.from({ length: 30 }, (_, i) => [i % 6, i % 5, i / 7, i / 11, "ab"[i % 2], i % 3].join(","));
const file = `owner,visit,rank,waiting,kind,day\n${rows.join("\n")}\n`;

/** The schema as it is saved and read again. */
function saved(schema: TableSchema): TableSchema {
  const again = readSchemaFile(schemaFileText(schema, "kind"));
  if ("problem" in again) throw new Error(again.problem);
  return again;
}

test("the columns that are drawn are those of the schema, whatever comes first in the file", async () => {
  const outline = outlineOf(await openedFile(file));
  const start = { ...density.links.decode("").values, data: ownData } as const;
  const first = density.session.choose(outline, start);
  expect(first.x).not.toBe("waiting");
  const choice = density.session.choiceOf({ ...start, ...first, x: "waiting", y: "rank", person: "" }, outline);
  const schema = saved(withRoles(outline.schema!, choice, "owner"));
  expect([schema.chosen, schema.person, schema.curves]).toEqual([["waiting", "rank"], "owner", undefined]);
  const again = inOrderOfRoles(outlineOf(await openedFile(file, { schema })));
  expect(density.session.choose(again, start)).toMatchObject({ x: "waiting", person: "owner" });
  const plane = { ...boundary.links.decode("").values, data: ownData } as const;
  expect(boundary.session.choose(again, plane)).toMatchObject({ x: "waiting", y: "rank", response: "kind" });
});

test("the layout of curves and their person are those of the schema, not of names", async () => {
  const outline = outlineOf(await openedFile(file));
  const start = { ...meanCurve.links.decode("").values, data: ownData } as const;
  const long = { shape: "long", curve: "visit", time: "day", value: "waiting", person: "owner" } as const;
  const choice = meanCurve.session.choiceOf(
    { ...start, ...meanCurve.session.choose(outline, start), ...long },
    outline,
  );
  const schema = saved(withRoles(outline.schema!, choice, "owner"));
  expect(schema.curves).toEqual({ shape: "long", curve: "visit", time: "day", value: "waiting" });
  expect(schema.chosen).toBeUndefined();
  const chosenBy = async (by: TableSchema) =>
    meanCurve.session.choose(outlineOf(await openedFile(file, { schema: by })), start);
  expect(await chosenBy(schema)).toMatchObject(long);
  expect(await chosenBy({ ...schema, curves: { shape: "wide" } })).toMatchObject({ shape: "wide", person: "owner" });
  const { person: _, ...nobody } = schema;
  expect(await chosenBy(nobody)).toMatchObject({ ...long, person: "" });
});

test("a role that no column has is refused with its place", () => {
  const schema = { "curveil:schema": 1, "curveil:text": {}, fields: [{ name: "a", type: "number" }] };
  for (const [role, value, place] of [
    ["person", "b", "curveil:person"],
    ["chosen", ["a", "b"], "curveil:chosen[1]"],
    ["chosen", "a", "curveil:chosen"],
    ["curves", { shape: "long", curve: "a", time: "a" }, "curveil:curves.value"],
    ["curves", { shape: "round" }, "curveil:curves.shape"],
  ] as const) {
    const read = readSchemaFile(JSON.stringify({ ...schema, [`curveil:${role}`]: value }));
    expect("problem" in read && read.problem).toContain(place);
  }
});
