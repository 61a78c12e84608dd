import { createHash } from "node:crypto";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { readSchemaFile, schemaFileText } from "../../../src/core/tables/schemaFile.ts";
import { schemaOfText, schemaText } from "../../../src/core/tables/schemaText.ts";
import { outlineOf } from "../../../src/core/records/outline.ts";
import { fileKeys } from "../../../workers/fileKeys.ts";
import { readCase, shownCells, tableOfBytes } from "../../support/cases.ts";
import { openedFile } from "../../support/openedFile.ts";
import { sheetRows, workbookBytes, workbookParts } from "../../support/workbooks.ts";

const day = (text: string) => Date.parse(`${text}Z`) / 86_400_000;
const plain = sheetRows([
  ["x", "g"],
  [1.5, "a"],
  [2.5, "b"],
  [3.5, "a"],
]);

describe("an Excel workbook", () => {
  test("of the cases has six records", async () => {
    expect(shownCells(await readCase("60-small.xlsx"))).toEqual({
      x: [1.5, 2.5, 3.5, 4.5, 5.5, 6.5],
      g: ["a", "b", "a", "b", "a", "b"],
    });
  });

  test("shared, rich, inline and formula texts, truth values, errors and empty cells", async () => {
    const texts = `<si><t>name</t></si><si><t xml:space="preserve">kind </t></si>
      <si><r><rPr><b/></rPr><t>o</t></r><r><t>ak</t></r><rPh><t>spoken</t></rPh></si><si><t>&lt;&#233;&amp;_x0041_</t></si>`;
    const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>n</t></is></c>
      <c r="D1" t="str"><f>A1</f><v>ok</v></c></row>
      <row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" t="e"><v>#N/A</v></c><c r="C2"><f>1+1</f><v>2</v></c><c r="D2" t="b"><v>1</v></c></row>
      <row><c t="s"><v>3</v></c><c t="str"><f>"x"</f><v>x&amp;y</v></c><c><v>1E-3</v></c><c t="b"><v>0</v></c></row>
      <row><c r="C4"><v>9007199254740993</v></c></row>`;
    const table = await tableOfBytes(workbookBytes({ sheets: [{ name: "S", rows }], texts }));
    expect(shownCells(table)).toEqual({
      name: ["oak", "<é&A", null],
      kind: [null, "x&y", null],
      n: [2, 0.001, 9007199254740992],
      ok: ["true", "false", null],
    });
    expect(table.notices).toEqual(["1 cell has an error in place of a value, and counts as missing."]);
  });

  test("dates of both epochs, with the day that never was; times, durations and percentages", async () => {
    const formats = [14, "yyyy\\-mm\\-dd hh:mm:ss", 20, "[h]:mm", "0.0%", '[$-407]d. mmmm yyyy;"day"', '"day "0'];
    const cells = (row: number, values: readonly (number | null)[]) =>
      `<row r="${row}">${values.map((value, k) => (value === null ? "<c/>" : `<c s="${k + 1}"><v>${value}</v></c>`)).join("")}</row>`;
    const header = sheetRows([["day", "at", "clock", "worked", "share", "long", "count"]]);
    const rows = `${header}${cells(2, [1, 45292.4375, 0.5625, 1.0625, 0.125, 45292, 7])}${cells(3, [59, 61.5, 0.25, 0.25, 0.5, 60, 8])}${cells(4, [60, 45292.000011574, 0, 4.25, 1, null, 9])}`;
    const read = async (isFrom1904: boolean) =>
      tableOfBytes(workbookBytes({ sheets: [{ name: "S", rows }], formats, isFrom1904 }));
    const table = await read(false);
    expect(shownCells(table)).toMatchObject({
      day: [day("1900-01-01T00:00"), day("1900-02-28T00:00"), NaN],
      at: [day("2024-01-01T10:30"), day("1900-03-01T12:00"), day("2024-01-01T00:00:01")],
      clock: [13.5, 6, 0],
      worked: [25.5, 6, 102],
      share: [0.125, 0.5, 1],
      long: [day("2024-01-01T00:00"), NaN, NaN],
      count: [7, 8, 9],
    });
    expect(outlineOf(table).columns.map(({ kind }) => kind)).toEqual([
      ...["date", "date", "time", "number", "number", "date", "integer"],
    ]);
    const { day: later } = shownCells(await read(true));
    expect(later![0]).toBe(day("1904-01-02T00:00"));
  });

  test("a title, empty rows, hidden rows and merged cells are said", async () => {
    const rows = `<row r="1"><c r="A1" t="inlineStr"><is><t>Weights of 2024</t></is></c></row><row r="2"/>
      ${plain.replaceAll(/r="([AB]?)(\d)"/g, (_, letter: string, row: string) => `r="${letter}${Number(row) + 2}"`).replace('<row r="5"', '<row r="5" hidden="1"')}
      ${Array.from({ length: 1000 }, (_, k) => `<row r="${k + 7}"><c r="A${k + 7}" s="1"/></row>`).join("")}`;
    const after = `<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>`;
    const table = await tableOfBytes(workbookBytes({ sheets: [{ name: "S", rows, after }] }));
    expect(shownCells(table)).toEqual({ x: [1.5, 2.5, 3.5], g: ["a", "b", "a"] });
    expect(table.notices).toEqual([
      "2 rows stand before the table.",
      "1 hidden row is read as well.",
      "1 empty row stands among the others.",
      "1 merged range has its value in the first cell alone.",
    ]);
  });

  test("the first sheet that is shown is read, or the one that is said, and a schema names its sheet", async () => {
    const other = plain.replaceAll("1.5", "10");
    const bytes = workbookBytes({
      sheets: [
        { name: "Old", rows: "", state: "hidden" },
        { name: "Data", rows: plain },
        { name: "More &amp; more", rows: other },
      ],
    });
    const table = await openedFile(bytes);
    expect([table.notices, table.columns[0]!.values[0]]).toEqual([
      ["The sheet “Data” is read, of 3: Old, Data, More & more."],
      1.5,
    ]);
    expect(table.schema!.rows).toEqual({ sheet: "Data", preamble: 0, header: true });
    const said = await openedFile(bytes, { sheet: "More & more" });
    expect([said.schema!.rows!.sheet, said.columns[0]!.values[0]]).toEqual(["More & more", 10]);
    expect(schemaOfText(schemaText(said.schema!))!.rows).toEqual(said.schema!.rows);
    expect(readSchemaFile(schemaFileText(said.schema!))).toMatchObject({ rows: said.schema!.rows });
    const again = await openedFile(bytes, { schema: said.schema! });
    expect(again.columns[0]!.values[0]).toBe(10);
    await expect(openedFile(bytes, { sheet: "data" })).rejects.toThrow(
      "file must be one of the sheets Old, Data, More & more; got no sheet “data”",
    );
  });

  test("a first row of records is told by a person, and then holds", async () => {
    const rows = sheetRows([
      ["a", "b"],
      ["a", "c"],
      ["d", "b"],
    ]);
    const bytes = workbookBytes({ sheets: [{ name: "S", rows }] });
    const { columns, schema } = await openedFile(bytes, { header: false });
    expect(columns.map(({ name, categories }) => [name, categories!.names])).toEqual([
      ["column 1", ["a", "d"]],
      ["column 2", ["b", "c"]],
    ]);
    expect((await openedFile(bytes, { schema: schema! })).rowCount).toBe(3);
  });

  test.each<[string, Uint8Array, string]>([
    [
      "an OpenDocument sheet",
      zipSync({ mimetype: strToU8("x"), "content.xml": strToU8("<x/>") }),
      "OpenDocument file (.ods)",
    ],
    [
      "a Word document",
      zipSync({ "[Content_Types].xml": strToU8("<x/>"), "word/document.xml": strToU8("<x/>") }),
      "Word",
    ],
    ["an old workbook", oldWorkbook("Workbook"), "an old Excel workbook (.xls)"],
    ["a workbook with a password", oldWorkbook("EncryptedPackage"), "an Excel workbook with a password"],
    ["an empty sheet", workbookBytes({ sheets: [{ name: "S", rows: "" }] }), "0 rows"],
    [
      "an XML document type",
      zipSync({
        ...workbookParts({ sheets: [{ name: "S", rows: plain }] }),
        "xl/worksheets/sheet1.xml": strToU8('<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>'),
      }),
      "document type",
    ],
    [
      "too many columns",
      workbookBytes({ sheets: [{ name: "S", rows: `<row>${"<c><v>1</v></c>".repeat(20_001)}</row>` }] }),
      "columns",
    ],
  ])("%s is refused with a way out", async (_, bytes, message) => {
    await expect(tableOfBytes(bytes as Uint8Array<ArrayBuffer>)).rejects.toThrow(message);
  });

  test("a ledger knows a workbook by the sheet that is read", async () => {
    const bytes = workbookBytes({
      sheets: [
        { name: "A", rows: plain },
        { name: "B", rows: plain.replaceAll("1.5", "10") },
      ],
    });
    const sha256 = (content: Uint8Array | string) =>
      Promise.resolve(createHash("sha256").update(content).digest("hex"));
    const keysOf = async (sheet?: string) => {
      const reading = sheet === undefined ? {} : { sheet };
      const table = await openedFile(bytes, reading);
      return fileKeys(new Blob([bytes]), table, sha256, () => Promise.resolve(), reading);
    };
    expect(await keysOf("A")).toEqual(await keysOf());
    expect((await keysOf("B")).digests).not.toEqual((await keysOf()).digests);
  });

  test("a part that says it unpacks to more than a gigabyte is refused before it is unpacked", async () => {
    const bytes = workbookBytes({ sheets: [{ name: "S", rows: plain }] });
    const view = new DataView(bytes.buffer);
    let at = view.getUint32(bytes.length - 6, true);
    while (at < bytes.length - 22) {
      view.setUint32(at + 24, 0x7fffffff, true);
      at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
    await expect(tableOfBytes(bytes)).rejects.toThrow("unpacks to more than 32 MB");
  });

  test("cells far out that hold nothing, and a million empty rows, take no room", async () => {
    const rows = `${plain}<row r="5"><c r="XFD5" s="1"/></row>${"<row/>".repeat(1_000_000)}`;
    const table = await tableOfBytes(workbookBytes({ sheets: [{ name: "S", rows }] }));
    expect([table.rowCount, table.columns.length, table.notices]).toEqual([3, 2, []]);
  });
});

/** The beginning of a compound file, and a name in its directory. */
function oldWorkbook(name: string): Uint8Array {
  const bytes = new Uint8Array(2048);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  const view = new DataView(bytes.buffer);
  view.setUint16(30, 9, true);
  view.setUint32(48, 1, true);
  bytes.set(Buffer.from(name, "utf16le"), 1024);
  return bytes;
}
