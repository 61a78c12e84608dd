import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { exampleDigest } from "../../../src/core/examples/exampleDigests.ts";
import { exampleIds, loadExample } from "../../../src/core/examples/examples.ts";
import { tableOf } from "../../../src/core/tables/table.ts";
import type { Table } from "../../../src/core/tables/table.ts";
import { tableDigest } from "../../../src/core/tables/tableDigest.ts";
import { createTableReader } from "../../../src/core/tables/tableReader.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { triesAll } from "../../support/fuzzing.ts";

const sha256 = (content: Uint8Array | string) => Promise.resolve(createHash("sha256").update(content).digest("hex"));
const digestOf = (table: Table) => tableDigest(table, sha256);

function read(text: string): Table {
  const bytes = new TextEncoder().encode(text);
  const reader = createTableReader({ totalBytes: bytes.length });
  reader.push(bytes);
  return reader.finish();
}

describe("tableDigest(table)", () => {
  test("is what a program of another language computes from the same cells", async () => {
    // Python: tuples of cells sorted, struct.pack("<d"), hashlib.sha256, json.dumps(separators=(",", ":")).
    const file = "weight,kind\n2.5,oak\n-0,ash\nNA,oak\n2.5,NA\n2.5,ash\n2.5,oak\n";
    expect(await digestOf(read(file))).toBe("6e4448aae0e4cf3ce87556e9e75e2453c22dd1eaf861b73daa86a18e5eb97c91");
  });

  test("is the same in any order of rows and columns, and however the file is written", async () => {
    const digests = await Promise.all(
      [
        "a,b,c\n1,2,x\n1,1,y\n3,NA,x\n",
        "c,a,b\nx,3,NA\nx,1,2\ny,1,1\n",
        "b\ta\tc\r\n1.0\t1e0\ty\r\n2\t1\tx\r\n\t3.00\tx\r\n",
      ].map((text) => digestOf(read(text))),
    );
    expect(new Set(digests).size).toBe(1);
  });

  test("is another for every change: a cell, a row more or twice, a name, a text, columns that trade cells", async () => {
    const files = [
      "a,b\n1,2\n3,4\n5,6\n",
      "a,b\n1,2\n3,4\n5,7\n",
      "a,b\n1,2\n3,4\n5,6\n5,6\n",
      "a,b\n1,2\n3,4\n5,6\n1,2\n",
      "a,c\n1,2\n3,4\n5,6\n",
      "b,a\n1,2\n3,4\n5,6\n",
      "a,b\n1,4\n3,2\n5,6\n",
      "a,b\n1,2\n3,4\n5,6.000000000000001\n",
      "a,b\n1,2\n3,4\n5,NA\n",
      "a,b\n1,x\n3,x\n5,y\n",
      "a,b\n1,x\n3,x\n5,z\n",
    ];
    const digests = await Promise.all(files.map((text) => digestOf(read(text))));
    expect(new Set(digests).size).toBe(files.length);
  });

  test("of shuffled rows with ties stays; rows that trade one cell change it", async () => {
    const random = seededSource(7);
    const rows = Array.from({ length: 400 }, (_, i) => [i % 5, (i * 7) % 11, i % 3]);
    const tableFrom = (list: readonly (readonly number[])[]) =>
      tableOf([0, 1, 2].map((j) => ({ name: `c${j}`, values: Float64Array.from(list, (row) => row[j]!) })));
    const shuffled = [...rows].sort(() => random.uniform() - 0.5);
    expect(await digestOf(tableFrom(shuffled))).toBe(await digestOf(tableFrom(rows)));
    const traded = rows.map((row, i) =>
      i === 0 ? [rows[1]![0]!, row[1]!, row[2]!] : i === 1 ? [rows[0]![0]!, row[1]!, row[2]!] : row,
    );
    expect(await digestOf(tableFrom(traded))).not.toBe(await digestOf(tableFrom(rows)));
  });

  test("of each example is the constant that stands for it", async () => {
    const found = await Promise.all(
      exampleIds()
        // A million rows take seconds.
        .filter((id) => triesAll || id !== "million")
        .map(async (id) => [id, await digestOf(loadExample(id))] as const),
    );
    expect(found.filter(([id, digest]) => digest !== exampleDigest(id))).toEqual([]);
    expect(exampleDigest("none")).toBeUndefined();
  });
});
