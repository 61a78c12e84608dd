import type { ColumnFormat, ColumnKind, ColumnType } from "./cells/columnFormat.ts";
import type { Delimiter } from "./delimiter.ts";
import type { BelowNames, CommentMark } from "./head/headWords.ts";
import type { TextEncoding } from "./textDecoding.ts";

/**
 * Declared, public description of a file: its columns and the reading of their cells. Each row is read by itself, so
 * that no cell changes how another one is read.
 */
export interface TableSchema {
  /** Proposed from its file and then declared, or known before. */
  readonly from: "file" | "elsewhere";
  /** Absent for typed cells. */
  readonly text?: TextLayout;
  /** Place of the table in a workbook or typed rows; absent if records name their cells. */
  readonly rows?: RowsLayout;
  /** Column of persons; absent if none is proposed or declared. */
  readonly person?: string;
  /** Columns of a picture, in the order of their roles; absent if undeclared. */
  readonly chosen?: readonly string[];
  readonly curves?: CurveRoles;
  /** In the order of the table. Other columns are not read. */
  readonly columns: readonly SchemaColumn[];
}

/** Layout of curves: a row each, or a row for each value. */
export type CurveRoles =
  | { readonly shape: "wide" }
  | { readonly shape: "long"; readonly curve: string; readonly time: string; readonly value: string };

export interface TextLayout {
  readonly encoding: TextEncoding;
  readonly delimiter: Delimiter;
  readonly newline: "\n" | "\r";
  /** Lines before the table, without comments. */
  readonly preamble: number;
  /** True if the first row has the names; else they are "column 1", "column 2", … */
  readonly header: boolean;
  /** Rows below the names that are no records; none if absent. */
  readonly below?: BelowNames;
  /** Lines that begin with it are no rows; between blanks "#" if absent. */
  readonly comment?: CommentMark;
  /** Told by lines above the records; else not packed if absent. */
  readonly packing?: (typeof packings)[number];
  /** True if rows begin with a name without a header, as R writes tables; absent for false. */
  readonly rowNames?: true;
  /** True if each column of the file is a record; absent for false. */
  readonly turned?: true;
}

export interface RowsLayout {
  /** Absent in a file without sheets. */
  readonly sheet?: string;
  /** Rows before the table, from the first filled one. */
  readonly preamble: number;
  /** True if the first row has the names. */
  readonly header: boolean;
  /** Rows below the names that are no records; none if absent. */
  readonly below?: BelowNames;
}

export const packings = ["gzip", "zip"] as const;

export interface SchemaColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Text before or after each number, such as "kg"; "" for none. */
  readonly unit: string;
  /** Cells without a value, besides empty ones; the usual words if absent, unless texts are expected. */
  readonly missing?: readonly string[];
  /** Values that tell classes apart; any other is missing for classes. */
  readonly levels?: readonly string[];
  /** Cells such as <0.5 or 90+ count as this limit; missing if absent. */
  readonly beyond?: "limit";
  /** Cells in another unit of a kind are converted by `unitFactor`; missing if absent. */
  readonly others?: "converted";
}

export const mostProposedLevels = 20;

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

export function isTextColumn(column: Pick<SchemaColumn, "type" | "unit">): boolean {
  return formatOfColumn(column).type === "text";
}

export function kindOfColumn({ type }: Pick<SchemaColumn, "type">): ColumnKind {
  if (type === "category" || type === "id" || type === "text") return type;
  const format = timeFormat(type);
  if (format) return format.type === "duration" ? "number" : format.type;
  return type === "whole" || type === "count" ? "integer" : "number";
}
