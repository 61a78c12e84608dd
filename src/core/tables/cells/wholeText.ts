import { latinDigits } from "./latinDigits.ts";
import { limitOf } from "./limitCell.ts";
import { numberParts } from "./numberCell.ts";

/**
 * Exact digits of a number beyond 2⁵³, however written: 9007199254740993, 9,007,199,254,740,993 and
 * 9.007199254740993e15.
 *
 * @param given a trimmed cell with a number
 * @param decimal the mark before a fraction
 */
export function wholeText(given: string, decimal: "." | ","): string {
  const cell = latinDigits(limitOf(given) ?? given, decimal);
  const parts = numberParts(cell);
  const isNegative = parts ? parts.negative : cell.startsWith("-");
  const [mantissa, power = "0"] = (parts?.body ?? cell).toLowerCase().split("e") as [string, string?];
  const mark = mantissa.lastIndexOf(decimal);
  const fraction = mark < 0 ? "" : digitsIn(mantissa.slice(mark));
  const written = digitsIn(mark < 0 ? mantissa : mantissa.slice(0, mark)) + fraction;
  let [start, end] = [0, written.length];
  while (written[start] === "0") start++;
  while (written[end - 1] === "0") end--;
  const digits = written.slice(start, end);
  // 16 to 309: the number is a double.
  const before = written.length - start + Number(power) - fraction.length;
  const whole = digits.slice(0, before).padEnd(before, "0");
  return `${isNegative ? "-" : ""}${whole}${digits.length > before ? `.${digits.slice(before)}` : ""}`;
}

function digitsIn(text: string): string {
  return text.replace(/\D/g, "");
}
