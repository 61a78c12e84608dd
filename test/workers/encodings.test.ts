import { expect, test } from "vitest";
import { encodings } from "../../src/core/tables/textDecoding.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import { lostMarks } from "../support/encodingMarks.ts";
import { openedFile } from "../support/openedFile.ts";
import { openTableFile } from "../../workers/tableFile.ts";

/** A town in each encoding of bytes. */
const towns: readonly (readonly [(typeof encodings)[number], string, readonly number[]])[] = [
  ["windows-1252", "Zürich", [0x5a, 0xfc, 0x72, 0x69, 0x63, 0x68]],
  ["iso-8859-15", "Œ€", [0xbc, 0xa4]],
  ["iso-8859-2", "Łódź", [0xa3, 0xf3, 0x64, 0xbc]],
  ["windows-1250", "Łódź", [0xa3, 0xf3, 0x64, 0x9f]],
  ["windows-1251", "Москва", [0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0]],
  ["koi8-r", "Москва", [0xed, 0xcf, 0xd3, 0xcb, 0xd7, 0xc1]],
  ["windows-1253", "Αθήνα", [0xc1, 0xe8, 0xde, 0xed, 0xe1]],
  ["windows-1254", "İzmir", [0xdd, 0x7a, 0x6d, 0x69, 0x72]],
  ["windows-1255", "חיפה", [0xe7, 0xe9, 0xf4, 0xe4]],
  ["windows-1256", "مكة", [0xe3, 0xdf, 0xc9]],
  ["windows-1257", "Rīga", [0x52, 0xee, 0x67, 0x61]],
  ["macintosh", "Zürich", [0x5a, 0x9f, 0x72, 0x69, 0x63, 0x68]],
  ["shift_jis", "東京", [0x93, 0x8c, 0x8b, 0x9e]],
  ["euc-jp", "東京", [0xc5, 0xec, 0xb5, 0xfe]],
  ["euc-kr", "서울", [0xbc, 0xad, 0xbf, 0xef]],
  ["gb18030", "北京", [0xb1, 0xb1, 0xbe, 0xa9]],
  // Each second byte is a letter of ASCII.
  ["big5", "台北", [0xa5, 0x78, 0xa5, 0x5f]],
];
const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
/** A table whose names and cells are the town. */
const fileOf = (town: readonly number[], first: readonly number[] = town) =>
  Uint8Array.from([...town, ...ascii(",x\n"), ...first, ...ascii(",1.5\n"), ...town, ...ascii(",2.5\nOulu,3.5\n")]);
const job = { checkpoint: () => Promise.resolve(), progress: () => undefined };
const few = { rows: 1, cells: 1e9 };

test.each(towns)(
  "%s: names and cells are read in it, held or scanned, and a sample is shown",
  async (encoding, town, bytes) => {
    const file = fileOf(bytes);
    const table = await openedFile(file, { encoding });
    expect(table.columns[0]).toMatchObject({ name: town, categories: { names: [town, "Oulu"] } });
    expect(outlineOf(table).found!.sample).toEqual([town]);
    const { schema } = table;
    expect(schema!.text!.encoding).toBe(encoding);
    const large = await openTableFile(new Blob([file]), { reading: { schema: schema! }, ...job, limits: few });
    if (!("scan" in large)) throw new Error("not scanned");
    const keys: string[] = [];
    const ofText = (text: string) => keys.push(text);
    await large.scan(
      { columns: [{ name: town, keys: { ofValue: () => 0, ofDigits: () => 0, ofText } }], take: () => undefined },
      job.checkpoint,
      job.progress,
    );
    expect(keys).toEqual([town, town, "Oulu"]);
  },
);

test.each(encodings.filter((encoding) => !encoding.startsWith("utf-16")))(
  "%s: a mark of the file is itself, whatever precedes it, but for | in three encodings",
  (encoding) => {
    expect(lostMarks(encoding)).toEqual(["shift_jis", "gb18030", "big5"].includes(encoding) ? ["|"] : []);
  },
);

test.each(towns.slice(12))(
  "%s: half a character at the end of a cell changes that record alone",
  async (encoding, town, bytes) => {
    const { schema } = await openedFile(fileOf(bytes), { encoding });
    const [lead] = bytes;
    for (const half of [
      [lead!],
      [0x41, lead!],
      [0x22, 0x41, lead!, 0x22],
      [0x81, 0x30],
      [0x81, 0x30, 0x81],
      [0xff, 0x80],
    ]) {
      const { rowCount, columns } = await openedFile(fileOf(bytes, half), { schema: schema! });
      expect(rowCount).toBe(3);
      const { names, codes } = columns[0]!.categories!;
      expect([...codes.subarray(1)].map((code) => names[code])).toEqual([town, "Oulu"]);
      expect([...columns[1]!.values]).toEqual([1.5, 2.5, 3.5]);
    }
  },
);
