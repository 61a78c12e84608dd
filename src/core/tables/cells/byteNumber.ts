const [zero, nine, plus, minus] = [48, 57, 43, 45];
/** Digits that a double holds exactly, and further ones. */
const [mostExact, mostFurther] = [15, 7];
const powers = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));
/** 2²⁷ + 1 splits a double into halves with exact products. */
const splitter = 134_217_729;
/** r: more than the relative errors of two divisions below, 8·2⁻⁵³·(10⁻¹⁴ + 2·2⁻⁵³) < 10⁻²⁹. */
const relativeError = 2e-29;

/**
 * The double nearest to a number in bytes, as `Number` gives; NaN where it is not decided: only a sign, digits, one
 * decimal mark and a power of ten are read, of at most 22 significant digits.
 *
 * With m the digits as a whole number and E the power of ten, m·10^E is correctly rounded:
 *
 * 1. Up to 15 digits and |E| ≤ 22: m and 10^|E| are doubles, and one operation rounds once.
 * 2. Up to 22 digits and E ≥ −44: m = p + b exactly, p and b doubles with |b| ≤ (10⁻¹⁴ + 2⁻⁵³) p (Dekker's product).
 *    m·10^E is q₁ + q₂ with an error below r·q₁, r = 2·10⁻²⁹. Rounding is monotone: if q₁ + (q₂ − rq₁) and
 *    q₁ + (q₂ + rq₁) round to one double, it is the nearest; else NaN.
 *
 * @param decimal byte of the decimal mark
 * @see Clinger (1990), PLDI, How to read floating point numbers accurately; Dekker (1971), Numerische Mathematik
 * 18:224–242
 */
export function byteNumber(bytes: Uint8Array, from: number, to: number, decimal: number): number {
  let at = from;
  const sign = bytes[at];
  const isNegative = sign === minus && at < to;
  if ((sign === minus || sign === plus) && at < to) at++;
  const first = at;
  let high = 0;
  let highCount = 0;
  let low = 0;
  let lowCount = 0;
  let exponent = 0;
  let mark = -1;
  for (; at < to; at++) {
    const byte = bytes[at]!;
    if (byte >= zero && byte <= nine) {
      if (highCount < mostExact) {
        high = 10 * high + (byte - zero);
        if (high !== 0) highCount++;
      } else if (lowCount < mostFurther) {
        low = 10 * low + (byte - zero);
        lowCount++;
      } else return NaN;
    } else if (byte === decimal && mark < 0) mark = at;
    else break;
  }
  if (at - first - (mark < 0 ? 0 : 1) < 1) return NaN;
  if (mark >= 0) exponent = mark + 1 - at;
  if (at < to) {
    const power = exponentFrom(bytes, at, to);
    if (Number.isNaN(power)) return NaN;
    exponent += power;
  }
  const value = high === 0 ? 0 : nearest(high, low, lowCount, exponent);
  return isNegative ? -value : value;
}

/** Power of ten in the rest of a number, "e-7"; else NaN. */
function exponentFrom(bytes: Uint8Array, from: number, to: number): number {
  if ((bytes[from]! | 32) !== 101) return NaN;
  let at = from + 1;
  const sign = at < to ? bytes[at]! : 0;
  if (sign === minus || sign === plus) at++;
  if (at >= to || to - at > 4) return NaN;
  let power = 0;
  for (; at < to; at++) {
    const digit = bytes[at]! - zero;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    power = 10 * power + digit;
  }
  return sign === minus ? -power : power;
}

/** The double nearest to (high·10^lowCount + low)·10^exponent, or NaN. */
function nearest(high: number, low: number, lowCount: number, exponent: number): number {
  if (exponent > 22 || exponent < -44) return NaN;
  if (lowCount === 0 && exponent >= -22) return exponent < 0 ? high / powers[-exponent]! : high * powers[exponent]!;
  const shift = powers[lowCount]!;
  let q1 = high * shift;
  let q2 = productError(high, shift, q1) + low; // Both are whole numbers below 2²⁵.
  if (exponent === 0) return q1 + q2;
  if (exponent > 0) {
    const p = q1;
    const power = powers[exponent]!;
    q1 = p * power;
    q2 = productError(p, power, q1) + q2 * power;
  }
  for (let left = -exponent; left > 0; left -= 22) {
    const p = q1;
    const power = powers[left < 22 ? left : 22]!;
    q1 = p / power;
    const back = q1 * power;
    q2 = (p - back - productError(q1, power, back) + q2) / power;
  }
  const error = relativeError * q1;
  const value = q1 + (q2 - error);
  return value === q1 + (q2 + error) ? value : NaN;
}

/** a·b − product, exactly, without overflow. */
function productError(a: number, b: number, product: number): number {
  const wideA = splitter * a;
  const highA = wideA - (wideA - a);
  const lowA = a - highA;
  const wideB = splitter * b;
  const highB = wideB - (wideB - b);
  const lowB = b - highB;
  return lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
}
