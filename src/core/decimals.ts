/**
 * The number that a person typed for a double, if it had at most 15 digits: its shortest decimal, as a whole multiple of
 * 10⁻³⁴⁰. Sums do not round: 1e-5 and 2e-5 are 3e-5.
 *
 * @param x finite and ≥ 0
 */
export function decimalOf(x: number): bigint {
  const [mantissa, power = "0"] = String(x).split("e") as [string, string?];
  const [whole, fraction = ""] = mantissa.split(".") as [string, string?];
  return BigInt(whole + fraction) * 10n ** BigInt(places + Number(power) - fraction.length);
}

/** The double nearest to a multiple of 10⁻³⁴⁰. */
export function doubleOf(decimal: bigint): number {
  return Number(`${decimal}e-${places}`);
}

/** The least double is 5·10⁻³²⁴, and none has more than 17 digits. */
const places = 340;
