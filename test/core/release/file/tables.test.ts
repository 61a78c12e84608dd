import Papa from "papaparse";
import { beforeAll, describe, expect, test } from "vitest";
import { axisValues, releasedValues } from "../../../../src/core/release/file/releaseFile.ts";
import type { ReleaseFile } from "../../../../src/core/release/file/releaseFile.ts";
import { dataPackage, releaseTable, tableName } from "../../../../src/core/release/file/tables.ts";
import { ditheredContents, exampleFiles, sealed } from "../../../support/releaseExamples.ts";

let files: ReleaseFile[];

beforeAll(async () => {
  files = await exampleFiles();
});

describe("the table", () => {
  test("is read back to the same doubles, with the grid point of each", () => {
    expect(files.map(tableName)).toEqual(["curve.csv", "field.csv", "coordinates.csv", "coordinates.csv"]);
    for (const file of files) {
      const { data, errors } = Papa.parse<Record<string, string>>(releaseTable(file).trimEnd(), { header: true });
      expect(errors).toEqual([]);
      expect(data.map((row) => Number(row["integer"]))).toEqual(file.mechanism.integers);
      expect(data.map((row) => Number(row["value"]))).toEqual([...releasedValues(file.mechanism)]);
    }
    const [first, second] = files[1]!.view.axes.map(axisValues) as [Float64Array, Float64Array];
    const row = releaseTable(files[1]!).split("\r\n")[1 + 2 + 9 * 5]!.split(",");
    expect(row.slice(0, 2)).toEqual([String(first[2]), String(second[5])]);
  });

  test("has columns of different names, none of which a spreadsheet would compute", async () => {
    const contents = ditheredContents(3, 2);
    const axes = ["=cmd|' /C calc'!A0", "value"].map((name, k) => ({ ...contents.view.axes[k]!, name }));
    const mechanism = { ...contents.mechanism, domain: { kind: "grid" as const, axes } };
    const header = releaseTable(await sealed({ ...contents, mechanism })).split("\r\n")[0];
    expect(header).toBe(`"'=cmd|' /C calc'!A0",value 2,integer,value`);
  });

  test("is described by a data package", () => {
    for (const file of files) {
      const description = JSON.parse(dataPackage(file)) as {
        name: string;
        resources: { path: string; schema?: { fields: { name: string }[] } }[];
      };
      expect(description.name).toMatch(/^[-a-z0-9._/]+$/);
      expect(description.resources.map(({ path }) => path)).toEqual([tableName(file), "release.json"]);
      const header = Papa.parse<string[]>(releaseTable(file)).data[0];
      expect(description.resources[0]!.schema!.fields.map(({ name }) => name)).toEqual(header);
    }
  });
});
