import type { ColumnFormat, ColumnKind, ColumnType } from "./cells/columnFormat.ts";
import type { Delimiter } from "./delimiter.ts";
import type { BelowNames, CommentMark } from "./head/headWords.ts";
import type { TextEncoding } from "./textDecoding.ts";

/**
 * A declared, public description of a file: its columns and how their cells are read. Under a schema each row is read by
 * itself, so that no cell changes how another one is read.
 */
export interface TableSchema {
  /** Its origin: proposed from its file and then declared, or known before that file was opened. */
  readonly from: "file" | "elsewhere";
  /** The layout of a file of text; absent for a file whose cells have types of their own. */
  readonly text?: TextLayout;
  /** The place of the table in a workbook or in typed rows; absent if records name their cells. */
  readonly rows?: RowsLayout;
  /** The column that says whose a row is; absent where none is proposed or declared as that. */
  readonly person?: string;
  /** The columns that a picture is made of, in the order of their roles; absent where none are declared. */
  readonly chosen?: readonly string[];
  /** The layout of curves; absent if it is not declared. */
  readonly curves?: CurveRoles;
  /** In the order in which the table has them. Columns of the file that are not named are not read. */
  readonly columns: readonly SchemaColumn[];
}

/** The layout of curves: a row each, or a row for each value. */
export type CurveRoles =
  | { readonly shape: "wide" }
  | { readonly shape: "long"; readonly curve: string; readonly time: string; readonly value: string };

/** The layout of a file of text. */
export interface TextLayout {
  readonly encoding: TextEncoding;
  readonly delimiter: Delimiter;
  readonly newline: "\n" | "\r";
  /** Lines before the table, without comments. */
  readonly preamble: number;
  /** True if the first row has the names of the columns; else they are "column 1", "column 2", … */
  readonly header: boolean;
  /** Rows below the names that are no records; none if absent. */
  readonly below?: BelowNames;
  /** Lines that begin with this mark are no rows; none do if absent, but between blanks "#". */
  readonly comment?: CommentMark;
  /** Packing of the text. Where lines stand above the records, these tell it; else it is not packed if absent. */
  readonly packing?: (typeof packings)[number];
  /** True if rows begin with a name that the header does not mention, as R writes tables; absent for false. */
  readonly rowNames?: true;
  /** True if each column of the file is a record: it is read as if its rows were columns. Absent for false. */
  readonly turned?: true;
}

/** The place of a table among rows of cells. */
export interface RowsLayout {
  /** The sheet of a workbook; absent in a file without sheets. */
  readonly sheet?: string;
  /** Rows before the table, from the first one that is filled. */
  readonly preamble: number;
  /** Whether the first row has the names of the columns. */
  readonly header: boolean;
  /** Rows below the names that are no records; none if absent. */
  readonly below?: BelowNames;
}

/** Ways in which a file of text may be packed. */
export const packings = ["gzip", "zip"] as const;

/** A column of a schema. */
export interface SchemaColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** A text before or after each number, such as "kg"; "" for nothing. */
  readonly unit: string;
  /** Cells that have no value, besides empty ones; the usual words for that if absent, and where no texts are expected. */
  readonly missing?: readonly string[];
  /** The values that tell classes apart; any other one is missing where classes are asked for. */
  readonly levels?: readonly string[];
  /** Cells beyond a limit, such as <0.5 or 90+, count as this limit; they are missing if absent. For columns of numbers. */
  readonly beyond?: "limit";
  /** Cells in another unit of a kind are converted by `unitFactor`; they are missing if absent. For columns of numbers. */
  readonly others?: "converted";
}

/** The most levels that a column may be proposed with. */
export const mostProposedLevels = 20;

/** The format of days, times and durations. */
function timeFormat(type: ColumnType): ColumnFormat | undefined {
  switch (type) {
    case "dayFirst":
    case "monthFirst":
      return { type: "date", order: type };
    case "serial":
      return { type: "date", order: "dayFirst", isSerial: true };
    case "time":
      return { type };
    case "hours":
      return { type: "duration", unit: "h" };
    case "minutes":
      return { type: "duration", unit: "min" };
    case "seconds":
      return { type: "duration", unit: "s" };
    default:
      return undefined;
  }
}

/** The format of a column's cells. */
export function formatOfColumn({
  type,
  unit,
  beyond,
  others,
}: Pick<SchemaColumn, "type" | "unit" | "beyond" | "others">): ColumnFormat {
  if (type === "category" || type === "id" || type === "text")
    return { type: "text", isNumberAlike: type === "category" };
  const isCount = type === "count";
  return (
    timeFormat(type) ?? {
      type: "number",
      decimal: type === "comma" ? "," : ".",
      unit,
      ...((isCount || type === "whole") && { isWhole: true }),
      ...(!isCount && beyond && { isCensored: true }),
      ...(!isCount && others && { isConverted: true }),
    }
  );
}

/** True for a column that is declared as one of texts. */
export function isTextColumn(column: Pick<SchemaColumn, "type" | "unit">): boolean {
  return formatOfColumn(column).type === "text";
}

/** The kind of a column of a schema. */
export function kindOfColumn({ type }: Pick<SchemaColumn, "type">): ColumnKind {
  if (type === "category" || type === "id" || type === "text") return type;
  const format = timeFormat(type);
  if (format) return format.type === "duration" ? "number" : format.type;
  return type === "whole" || type === "count" ? "integer" : "number";
}
