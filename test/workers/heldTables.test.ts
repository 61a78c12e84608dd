import { expect, test } from "vitest";
import type { TableSchema } from "../../src/core/tables/schema.ts";
import type { TableReading } from "../../src/core/tables/tableReading.ts";
import { createHeldTables } from "../../workers/heldTables.ts";
import { Cancelled } from "../../workers/messages/outcomeOf.ts";

const schemaOf = (type: "category" | "monthFirst"): TableSchema => ({
  ...{ from: "elsewhere", columns: [{ name: "when", type, unit: "" }] },
  text: { encoding: "utf-8", delimiter: ",", newline: "\n", preamble: 0, header: true },
});
const unnamed: TableSchema = {
  ...{ from: "elsewhere", columns: [{ name: "column 1", type: "point", unit: "" }] },
  text: { encoding: "utf-8", delimiter: ",", newline: "\n", preamble: 0, header: false },
};
const quiet = () => Promise.resolve();
const silent = () => undefined;

/** A file of six megabytes, too large to be held, which tells how much of it was read, and whether its reader let go of it. */
function watchedFile(onRead: () => void) {
  const file = new Blob(Array<string>(6).fill("1.5\n".repeat(2 ** 18)));
  const seen = { size: file.size, read: 0, isLeft: false };
  const stream = file.stream.bind(file);
  file.stream = () => {
    const reader = stream().getReader();
    return new ReadableStream({
      type: "bytes",
      pull: async (controller) => {
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
          controller.byobRequest?.respond(0);
          return;
        }
        seen.read += value.length;
        onRead();
        controller.enqueue(value);
      },
      cancel: () => {
        seen.isLeft = true;
        return reader.cancel();
      },
    });
  };
  return { file, seen };
}

test("the digest of a large file stops reading once the file is closed, and else reads it whole", async () => {
  for (const isClosed of [false, true]) {
    const tables = createHeldTables();
    const { file, seen } = watchedFile(() => isClosed && tables.close(1));
    await tables.open(1, { file, reading: { schema: unnamed } }, quiet, silent);
    expect(tables.large(1)).toBeDefined();
    Object.assign(seen, { read: 0, isLeft: false });
    const keys = tables.keys(1, false, quiet);
    if (isClosed) {
      await expect(keys).rejects.toBeInstanceOf(Cancelled);
      expect(seen.isLeft).toBe(true);
      expect(seen.read).toBeLessThan(seen.size / 2);
    } else {
      expect((await keys).look!.rows).toBe(6 * 2 ** 18);
      expect(seen.read).toBe(seen.size);
    }
  }
});

test("the digest of a table that is held is not made once the table is closed", async () => {
  const tables = createHeldTables();
  const file = new Blob(["a,b\n1,2\n3,4\n"]);
  await tables.open(1, { file, reading: {} }, quiet, silent);
  expect((await tables.keys(1, false, quiet)).digests).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  const left = tables.keys(1, false, quiet);
  tables.close(1);
  await expect(left).rejects.toBeInstanceOf(Cancelled);
});

test("the first digest of a file is the same however a person says that it is to be read", async () => {
  const tables = createHeldTables();
  const file = new Blob(["when,kg,code\n01/02/2024,1.500,a;1\n03/04/2024,2.250,b;2\n05/06/2024,2.125,c;3\n"]);
  const readings: TableReading[] = [
    {},
    { decimal: "," },
    { decimal: ".", delimiter: "," },
    { header: false },
    { delimiter: ";" },
    { schema: schemaOf("category") },
    { schema: schemaOf("monthFirst"), isProposal: true },
  ];
  const opened = [];
  for (const [id, reading] of readings.entries()) opened.push(await tables.open(id, { file, reading }, quiet, silent));
  expect(new Set(opened.map((outline) => JSON.stringify(outline.columns))).size).toBeGreaterThan(4);
  const keys = await Promise.all(readings.map((_, id) => tables.keys(id, true, quiet)));
  expect(new Set(keys.map(({ digests }) => digests[0])).size).toBe(1);
  // One of all cells, one of the columns as they are read, which may be the same, and the one of earlier versions.
  expect(keys.map(({ digests }) => digests.length)).toEqual([2, 2, 2, 3, 3, 3, 3]);
  expect(new Set(keys.map(({ digests }) => digests.at(-1))).size).toBe(1);
  // Another file in place of the one that was read as somebody said.
  const other = new Blob(["a\n1\n2\n"]);
  await tables.open(1, { file: other, reading: {} }, quiet, silent);
  expect((await tables.keys(1, true, quiet)).digests).not.toContain(keys[0]!.digests[0]);
  const left = tables.keys(3, true, quiet);
  tables.close(3);
  await expect(left).rejects.toBeInstanceOf(Cancelled);
});
