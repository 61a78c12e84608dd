import { ParameterError } from "../errors.ts";
import { membersOf, oneOf, parseUntrustedJson, refuse } from "../untrusted.ts";
import type { ColumnType } from "./cells/columnFormat.ts";
import { delimiters } from "./delimiter.ts";
import { belowNames, commentMarks } from "./head/headWords.ts";
import { columnTypes, isSchemaColumns, isShortLine } from "./schemaText.ts";
import { tableLimits } from "./tableLimits.ts";
import { encodings } from "./textDecoding.ts";
import {
  packings,
  type CurveRoles,
  type RowsLayout,
  type SchemaColumn,
  type TableSchema,
  type TextLayout,
} from "./schema.ts";

// A schema as a Frictionless Table Schema, with further properties.

const version = 1;

const standardTypes: Readonly<Record<ColumnType, string>> = {
  ...{ point: "number", comma: "number", whole: "integer", count: "integer" },
  ...{ dayFirst: "date", monthFirst: "date", serial: "number", time: "time" },
  ...{ hours: "duration", minutes: "duration", seconds: "duration" },
  ...{ category: "string", id: "string", text: "string" },
};

/** Column types of the standard's types. A date and time gives the day. */
const standardKinds: Readonly<Record<string, ColumnType>> = {
  ...{ number: "point", integer: "whole", year: "whole", date: "dayFirst", datetime: "dayFirst", time: "time" },
  ...{ duration: "hours" },
  ...{ string: "text", boolean: "category", any: "text" },
};

/**
 * Text of a schema file.
 *
 * @param classes column whose levels are written; those of others are values of cells
 */
export function schemaFileText({ text, rows, person, chosen, curves, columns }: TableSchema, classes = ""): string {
  const fields = columns.map(({ name, type, unit, missing, levels, beyond, others }) => ({
    name,
    type: standardTypes[type],
    ...(type === "comma" && { decimalChar: "," }),
    ...((type === "dayFirst" || type === "monthFirst") && { format: "any" }),
    ...(missing && { missingValues: ["", ...missing.filter((code) => code !== "")] }),
    ...(levels && name === classes && { categories: levels }),
    "curveil:type": type,
    ...(unit !== "" && { "curveil:unit": unit }),
    ...(beyond && { "curveil:beyond": beyond }),
    ...(others && { "curveil:others": others }),
  }));
  const whole = {
    $schema: "https://datapackage.org/profiles/2.0/tableschema.json",
    "curveil:schema": version,
    ...(text && { "curveil:text": text }),
    ...(rows && { "curveil:rows": rows }),
    ...(person !== undefined && { "curveil:person": person }),
    ...(chosen && { "curveil:chosen": chosen }),
    ...(curves && { "curveil:curves": curves }),
    fields,
  };
  return `${JSON.stringify(whole, undefined, 2)}\n`;
}

/** Schema of a file's text, or a sentence why it is none. Never throws. */
export function readSchemaFile(given: string): TableSchema | { readonly problem: string } {
  try {
    return schemaIn(parseUntrustedJson(given, "the schema"));
  } catch (error) {
    if (error instanceof ParameterError) return { problem: error.message };
    throw error;
  }
}

function schemaIn(value: unknown): TableSchema {
  const whole = membersOf(value, "the schema");
  const said = whole.get("curveil:schema") ?? version;
  if (said !== version) return refuse(said, "curveil:schema", `${version}, the version that is read here`);
  const fields = listIn(whole.get("fields"), "fields", tableLimits.columns);
  const missing = missingIn(whole.get("missingValues"), "missingValues");
  const columns = fields.map((field, i) => fieldIn(field, `fields[${i}]`, missing));
  if (!isSchemaColumns(columns))
    return refuse("columns", "fields", "named, each once, in texts of one line, one of counts at most");
  const layout = whole.get("curveil:text");
  const isTyped = whole.has("curveil:schema") && layout === undefined;
  const rows = whole.get("curveil:rows");
  const isColumn = (given: unknown) => columns.some(({ name }) => name === given);
  const columnIn = (given: unknown, place: string): string =>
    isColumn(given) ? (given as string) : refuse(given, place, "the name of one of the fields");
  const [person, chosen, curves] = ["person", "chosen", "curves"].map((role) => whole.get(`curveil:${role}`));
  return {
    from: "elsewhere",
    ...(!isTyped && { text: layoutIn(layout) }),
    ...(isTyped && rows !== undefined && { rows: rowsIn(rows) }),
    ...(person !== undefined && { person: columnIn(person, "curveil:person") }),
    ...(chosen !== undefined && {
      chosen: listIn(chosen, "curveil:chosen", tableLimits.columns).map((name, i) =>
        columnIn(name, `curveil:chosen[${i}]`),
      ),
    }),
    ...(curves !== undefined && { curves: curvesIn(curves, columnIn) }),
    columns,
  };
}

function curvesIn(value: unknown, columnIn: (given: unknown, place: string) => string): CurveRoles {
  const given = membersOf(value, "curveil:curves");
  if (oneOf("wide", "long")(given.get("shape"), "curveil:curves.shape") === "wide") return { shape: "wide" };
  const nameOf = (role: string) => columnIn(given.get(role), `curveil:curves.${role}`);
  return { shape: "long", curve: nameOf("curve"), time: nameOf("time"), value: nameOf("value") };
}

function fieldIn(value: unknown, place: string, missingOfAll: readonly string[] | undefined): SchemaColumn {
  const field = membersOf(value, place);
  const name = textIn(field.get("name"), `${place}.name`);
  const kind = field.get("curveil:type");
  const categories = field.get("categories") ?? enumIn(field.get("constraints"), place);
  const standard = field.get("type") ?? "any";
  const found =
    kind === undefined
      ? ofStandard(standard, categories !== undefined, `${place}.type`)
      : oneOf(...columnTypes)(kind, `${place}.curveil:type`);
  const format = field.get("format");
  const isMonthFirst = kind === undefined && typeof format === "string" && /^(?!%[Yy]).*%m.*%d/.test(format);
  const type =
    found === "dayFirst" && isMonthFirst
      ? "monthFirst"
      : found === "point" && field.get("decimalChar") === ","
        ? "comma"
        : found;
  const unit = field.get("curveil:unit");
  const [beyond, others] = [field.get("curveil:beyond"), field.get("curveil:others")];
  const missing = missingIn(field.get("missingValues"), `${place}.missingValues`) ?? missingOfAll;
  const levels = categories === undefined ? undefined : levelsIn(categories, `${place}.categories`);
  return {
    ...{ name, type },
    unit: unit === undefined ? "" : textIn(unit, `${place}.curveil:unit`),
    ...(missing && { missing }),
    ...(levels && { levels }),
    ...(beyond !== undefined && { beyond: oneOf("limit")(beyond, `${place}.curveil:beyond`) }),
    ...(others !== undefined && { others: oneOf("converted")(others, `${place}.curveil:others`) }),
  };
}

function ofStandard(type: unknown, hasLevels: boolean, place: string): ColumnType {
  const known = typeof type === "string" && Object.hasOwn(standardKinds, type) ? standardKinds[type]! : undefined;
  if (known === undefined) return refuse(type, place, `one of ${Object.keys(standardKinds).join(", ")}`);
  return known === "text" && hasLevels ? "category" : known;
}

function enumIn(constraints: unknown, place: string): unknown {
  return constraints === undefined ? undefined : membersOf(constraints, `${place}.constraints`).get("enum");
}

/** Levels as texts, or as objects with values and labels. */
function levelsIn(value: unknown, place: string): readonly string[] {
  return listIn(value, place, 1000).map((level, i) => {
    const at = `${place}[${i}]`;
    const plain = typeof level === "object" && level !== null ? membersOf(level, at).get("value") : level;
    return typeof plain === "number" || typeof plain === "boolean" ? String(plain) : textIn(plain, at);
  });
}

/** Texts for no value; the empty one always is. */
function missingIn(value: unknown, place: string): readonly string[] | undefined {
  if (value === undefined) return undefined;
  return levelsIn(value, place).filter((text) => text !== "");
}

function layoutIn(value: unknown): TextLayout {
  if (value === undefined) return { encoding: "utf-8", delimiter: ",", newline: "\n", preamble: 0, header: true };
  const layout = membersOf(value, "curveil:text");
  const hasRowNames = layout.get("rowNames") ?? false;
  if (typeof hasRowNames !== "boolean") return refuse(hasRowNames, "curveil:text.rowNames", "true or false");
  const isTurned = layout.get("turned") ?? false;
  if (typeof isTurned !== "boolean") return refuse(isTurned, "curveil:text.turned", "true or false");
  const place = placeIn(layout, "curveil:text");
  return {
    encoding: oneOf(...encodings)(layout.get("encoding") ?? "utf-8", "curveil:text.encoding"),
    delimiter: oneOf(...delimiters)(layout.get("delimiter") ?? ",", "curveil:text.delimiter"),
    newline: oneOf("\n", "\r")(layout.get("newline") ?? "\n", "curveil:text.newline"),
    ...place,
    ...(hasRowNames && place.header && { rowNames: true }),
    ...(isTurned && { turned: true }),
    ...(layout.has("comment") && { comment: oneOf(...commentMarks)(layout.get("comment"), "curveil:text.comment") }),
    ...(layout.has("packing") && { packing: oneOf(...packings)(layout.get("packing"), "curveil:text.packing") }),
  };
}

function rowsIn(value: unknown): RowsLayout {
  const layout = membersOf(value, "curveil:rows");
  const sheet = layout.get("sheet");
  return {
    ...placeIn(layout, "curveil:rows"),
    ...(sheet !== undefined && { sheet: textIn(sheet, "curveil:rows.sheet") }),
  };
}

/** Beginning of a table in its file. */
function placeIn(
  layout: ReadonlyMap<string, unknown>,
  place: string,
): Pick<TextLayout, "preamble" | "header" | "below"> {
  const preamble = layout.get("preamble") ?? 0;
  const header = layout.get("header") ?? true;
  if (!(typeof preamble === "number" && Number.isInteger(preamble) && preamble >= 0 && preamble <= 99))
    return refuse(preamble, `${place}.preamble`, "a whole number from 0 to 99");
  if (typeof header !== "boolean") return refuse(header, `${place}.header`, "true or false");
  const below = layout.has("below") ? oneOf(...belowNames)(layout.get("below"), `${place}.below`) : undefined;
  return { preamble, header, ...(header && below && { below }) };
}

function listIn(value: unknown, place: string, longest: number): readonly unknown[] {
  if (!Array.isArray(value)) return refuse(value, place, "a list");
  if (value.length > longest) return refuse(value, place, `a list of at most ${longest}`);
  return value;
}

function textIn(value: unknown, place: string): string {
  if (typeof value !== "string" || !isShortLine(value))
    return refuse(value, place, "a text of one line, of at most 200 characters");
  return value;
}
