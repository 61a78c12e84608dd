import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { caseFile, shownCells, tableOfBytes } from "../../support/cases.ts";

const csv = "x,g\n1.5,a\n2.5,b\n3.5,a\n";
const expected = { x: [1.5, 2.5, 3.5], g: ["a", "b", "a"] };
const zip = (files: Record<string, Uint8Array | string>, level: 0 | 6 = 6) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [name, typeof content === "string" ? strToU8(content) : content]),
    ),
    { level },
  ) as Uint8Array<ArrayBuffer>;

describe("a ZIP archive", () => {
  test.each<[string, Uint8Array<ArrayBuffer>]>([
    ["a CSV", zip({ "t.csv": csv })],
    ["one that is not packed", zip({ "t.csv": csv }, 0)],
    [
      "one in a folder, beside what a system adds",
      zip({ "d/t.csv": csv, "__MACOSX/d/._t.csv": "x", "d/.DS_Store": "x" }),
    ],
    ["one packed by gzip", zip({ "t.csv.gz": new Uint8Array(gzipSync(csv)) })],
    ["JSON", zip({ "t.json": '[{"x":1.5,"g":"a"},{"x":2.5,"g":"b"},{"x":3.5,"g":"a"}]' })],
  ])("with %s is that table", async (_, bytes) => {
    expect(shownCells(await tableOfBytes(bytes))).toEqual(expected);
  });

  test("with a workbook is its table, and with a table beside notes says so", async () => {
    const table = await tableOfBytes(zip({ "60-small.xlsx": caseFile("60-small.xlsx") }));
    expect([table.rowCount, table.notices]).toEqual([6, []]);
    const beside = await tableOfBytes(zip({ "t.csv": csv, "README.txt": "Weights", "fig.png": "x" }));
    expect(beside.notices).toEqual(["“t.csv” is read, one of 3 files in the archive."]);
  });

  test("with several tables, none, another archive or a password is refused with the reason", async () => {
    await expect(tableOfBytes(zip({ "a.csv": csv, "b.csv": csv, "c.txt": csv }))).rejects.toThrow(
      "file must be one table: unpack it and open the one that is meant; got a ZIP archive with “a.csv”, “b.csv”, “c.txt”",
    );
    await expect(tableOfBytes(zip({}))).rejects.toThrow("without a file in it");
    await expect(tableOfBytes(zip({ "a.zip": zip({ "t.csv": csv }) }))).rejects.toThrow("in a ZIP archive");
    const locked = changed(zip({ "t.csv": csv }), (view, directory) => view.setUint16(directory + 8, 1, true));
    await expect(tableOfBytes(locked)).rejects.toThrow("whose “t.csv” has a password");
    const unusual = changed(zip({ "t.csv": csv }), (view, directory) => view.setUint16(directory + 10, 14, true));
    await expect(tableOfBytes(unusual)).rejects.toThrow("packed by an unusual method");
    const large = changed(zip({ "t.csv": csv }), (view, _, end) => view.setUint32(end + 16, 0xffffffff, true));
    await expect(tableOfBytes(large)).rejects.toThrow("a ZIP64 archive");
  });

  test("that unpacks to more than it says, or to other bytes, is refused", async () => {
    const bomb = zip({ "t.csv": `x\n${"1\n".repeat(5_000_000)}` });
    expect(bomb.length).toBeLessThan(20_000);
    const short = changed(bomb, (view, directory) => view.setUint32(directory + 24, 1000, true));
    await expect(tableOfBytes(short)).rejects.toThrow("damaged or cut off");
    const long = changed(bomb, (view, directory) => view.setUint32(directory + 24, 0x7fffffff, true));
    await expect(tableOfBytes(long)).rejects.toThrow("“t.csv” unpacks to more than 512 MB");
    const other = zip({ "t.csv": csv }, 0);
    const at = Buffer.from(other).indexOf("2.5");
    other[at] = 0x39;
    await expect(tableOfBytes(other)).rejects.toThrow("damaged or cut off");
  });
});

/** The archive of one file with its directory changed. */
function changed(
  bytes: Uint8Array<ArrayBuffer>,
  change: (view: DataView, directory: number, end: number) => void,
): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - 22;
  change(view, view.getUint32(end + 16, true), end);
  return bytes;
}
