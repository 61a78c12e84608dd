import { latinDigits } from "./latinDigits.ts";
import { scaledNumber, unitFactor } from "./unitFactor.ts";

interface NumberFormat {
  /** The other mark separates thousands. */
  readonly decimal: "." | ",";
  /** Text before or after each number, such as "$", "%" or "kg"; "" for none. */
  readonly unit: string;
  /** True if other units are converted by `unitFactor`. */
  readonly isConverted?: boolean;
}

interface NumberParts {
  readonly negative: boolean;
  /** Digits with separators, and perhaps a power of ten. */
  readonly body: string;
  readonly unit: string;
}

const parts =
  /^(\()?\s*([+\-−–])?\s*(\p{Sc}|[A-Z]{1,2}\$|[A-Z]{3}(?=\s)|kr\.?|Fr\.?)?\s*([+\-−–])?\s*((?:\d(?:[\d.,'’ \u00a0\u2009\u202f]*\d)?[.,]?|[.,]\d+)(?:[eE][+-]?\d+|[dD][+-]\d{2,3})?)\s*([%‰°º\p{Sc}\p{L}µ][\p{L}\p{Sc}\d°º%µ²³/·^.*-]{0,11})?\s*(-)?(\))?$/u;

/** Longest number with a unit or separators. */
export const longestNumber = 60;

/** Sign, digits and unit of a trimmed cell; undefined if it is no number with a unit. */
export function numberParts(cell: string): NumberParts | undefined {
  if (cell.length > longestNumber) return undefined;
  const found = parts.exec(cell);
  if (!found) return undefined;
  const [, opened, before, prefix, inner, body, suffix, after, closed] = found;
  if ((opened === undefined) !== (closed === undefined)) return undefined;
  if (prefix !== undefined && suffix !== undefined) return undefined;
  if (suffix !== undefined && /[.,]$/.test(body!)) return undefined;
  const signs = [before, inner, after, opened].filter((sign) => sign !== undefined && sign !== "+");
  if (signs.length > 1 || (before !== undefined && inner !== undefined)) return undefined;
  return { negative: signs.length === 1, body: body!, unit: prefix ?? suffix ?? "" };
}

const spaces = "[ '’\\u00a0\\u2009\\u202f]";
const power = "(?:[eE][+-]?\\d+)?";
const forms = {
  ".": {
    plain: new RegExp(`^(?:\\d+(?:\\.\\d*)?|\\.\\d+)${power}$|^(?:\\d+\\.\\d*|\\.\\d+)[dD][+-]\\d{2,3}$`),
    grouped: new RegExp(
      `^(?:[1-9]\\d{0,2}(?:,\\d{3})+|[1-9]\\d?(?:,\\d{2})+,\\d{3}|[1-9]\\d{0,2}(?:${spaces}\\d{3})+)(?:\\.\\d+)?$`,
    ),
    thousands: /[,\s'’]/g,
  },
  ",": {
    plain: new RegExp(`^(?:\\d+(?:,\\d*)?|,\\d+)${power}$`),
    grouped: new RegExp(`^(?:[1-9]\\d{0,2}(?:\\.\\d{3})+|[1-9]\\d{0,2}(?:${spaces}\\d{3})+)(?:,\\d+)?$`),
    thousands: /[.\s'’]/g,
  },
} as const;

function bodyText(body: string, decimal: "." | ","): string | undefined {
  const { plain, grouped, thousands } = forms[decimal];
  if (!plain.test(body)) {
    if (!grouped.test(body)) return undefined;
    body = body.replace(thousands, "");
  }
  return decimal === "," ? body.replace(",", ".") : body.replace(/d/i, "e");
}

function bodyNumber(body: string, decimal: "." | ","): number {
  return Number(bodyText(body, decimal) ?? NaN);
}

/**
 * The number in a trimmed cell, NaN where there is none: 1234.5, 1,234.5, 1 234.5, 1'234.5, 1.5D+03, −5, (5) and 5- for −5,
 * and 1.234,5 with a decimal comma; before or after it may stand the unit of the column; also in Arabic-Indic, Persian and
 * full-width digits. Infinite numbers are none.
 */
export function readNumber(cell: string, { decimal, unit, isConverted = false }: NumberFormat): number {
  const first = cell.charCodeAt(0);
  // Most cells are a sign, digits and a point.
  if (decimal === "." && (first <= 57 || Number.isNaN(first))) {
    const value = plainNumber(cell);
    if (!Number.isNaN(value)) return value;
  }
  const found = numberParts(latinDigits(cell, decimal));
  if (!found) return NaN;
  const isOther = found.unit !== "" && found.unit !== unit;
  const factor = isOther && isConverted ? unitFactor(found.unit, unit) : undefined;
  const text = isOther && !factor ? undefined : bodyText(found.body, decimal);
  if (text === undefined) return NaN;
  const signed = found.negative ? `-${text}` : text;
  const value = factor ? scaledNumber(signed, factor) : Number(signed);
  return Number.isFinite(value) ? value : NaN;
}

/** Number as programs write it; NaN for any other text. */
export function plainNumber(cell: string): number {
  if (cell === "") return NaN;
  const code = cell.charCodeAt(cell.length > 1 && cell.charCodeAt(1) > 57 ? 1 : 0);
  if (code === 120 || code === 88 || code === 98 || code === 66 || code === 111 || code === 79) return NaN; // 0x…, 0b…, 0o…
  const value = Number(cell);
  return Number.isFinite(value) ? value : NaN;
}

/**
 * Evidence on the decimal mark: one mark reads a number, or both do with different values ("eitherComma" for 24,531,
 * "eitherPoint" for 1.334), or with the same; undefined for no number.
 */
export function decimalEvidence(cell: string): "point" | "comma" | "eitherPoint" | "eitherComma" | "same" | undefined {
  const found = numberParts(latinDigits(cell));
  if (!found) return undefined;
  const point = bodyNumber(found.body, ".");
  const comma = bodyNumber(numberParts(latinDigits(cell, ","))!.body, ",");
  if (Number.isNaN(point)) return Number.isNaN(comma) ? undefined : "comma";
  if (Number.isNaN(comma)) return "point";
  if (point === comma) return "same";
  return found.body.includes(",") ? "eitherComma" : "eitherPoint";
}
