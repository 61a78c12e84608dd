import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { isAlike } from "../../src/core/tables/tableKeys.ts";
import type { TableKeys } from "../../src/core/tables/tableKeys.ts";
import type { ColumnType } from "../../src/core/tables/cells/columnFormat.ts";
import type { TableSchema } from "../../src/core/tables/schema.ts";
import { fileKeys } from "../../workers/fileKeys.ts";
import { openTableFile } from "../../workers/tableFile.ts";
import { casesOf, chanceOf, triesAll } from "../support/fuzzing.ts";

const sha256 = (content: Uint8Array | string) => Promise.resolve(createHash("sha256").update(content).digest("hex"));
const quiet = () => Promise.resolve();

async function keysOf(file: Blob, schema: TableSchema): Promise<TableKeys> {
  const opened = await openTableFile(file, { reading: { schema }, checkpoint: quiet, progress: () => undefined });
  return fileKeys(file, opened, sha256, quiet);
}

const encodings = { utf8: "utf-8", utf16le: "utf-16le", latin1: "windows-1252" } as const;
const someTexts = [
  ["a;b", "c;d", "e"],
  ["a,b", "c, d, e", "f"],
  ["p|q", "r"],
  ["1;2", "3;4"],
  ["1,2", "3,4"],
  ["word", "two words", "é"],
  ["x\ty", "z\tw"],
  ["12:30", "yes", "no"],
  ["5 kg", "7 kg"],
] as const;

/** A table of texts, numbers and dates, and what writes it in some way, with the schema by which it is read so. */
function tableOf(seed: number): () => readonly [Blob, TableSchema] {
  const { below, one, uniform } = chanceOf(seed);
  const kinds = Array.from({ length: 1 + below(4) }, (_, j) =>
    j === 0 ? "number" : one(["number", "text", "word", "date", "whole"] as const),
  );
  const names = kinds.map((_, j) => one(["x", "y", "name", "id", "day", "Größe", "n 1"]) + String(j));
  const texts = one(someTexts);
  const cell = (kind: (typeof kinds)[number]) => {
    if (uniform() < 0.03) return "";
    if (kind === "number") return String(below(10_000) / one([1, 10, 100, 1000]));
    if (kind === "whole") return String(below(1e6));
    if (kind === "date") return `20${10 + below(15)}-0${1 + below(9)}-${10 + below(18)}`;
    return kind === "text" ? one(texts) : one(["alpha", "beta", "gamma"]);
  };
  const rows = Array.from({ length: 5 + below(60) }, () => kinds.map(cell));
  return () => {
    const delimiter = one([",", ";", "\t", "|"] as const);
    const end = one(["\n", "\r\n", "\r"]);
    const quoteAll = uniform() < 0.3;
    const header = uniform() < 0.8;
    const comma = delimiter !== "," && uniform() < 0.4;
    const dates = uniform() < 0.3;
    const order = uniform() < 0.3 ? rows.toReversed() : rows;
    // Columns may be exchanged below the same header.
    const places = kinds.map((_, j) => j);
    if (uniform() < 0.3) places.reverse();
    const put = (text: string) =>
      quoteAll || text.includes(delimiter) || (/[;,\t|]/.test(text) && uniform() < 0.2) ? `"${text}"` : text;
    const shown = (text: string, j: number) => {
      if (text === "") return one(["", "NA"]);
      if (kinds[j] === "number" && comma) return text.replace(".", ",");
      return kinds[j] === "date" && dates ? text.replace(/(\d+)-(\d+)-(\d+)/, "$3.$2.$1") : text;
    };
    const lines = [
      ...(header ? [names.map(put).join(delimiter)] : []),
      ...order.map((row) => places.map((j) => put(shown(row[j]!, j))).join(delimiter)),
    ];
    const encoding = one(["utf8", "utf16le", "latin1"] as const);
    const text = (encoding === "utf16le" ? "\ufeff" : "") + lines.join(end) + (uniform() < 0.8 ? end : "");
    const typeOf = { number: comma ? "comma" : "point", whole: "whole", date: "dayFirst", text: "text", word: "text" };
    return [
      new Blob([Buffer.from(text, encoding)]),
      {
        from: "elsewhere",
        text: {
          ...{ encoding: encodings[encoding], delimiter, newline: end === "\r" ? "\r" : "\n", preamble: 0, header },
        },
        columns: places.map((place, j) => ({
          ...{ name: header ? names[j]! : `column ${j + 1}`, type: typeOf[kinds[place]!] as ColumnType, unit: "" },
        })),
      },
    ];
  };
}

test("a table in two writings has a digest in common, as a schema reads it", async () => {
  const found = { proposed: 0, declared: 0, asked: 0 };
  const count = casesOf(3000, 80);
  for (let seed = 1; seed <= count; seed++) {
    const write = tableOf(seed);
    const [one, other] = [await keysOf(...write()), await keysOf(...write())];
    expect(
      other.digests.some((digest) => one.digests.includes(digest)),
      String(seed),
    ).toBe(true);
    // What the files alone would have told.
    if (one.digests[0] === other.digests[0]) found.proposed++;
    else if (isAlike(one.look, other.look)) found.asked++;
    else found.declared++;
  }
  if (triesAll) console.log(found);
  expect(found.declared).toBeGreaterThan(0);
});
