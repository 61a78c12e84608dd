import type { SchemaElement } from "hyparquet";
import type { SchemaTree } from "hyparquet/src/types.js";
import { clockText } from "./arrowCells.ts";

/** Reader of cells, or a description if unreadable. */
export type ParquetColumn =
  | {
      readonly name: string;
      readonly element: SchemaElement;
      /** From the decoder's value; absent for that itself. */
      readonly cell?: (given: unknown) => unknown;
    }
  | { readonly name: string; readonly what: string };

/** @see https://github.com/apache/parquet-format/blob/master/LogicalTypes.md */
export function parquetColumn({ element, children }: SchemaTree): ParquetColumn {
  const { name, type, converted_type: converted, logical_type: logical, repetition_type: repetition } = element;
  if (converted === "LIST" || repetition === "REPEATED") return { name, what: "lists" };
  if (converted === "MAP" || converted === "MAP_KEY_VALUE") return { name, what: "maps" };
  if (children.length > 0 || type === undefined) return { name, what: "nested" };
  if (converted === "INTERVAL") return { name, what: "intervals" };
  if (logical?.type === "GEOMETRY" || logical?.type === "GEOGRAPHY") return { name, what: "shapes" };
  if (converted === "DECIMAL" || logical?.type === "DECIMAL") return decimalColumn(element);
  const perSecond = timeUnit(element);
  if (perSecond !== undefined)
    return { name, element, cell: (given) => (given == null ? null : clockText(Number(given), perSecond)) };
  if (converted === "JSON") return { name, element: untyped(element) };
  const isTyped = logical?.type === "UUID" || logical?.type === "FLOAT16";
  if (converted === "BSON" || (type === "FIXED_LEN_BYTE_ARRAY" && !isTyped)) return { name, what: "bytes" };
  return { name, element };
}

/** Units in a second of a column of times of day; undefined for others. */
function timeUnit({ converted_type: converted, logical_type: logical }: SchemaElement): number | undefined {
  if (converted === "TIME_MILLIS") return 1e3;
  if (converted === "TIME_MICROS") return 1e6;
  return logical?.type === "TIME" ? { MILLIS: 1e3, MICROS: 1e6, NANOS: 1e9 }[logical.unit] : undefined;
}

/** Whole numbers or bytes: the decoder's product with a power of ten is not the nearest double. */
function decimalColumn(element: SchemaElement): ParquetColumn {
  const { name, type, scale: ofElement, logical_type: logical } = element;
  const scale = ofElement ?? (logical?.type === "DECIMAL" ? logical.scale : 0);
  const cell = (given: unknown) => {
    const units = given instanceof Uint8Array ? wholeNumber(given) : (given as number | bigint | null | undefined);
    return units == null ? null : scale === 0 ? units : Number(`${units}e${-scale}`);
  };
  // Bytes of any length would become text; of "JSON" our own parser takes them as they are.
  const raw = untyped(element);
  return { name, element: type === "BYTE_ARRAY" ? { ...raw, converted_type: "JSON" } : raw, cell };
}

function untyped({ converted_type: _, logical_type: __, ...element }: SchemaElement): SchemaElement {
  return element;
}

/** Two's complement, the highest byte first. */
function wholeNumber(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return BigInt.asIntN(8 * bytes.length, value);
}
