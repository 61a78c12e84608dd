/** A number as TeX, in three significant digits. */
export function texNumber(value: number): string {
  const [digits = "", exponent] = String(Number(value.toPrecision(3))).split("e");
  return exponent === undefined ? digits : `${digits}\\cdot 10^{${Number(exponent)}}`;
}
