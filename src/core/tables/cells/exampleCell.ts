import { readCell, type ColumnFormat } from "./columnFormat.ts";
import { latinDigits } from "./latinDigits.ts";

/** Reading of an ambiguous form. */
export interface ReadExample {
  readonly text: string;
  readonly value: number;
}

/**
 * Cell of the form of a record's with other digits, and its reading: "$1,234" for "$60,404", "03.04.2021" for
 * "12.11.1987"; undefined if unreadable. Only the places of signs are the record's.
 *
 * @param given a number with one sign before three digits, a date whose day and month are 12 at most, or hours and
 * minutes
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

/** 3 April or 4 March 2021; noon if there is a time. */
function likeDate(text: string): string {
  return withDigits(text, [3, 4, 2021, 12]);
}

/** The text with these numbers in place of its own, cut or filled to length. */
function withDigits(text: string, numbers: readonly number[]): string {
  let place = 0;
  return text.replace(/\d+/g, (digits) => {
    const number = String(numbers[place++] ?? 0);
    return digits.length < number.length ? number.slice(-digits.length) : number.padStart(digits.length, "0");
  });
}
