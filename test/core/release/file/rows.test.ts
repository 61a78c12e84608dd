import { expect, test } from "vitest";
import { dataPackage, rowsTable } from "../../../../src/core/release/file/tables.ts";
import { releaseBundle } from "../../../../src/core/release/file/releaseBundle.ts";
import { sealRelease } from "../../../../src/core/release/file/sealedRelease.ts";
import { vegaLite } from "../../../../src/core/release/file/vegaLite.ts";
import { ditheredContents } from "../../../support/releaseExamples.ts";

const contents = ditheredContents(3, 4);
const columns = [
  { name: "age", unit: "years", lower: -1, upper: 1 },
  { name: "bmi", unit: "", lower: 0, upper: 1e-9 },
  { name: "size", unit: "", lower: -1e9, upper: 1e9 },
];
const label = { name: "group", classes: ["A", "B"], of: [0, 0, 1, 1] };
const withRows = (rows: object) =>
  sealRelease({ ...contents, view: { ...contents.view, rows: { columns, label, ...rows } } });

test("a table's archive has its rows with their classes, moved into the declared ranges, and a picture of dots", async () => {
  const file = await withRows({});
  const lines = rowsTable(file)!.trimEnd().split("\r\n");
  expect(lines[0]).toBe("age (years),bmi,size,group");
  const { values } = file.view;
  lines.slice(1).forEach((line, row) => {
    const [age, bmi, size, group] = line.split(",");
    expect(Number(age)).toBe(Math.min(1, Math.max(-1, values[3 * row]!)));
    expect(Number(bmi)).toBe(Math.min(1e-9, Math.max(0, values[3 * row + 1]!)));
    expect(Number(size)).toBe(values[3 * row + 2]);
    expect(group).toBe(label.classes[label.of[row]!]);
  });
  expect(lines).toHaveLength(5);
  expect(releaseBundle(file).map(({ name }) => name)).toContain("rows.csv");
  expect(dataPackage(file)).toContain('"path": "rows.csv"');
  const picture = JSON.parse(vegaLite(file)) as { mark: string; data: { values: object[] } };
  expect(picture.mark).toBe("point");
  expect(picture.data.values[2]).toEqual({ x: values[6], y: values[7], class: "B" });
});

test.each([
  [{ columns: columns.slice(1) }, /view.rows.columns/],
  [{ columns: columns.map((column) => ({ ...column, upper: column.lower })) }, /upper/],
  [{ label: { ...label, of: [0, 1] } }, /view.rows.label.of/],
  [{ label: { ...label, of: [0, 0, 1, 2] } }, /view.rows.label.of/],
])("rows that do not fit the table are refused: %#", async (rows, message) => {
  await expect(withRows(rows)).rejects.toThrow(message);
});
