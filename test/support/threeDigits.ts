/** A number in three significant digits, without zeros at its end. */
export function threeDigits(value: number): string {
  return String(Number(value.toPrecision(3)));
}
