import { readCell, type ColumnFormat } from "./columnFormat.ts";
import { latinDigits } from "./latinDigits.ts";

/** A reading of a form that could mean two things. */
export interface ReadExample {
  readonly text: string;
  readonly value: number;
}

/**
 * A cell of the same form as one of the records, with other digits, and how it is read: "$1,234" for "$60,404", "03.04.2021" for
 * "12.11.1987". Nothing of the record is in it but which signs stand where; undefined where such a cell cannot be read.
 *
 * @param given a number with one sign before three digits, a date whose day and month are 12 at most, or hours and minutes
 */
export function exampleCell(given: string, format: ColumnFormat): ReadExample | undefined {
  const text = latinDigits(given);
  const isClock = format.type === "time" || format.type === "duration";
  const like = isClock ? withDigits(text, [1, 30, 15]) : format.type === "date" ? likeDate(text) : likeNumber(text);
  const value = readCell(like, format);
  return Number.isFinite(value) ? { text: like, value } : undefined;
}

function likeNumber(text: string): string {
  return text.replace(/\d+(?=\D\d{3}(?!\d))/, "1").replace(/(\D)\d{3}(?!\d)/, (_, mark: string) => `${mark}234`);
}

/** The third day and the fourth month, or the other way round, of 2021; noon, where there is a time. */
function likeDate(text: string): string {
  return withDigits(text, [3, 4, 2021, 12]);
}

/** The text with these numbers in place of its own, cut or filled to their lengths. */
function withDigits(text: string, numbers: readonly number[]): string {
  let place = 0;
  return text.replace(/\d+/g, (digits) => {
    const number = String(numbers[place++] ?? 0);
    return digits.length < number.length ? number.slice(-digits.length) : number.padStart(digits.length, "0");
  });
}
