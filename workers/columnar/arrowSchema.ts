import { refusal } from "../../src/core/tables/refusal.ts";
import type { FlatTable } from "./flatBuffer.ts";

/** Encoding of a readable column. */
export type CellType =
  | IntType
  | { readonly kind: "float"; readonly bytes: 2 | 4 | 8 }
  | { readonly kind: "decimal"; readonly bytes: 4 | 8 | 16 | 32; readonly scale: number }
  | { readonly kind: "bool" }
  /** `perSecond` units in a second. */
  | { readonly kind: "instant" | "timeOfDay"; readonly bytes: 4 | 8; readonly perSecond: number }
  | { readonly kind: "text"; readonly offsetBytes: 4 | 8 }
  | { readonly kind: "textView" };

interface IntType {
  readonly kind: "int";
  readonly bytes: 1 | 2 | 4 | 8;
  readonly signed: boolean;
}

/** Its encoding, or a description if unreadable. */
export interface ArrowColumn {
  readonly name: string;
  readonly type: CellType | { readonly kind: "other"; readonly what: string };
  /** Cells are places in this dictionary, whose cells have the type above. */
  readonly dictionary?: { readonly id: number; readonly index: IntType };
  /** Nodes and buffers with those of children; the batch gives further buffers of a view. */
  readonly extent: Extent;
}

interface Extent {
  readonly nodes: number;
  readonly buffers: number;
  readonly views: number;
}

const deepest = 60;
const mostFields = 100_000;
/** Bytes of a name, and characters of all. */
const longest = { name: 2 ** 16, names: 2 ** 24 } as const;

/**
 * @throws {ParameterError} for big-endian numbers
 * @see https://github.com/apache/arrow/blob/main/format/Schema.fbs
 */
export function arrowColumns(schema: FlatTable): ArrowColumn[] {
  if (schema.int16(0) !== 0)
    throw refusal(
      "file",
      "an Arrow file of big-endian numbers",
      "one of little-endian numbers, as on almost any machine",
    );
  let fields = 0;
  let characters = 0;
  /** A field of a damaged file may contain itself. */
  const columnOf = (field: FlatTable, depth: number): Omit<ArrowColumn, "name"> => {
    if (depth > deepest || ++fields > mostFields) throw new RangeError("too many fields");
    const code = field.uint8(2);
    const type = field.table(3);
    const encoding = field.table(4);
    const own = typeOf(code, type);
    if (encoding) {
      const index = intType(encoding.table(1)) ?? ({ kind: "int", bytes: 4, signed: true } as const);
      const dictionary = { id: encoding.count(0), index };
      return { type: own, dictionary, extent: { nodes: 1, buffers: 2, views: 0 } };
    }
    const extent = { nodes: 1, buffers: buffersOf(code, type), views: code === 23 || code === 24 ? 1 : 0 };
    for (const child of field.tables(5)) {
      const { nodes, buffers, views } = columnOf(child, depth + 1).extent;
      extent.nodes += nodes;
      extent.buffers += buffers;
      extent.views += views;
    }
    return { type: own, extent };
  };
  return Array.from(schema.tables(1), (field) => {
    const name = field.text(0, longest.name);
    if ((characters += name.length) > longest.names) throw new RangeError("too long names");
    return { name, ...columnOf(field, 0) };
  });
}

const perSecondOf = [1, 1e3, 1e6, 1e9] as const;

function typeOf(code: number, type: FlatTable | undefined): ArrowColumn["type"] {
  const other = (what: string) => ({ kind: "other", what }) as const;
  switch (code) {
    case 2:
      return intType(type) ?? other("integers of an unknown width");
    case 3: {
      const bytes = ([2, 4, 8] as const)[type?.int16(0) ?? 0];
      return bytes ? { kind: "float", bytes } : other("numbers of an unknown width");
    }
    case 5:
      return { kind: "text", offsetBytes: 4 };
    case 6:
      return { kind: "bool" };
    case 7: {
      const bytes = ([4, 8, 16, 32] as const).find((width) => 8 * width === (type?.int32(2, 128) ?? 128));
      return bytes ? { kind: "decimal", bytes, scale: type?.int32(1) ?? 0 } : other("decimals of an unknown width");
    }
    case 8:
      return type?.int16(0, 1) === 0
        ? { kind: "instant", bytes: 4, perSecond: 1 / 86_400 }
        : { kind: "instant", bytes: 8, perSecond: 1000 };
    case 9: {
      const perSecond = perSecondOf[type?.int16(0, 1) ?? 1];
      return perSecond
        ? { kind: "timeOfDay", bytes: type?.int32(1, 32) === 64 ? 8 : 4, perSecond }
        : other("times in an unknown unit");
    }
    case 10: {
      const perSecond = perSecondOf[type?.int16(0) ?? 0];
      return perSecond ? { kind: "instant", bytes: 8, perSecond } : other("times in an unknown unit");
    }
    case 20:
      return { kind: "text", offsetBytes: 8 };
    case 24:
      return { kind: "textView" };
    default:
      return other(words[code] ?? "of an unknown type");
  }
}

function intType(type: FlatTable | undefined): IntType | undefined {
  const bits = type?.int32(0);
  const bytes = ([1, 2, 4, 8] as const).find((width) => 8 * width === bits);
  return bytes && { kind: "int", bytes, signed: type!.uint8(1) !== 0 };
}

/** Unreadable types by their code. */
const words: Readonly<Record<number, string>> = {
  1: "empty",
  4: "bytes",
  11: "intervals",
  12: "lists",
  13: "nested",
  14: "of mixed types",
  15: "bytes",
  16: "lists",
  17: "maps",
  18: "durations",
  19: "bytes",
  21: "lists",
  22: "packed by runs",
  23: "bytes",
  25: "lists",
  26: "lists",
};

/** Buffers without children and further buffers of a view. */
function buffersOf(code: number, type: FlatTable | undefined): number {
  if (code === 1 || code === 22) return 0;
  if (code === 13 || code === 16) return 1;
  if (code === 14) return type?.int16(0) === 1 ? 2 : 1;
  return [4, 5, 19, 20, 25, 26].includes(code) ? 3 : 2;
}
