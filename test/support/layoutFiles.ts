import { belowNames, commentMarks } from "../../src/core/tables/head/headWords.ts";
import type { SchemaColumn, TableSchema, TextLayout } from "../../src/core/tables/schema.ts";
import { columnTypes, mayBeCensored } from "../../src/core/tables/schemaText.ts";
import type { Chance } from "./fuzzing.ts";

// Random files of text in every declared layout, and their neighbours.

/** Stand for a byte that is no UTF-8, and for the beginning of a character. */
const [noText, cutOff] = ["\u0001", "\u0002"];

/** Cells at the edges of the rules by which a reader guesses. */
const cells = [
  ...[
    "",
    "NA",
    "-",
    "1",
    "2",
    "007",
    "12",
    "1.5",
    "1,5",
    "1.500",
    "1,500.25",
    "-3",
    "1e5",
    "5 kg",
    "5",
    "$5",
    "13 %",
    "700 g",
  ],
  ...["01/02/2024", "13/02/2024", "02/13/2024", "31.12.2024", "2024-01-02", "12:30", "25:00", "a", "b", "yes", "Yes"],
  ...[
    "word in a number",
    "400",
    "401",
    "9007199254740993",
    "é",
    '"',
    "a\nb",
    "a,b",
    ";",
    "  7  ",
    "null",
    "true",
    "0.0",
  ],
  // Beginnings of comments, in lines of their own too, and numbers that doubles are too small for.
  ...[
    "#",
    "#1",
    "# a b",
    "##",
    "//",
    "//5",
    "%",
    "%5",
    "!",
    "!x",
    '#"',
    "#,#",
    "a\n#",
    "#\n#,#\n",
    "1.7e308",
    "-1.7e308",
  ],
  // Ends of lines, marks of order, controls, and bytes that are no text.
  ...[
    "\r",
    "a\rb",
    "\r\n",
    '"\r',
    "\ufeff",
    "\ufeff1",
    "\u0000",
    "\u2028",
    "\u0085",
    "\u00a07",
    "\u000b",
    "-0",
    noText,
    `3${cutOff}`,
  ],
  ...["<0.5", ">=2", "90+", "1:30", "1h30", "45292.5", "１２", "٣", "😀"],
];
const names = [
  "id",
  "person",
  "visit",
  "q_one",
  "q_two",
  "q_three",
  "0",
  "1",
  "2.5",
  "age",
  "rank",
  "y",
  "day",
  "class",
  "w",
  "__proto__",
  "constructor",
];

export interface RandomFile {
  readonly schema: TableSchema;
  /** The names of the file's columns; the schema may lack some. */
  readonly columns: readonly SchemaColumn[];
  readonly rows: readonly (readonly string[])[];
  /** Notation of the text, which is no part of the schema. */
  readonly isQuoted: boolean;
  readonly isEnded: boolean;
  /** Numbers of rows below which a comment stands. */
  readonly commentsAt: readonly number[];
}

/** Names of a whole file that are times, or those of `names`, or numbers of places. */
function namesIn({ below, one, uniform }: Chance, header: boolean): readonly string[] {
  const count = 2 + below(6);
  if (!header) return Array.from({ length: count }, (_, k) => `column ${k + 1}`);
  if (uniform() < 0.2) {
    const prefix = one(["t", "hour_", "Week ", "X"]);
    return ["id", ...Array.from({ length: count }, (_, k) => `${prefix}${(7 * k) % 11}`)];
  }
  return names.toSorted(() => uniform() - 0.5).slice(0, count);
}

function textIn({ below, one, uniform }: Chance): TextLayout {
  const header = uniform() < 0.8;
  const turned = header && uniform() < 0.15;
  return {
    ...{ encoding: one(["utf-8", "utf-8", "utf-16le", "windows-1252"] as const), newline: "\n" },
    ...{ header, preamble: below(2) },
    delimiter: one([",", ";", "\t", ",", ";", " "] as const),
    ...(header && uniform() < 0.1
      ? { rowNames: true }
      : header && !turned && uniform() < 0.3 && { below: one(belowNames) }),
    ...(uniform() < 0.5 && { comment: one(commentMarks) }),
    ...(turned && { turned }),
  };
}

export function randomFile(chance: Chance): RandomFile {
  const { below, one, uniform } = chance;
  const text = textIn(chance);
  // Half of the columns are numbers: else there is hardly anything to draw.
  const all = namesIn(chance, text.header).map((name): SchemaColumn => {
    const type = uniform() < 0.5 ? "point" : one(columnTypes.filter((each) => each !== "count"));
    const unit = uniform() < 0.1 ? one(["kg", "%"]) : "";
    const hasLevels = type === "category" || uniform() < 0.1;
    return {
      ...{ name, type, unit },
      ...(unit !== "" && mayBeCensored(type) && { others: "converted" }),
      ...(hasLevels && { levels: ["a", "__proto__", "yes", "1", "12"].slice(0, 2 + below(4)) }),
      ...(uniform() < 0.1 && { missing: ["-3", "12"] }),
      ...(mayBeCensored(type) && uniform() < 0.3 && { beyond: "limit" }),
    };
  });
  const counts: readonly SchemaColumn[] =
    text.header && uniform() < 0.1 ? [{ name: "n", type: "count", unit: "" }] : [];
  const first: readonly SchemaColumn[] = text.rowNames ? [{ name: "row", type: "text", unit: "" }] : [];
  const columns = [...first, ...all, ...counts];
  const read = columns.filter(({ type }, k) => k < 2 || type === "count" || uniform() < 0.9);
  return {
    schema: { from: "elsewhere", text, columns: uniform() < 0.5 ? read : read.toReversed() },
    columns,
    rows: Array.from({ length: 3 + below(22) }, () => randomRow(columns, chance)),
    ...{ isQuoted: below(2) === 0, isEnded: below(2) === 0 },
    commentsAt: Array.from({ length: below(4) }, () => below(20)),
  };
}

/** Cells that no cell of a table is as long as, and that no line is held with. */
const [longCell, longestCell] = ["x".repeat(10_001), "7".repeat(4_100_000)];

/** Mostly cells that fit. Between blanks a row with the longest cell counts no records, and refuses a counted file. */
function randomRow(columns: readonly SchemaColumn[], { uniform, one, below }: Chance): readonly string[] {
  const isCount = columns.at(-1)!.type === "count";
  return columns.map(({ type, levels }) => {
    if (type === "count") return String(1 + below(3));
    if (uniform() < 0.0003) return uniform() < 0.02 && !isCount ? one([longestCell, `#${longestCell}`]) : longCell;
    if (uniform() < 0.15) return one(cells);
    if (levels) return one(levels);
    if (type === "point" || type === "whole") return String(below(50));
    if (type === "comma") return `${below(50)},5`;
    if (type === "time") return `${below(24)}:15`;
    if (type === "dayFirst" || type === "monthFirst") return `2024-01-${10 + below(15)}`;
    return `p${below(6)}`;
  });
}

/** The same file with one record drawn anew; of counted ones, a row counts one less and a new row one. */
export function withOneAnew(file: RandomFile, row: number, chance: Chance): RandomFile {
  const { rows, columns } = file;
  const anew = randomRow(columns, chance);
  if (!isCounted(file)) return { ...file, rows: rows.with(row, anew) };
  const [from, one] = [rows[row]!, anew.slice(0, -1)];
  const fewer = rows.with(row, [...from.slice(0, -1), String(Number(from.at(-1)) - 1)]);
  return { ...file, rows: fewer.toSpliced(chance.below(rows.length), 0, [...one, "1"]) };
}

export const isCounted = ({ columns }: RandomFile) => columns.at(-1)!.type === "count";
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

export function bytesOf({ schema, columns, rows, isQuoted, isEnded, commentsAt }: RandomFile): Uint8Array<ArrayBuffer> {
  const { delimiter, preamble, header, below, comment, turned, rowNames } = schema.text!;
  const isBlank = delimiter === " ";
  const written = (given: string) => {
    const cell = isBlank ? given.replaceAll("\n", " ") : given;
    const isForced = isBlank ? cell === "" || /[\s"]/.test(cell) : /["\n\r]/.test(cell) || cell.includes(delimiter);
    return isQuoted || isForced ? quoted(cell) : cell;
  };
  const remarks = columns.map(() => "r");
  const head = [
    ...(header ? [columns.map(({ name }) => name)] : []),
    ...(below === "names" ? [columns.map(() => "")] : below ? [remarks] : []),
    ...(below === "remarks" ? [remarks] : []),
  ];
  const all = [...head, ...rows];
  const table = turned ? columns.map((_, j) => all.map((row) => row[j]!)) : all;
  const lines = table.map((row, i) =>
    row
      .slice(rowNames && i === 0 ? 1 : 0)
      .map(written)
      .join(delimiter),
  );
  const mark = comment ?? (isBlank ? "#" : undefined);
  if (mark) {
    const first = turned ? 1 : Math.max(1, head.length);
    for (const at of commentsAt) lines.splice(Math.min(first + at, lines.length), 0, `${mark}a"b`);
    if (header && !isBlank && !(turned && rowNames)) lines.unshift(`${mark} made by "us", a${delimiter}"b`);
  }
  return encoded(
    [...Array<string>(preamble).fill("a title"), ...lines, ...(isEnded ? [""] : [])].join("\n"),
    schema.text!.encoding,
  );
}

function encoded(text: string, encoding: TextLayout["encoding"]): Uint8Array<ArrayBuffer> {
  if (encoding === "utf-8") {
    const bytes = [...new TextEncoder().encode(text)];
    return Uint8Array.from(bytes.flatMap((byte) => (byte === 1 ? [0xff] : byte === 2 ? [0xe2, 0x82] : [byte])));
  }
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  if (encoding === "windows-1252") return Uint8Array.from(units, (unit) => (unit > 255 ? 63 : unit));
  // Half of a pair in place of what is no text.
  return new Uint8Array(Uint16Array.from(units, (unit) => (unit === 1 ? 0xd800 : unit === 2 ? 0xdc00 : unit)).buffer);
}
