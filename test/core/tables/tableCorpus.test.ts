import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { detectLayout } from "../../../src/core/records/curves/curveLayout.ts";
import { outlineOf } from "../../../src/core/records/outline.ts";
import { readTable } from "../../support/readTable.ts";

interface Expected {
  readonly header: boolean;
  readonly rows?: number;
  readonly layout?: object;
  readonly last?: Readonly<Record<string, number>>;
  readonly columns: readonly {
    readonly name: string;
    readonly kind: string;
    readonly unit: string;
    readonly values: readonly (number | null)[];
    readonly unread?: number;
  }[];
}

const folder = new URL("../../fixtures/tables/", import.meta.url);
const expected = JSON.parse(readFileSync(new URL("expected.json", folder), "utf8")) as Record<string, Expected>;

describe("files as programs and people of several languages write them", () => {
  test("there are at least forty, and every one says what must be understood", () => {
    const files = readdirSync(folder).filter((name) => name !== "expected.json");
    expect(files.length).toBeGreaterThanOrEqual(40);
    expect(files.sort()).toEqual(Object.keys(expected).sort());
  });

  test.each(Object.entries(expected))("%s", (name, { columns, header, layout, last }) => {
    const bytes = readFileSync(new URL(name, folder));
    const table = readTable(bytes);
    const outline = outlineOf(table);
    const found = outline.columns.map(({ name, kind, unit }) => [name, kind, unit]);
    expect(found).toEqual(columns.map(({ name, kind, unit }) => [name, kind, unit]));
    expect(table.found?.text.header).toBe(header);
    columns.forEach(({ values, unread = 0, kind }, j) => {
      const column = table.columns[j]!;
      values.forEach((value, row) => {
        if (value === null) expect(column.values[row]).toBeNaN();
        else expect(column.values[row]).toBeCloseTo(value, 9);
      });
      const isText = kind === "category" || kind === "id" || kind === "text";
      if (!isText) expect(column.reading?.unread.count).toBe(unread);
    });
    for (const [column, value] of Object.entries(last ?? {}))
      expect(table.columns.find((each) => each.name === column)!.values.at(-1)).toBeCloseTo(value, 9);
    if (layout) expect(detectLayout(outline.columns)).toMatchObject(layout);
    // The same, in pieces of any length.
    expect(outlineOf(readTable(bytes, undefined, 97))).toEqual(outline);
  });
});
