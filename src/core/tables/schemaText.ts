import { defined } from "../defined.ts";
import type { ColumnType } from "./cells/columnFormat.ts";
import { textKey } from "./cells/textKey.ts";
import type { Delimiter } from "./delimiter.ts";
import { belowNames, commentMarks, type CommentMark } from "./head/headWords.ts";
import { packings, type RowsLayout, type SchemaColumn, type TableSchema, type TextLayout } from "./schema.ts";
import { tableLimits } from "./tableLimits.ts";
import { encodings } from "./textDecoding.ts";

/** Name of a schema among the parameters of a release. */
export const readingParameter = "how the file is read";

const version = "1";
/** Longer schemas are not written into links. */
const longestSchemaText = 4000;

const delimiterWords: Readonly<Record<Delimiter, string>> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "bar",
  " ": "blanks",
};
const newlineWords = { "\n": "lf", "\r": "cr" } as const;
const commentWords: Readonly<Record<CommentMark, string>> = {
  "#": "hash",
  "##": "hashes",
  "//": "slashes",
  "%": "percent",
  "!": "bang",
};
export const columnTypes = [
  ...(["point", "comma", "whole", "count", "dayFirst", "monthFirst", "serial", "time"] as const),
  ...(["hours", "minutes", "seconds", "category", "id", "text"] as const),
] satisfies readonly ColumnType[];

/**
 * Schema as a short text, for a link, a sheet and a ledger: its origin and layout, then a column each with type, unit,
 * words for nothing, levels, and rules for limits and other units.
 *
 *     1*file*utf-8*comma*lf*0*header!age*point*years!sex*category***f(m
 *     1*file*rows*0*header*Sheet 1!age*point*years
 *
 * Beyond 4000 characters: origin, number of columns and a key of the rest.
 */
export function schemaText({ from, text, rows, columns }: TableSchema): string {
  const written = text
    ? [
        ...[text.encoding, delimiterWords[text.delimiter], newlineWords[text.newline], String(text.preamble)],
        headWord(text.rowNames ? "rows" : text.header ? "header" : "none", text),
        ...(text.packing ? [text.packing] : []),
        ...(text.comment ? [commentWords[text.comment]] : []),
        ...(text.turned ? ["turned"] : []),
      ]
    : rows
      ? ["rows", String(rows.preamble), headWord(rows.header ? "header" : "none", rows), escaped(rows.sheet ?? "")]
      : ["typed"];
  const all = [
    written.join("*"),
    ...columns.map(({ name, type, unit, missing, levels, beyond = "", others = "" }) =>
      [escaped(name), type, escaped(unit), listed(missing), listed(levels), beyond, others]
        .join("*")
        .replace(/\*+$/, ""),
    ),
  ].join("!");
  const whole = [version, from, all].join("*");
  if (whole.length <= longestSchemaText) return whole;
  return [version, from, "long", columns.length, textKey(all).toString(36)].join("*");
}

/** True for a text that begins with an object, as schema files and no tables do. */
export function isSchemaFile(beginning: string): boolean {
  return /^\s*\{/.test(beginning) && /"fields"|"curveil:schema"|tableschema/.test(beginning);
}

/** Origin of the schema in a text; undefined without one. */
export function originOfSchema(text: string): TableSchema["from"] | undefined {
  const [, from] = /^1\*(file|elsewhere)\*long\*\d{1,5}(?:\*[\da-z]{1,11})?$/.exec(text) ?? [];
  return from === "file" || from === "elsewhere" ? from : schemaOfText(text)?.from;
}

/** Text of the same schema, declared after looking at a file. */
export function lookedSchemaText(text: string): string {
  return text.replace(/^1\*elsewhere(?=\*)/, "1*file");
}

/** Schema of such a text; undefined for any other text. Never throws. */
export function schemaOfText(given: string): TableSchema | undefined {
  if (given.length > longestSchemaText) return undefined;
  const [head = "", ...rest] = given.split("!");
  const [version_, from, ...written] = head.split("*");
  if (version_ !== version || (from !== "file" && from !== "elsewhere")) return undefined;
  const layout = layoutOf(written);
  const columns = rest.map(columnOf);
  const known = columns.filter((column) => column !== undefined);
  if (layout === undefined || known.length < columns.length || !isSchemaColumns(known)) return undefined;
  return { from, ...layout, columns: known };
}

function layoutOf(words: readonly string[]): Pick<TableSchema, "text" | "rows"> | undefined {
  if (words.length === 1 && words[0] === "typed") return {};
  if (words.length === 4 && words[0] === "rows") {
    const rows = rowsOf(words[1]!, words[2]!, words[3]!);
    return rows && { rows };
  }
  const [encoding, separator, end, lines = "", head = "", ...more] = words;
  const known = encodings.find((each) => each === encoding);
  const delimiter = (Object.keys(delimiterWords) as Delimiter[]).find((each) => delimiterWords[each] === separator);
  const newline = end === "lf" ? "\n" : end === "cr" ? "\r" : undefined;
  const packing = packings.find((each) => each === more[0]);
  if (packing) more.shift();
  const comment = commentMarks.find((mark) => commentWords[mark] === more[0]);
  if (comment) more.shift();
  const turned = more[0] === "turned" && more.shift() !== undefined;
  const names = headOf(head);
  if (more.length > 0 || !known || !delimiter || !newline || !/^\d{1,2}$/.test(lines) || !names) return undefined;
  const { first, below } = names;
  const text: TextLayout = {
    ...{ encoding: known, delimiter, newline, preamble: Number(lines), header: first !== "none" },
    ...defined({ below, packing, comment }),
    ...(first === "rows" && { rowNames: true }),
    ...(turned && { turned }),
  };
  return { text };
}

function rowsOf(lines: string, head: string, sheet: string): RowsLayout | undefined {
  const names = headOf(head);
  if (!/^\d{1,2}$/.test(lines) || !names || names.first === "rows" || sheet.length > 200) return undefined;
  const { first, below } = names;
  return {
    ...{ preamble: Number(lines), header: first === "header" },
    ...defined({ below }),
    ...(sheet !== "" && { sheet: plain(sheet) }),
  };
}

/** Contents of the first rows: "header-units". */
function headWord(first: string, { below }: Pick<TextLayout, "below">): string {
  return below ? `${first}-${below}` : first;
}

function headOf(word: string): { readonly first: string; readonly below: TextLayout["below"] } | undefined {
  const [first = "", rest, ...more] = word.split("-");
  const below = belowNames.find((each) => each === rest);
  const isFit = first === "header" || first === "rows" || (first === "none" && rest === undefined);
  return isFit && more.length === 0 && (rest === undefined || below) ? { first, below } : undefined;
}

function columnOf(text: string): SchemaColumn | undefined {
  const [name = "", word, unit = "", missing = "", levels = "", beyond = "", others = "", ...more] = text.split("*");
  const type = columnTypes.find((each) => each === word);
  if (!type || more.length > 0 || !isOf(beyond, "limit") || !isOf(others, "converted")) return undefined;
  return {
    ...{ name: plain(name), type, unit: plain(unit) },
    ...(missing !== "" && { missing: unlisted(missing) }),
    ...(levels !== "" && { levels: unlisted(levels) }),
    ...(beyond === "limit" && { beyond }),
    ...(others === "converted" && { others }),
  };
}

const isOf = (word: string, known: string) => word === "" || word === known;

/** True for a column whose cells may lie beyond a limit or be in several units. */
export function mayBeCensored(type: ColumnType): boolean {
  return type === "point" || type === "comma" || type === "whole";
}

/** True for a text that a schema can have. */
export function isShortLine(text: string): boolean {
  return text.length <= 200 && !/[\p{Cc}\p{Surrogate}\u202a-\u202e\u2066-\u2069]/u.test(text);
}

/** True for columns of a schema: named, different, not too many, at most one of counts. */
export function isSchemaColumns(columns: readonly SchemaColumn[]): boolean {
  const isFit = ({ name, type, unit, missing = [], levels = [], beyond, others }: SchemaColumn) =>
    name !== "" &&
    ((beyond ?? others) === undefined || mayBeCensored(type)) &&
    [name, unit, ...missing, ...levels].every(isShortLine) &&
    new Set(levels).size === levels.length &&
    unit.length <= 24;
  return (
    columns.length > 0 &&
    columns.length <= tableLimits.columns &&
    columns.every(isFit) &&
    columns.filter(({ type }) => type === "count").length <= 1 &&
    new Set(columns.map(({ name }) => name)).size === columns.length
  );
}

const marks = "~*!(";
const escaped = (text: string) => text.replace(/[~*!(]/g, (mark) => `~${marks.indexOf(mark)}`);
const plain = (text: string) => text.replace(/~([0-3])/g, (_, place: string) => marks[Number(place)]!);
/** An empty list is "~4". */
const listed = (texts: readonly string[] | undefined) =>
  texts === undefined ? "" : texts.length === 0 ? "~4" : texts.map((text) => escaped(text) || "~5").join("(");
const unlisted = (text: string) =>
  text === "~4" ? [] : text.split("(").map((each) => (each === "~5" ? "" : plain(each)));
