import { checkUnit } from "../checks.ts";

/**
 * Scaled complementary error function exp(x²)·erfc(x), to about 1e-15 relative for x ≥ 0.
 *
 * It overflows to ∞ below −26.6.
 *
 * @see Cody (1969), Mathematics of Computation 23:631–637
 */
export function scaledErfc(x: number): number {
  if (x < 0) return 2 * Math.exp(x * x) - scaledErfc(-x);
  if (x <= 0.46875) return Math.exp(x * x) * (1 - smallErf(x));
  if (x <= 4) return ratio(middleNumerator, middleDenominator, x);
  const y = 1 / (x * x);
  return (inverseRootPi - y * ratio(tailNumerator, tailDenominator, y)) / x;
}

/**
 * Complementary error function erfc(x) = (2/√π) ∫ₓ^∞ exp(−t²) dt, to about 1e-15 relative.
 *
 * @see Cody (1969), Mathematics of Computation 23:631–637
 */
export function erfc(x: number): number {
  const y = Math.abs(x);
  if (y <= 0.46875) return 1 - smallErf(x);
  const tail = decay(1, y) * scaledErfc(y);
  return x < 0 ? 2 - tail : tail;
}

/** Φ(x) = P(Z ≤ x), to about 1e-15 relative, lower tail included. */
export function normalCdf(x: number): number {
  const y = Math.abs(x) * Math.SQRT1_2;
  if (y <= 0.46875) return 0.5 * (1 + Math.sign(x) * smallErf(y));
  const tail = 0.5 * decay(0.5, x) * scaledErfc(y);
  return x < 0 ? tail : 1 - tail;
}

/**
 * Negative slope of Mills' ratio, 1 − x R(x) = −R′(x), where R(x) = (1 − Φ(x))/φ(x), without cancellation for large x.
 *
 * @param x not below −26, where R overflows
 */
export function millsSlope(x: number): number {
  const y = x * Math.SQRT1_2;
  if (y <= 4) return 1 - rootPi * y * scaledErfc(y);
  const z = 1 / (y * y);
  return rootPi * z * ratio(tailNumerator, tailDenominator, z);
}

/**
 * Quantile function of the standard normal distribution: the x with Φ(x) = p.
 *
 * @param p probability in [0, 1]; 0 and 1 give −∞ and ∞
 * @returns x, to about 1e-15 relative
 * @throws {ParameterError} unless 0 ≤ p ≤ 1
 * @see Wichura (1988), Algorithm AS 241 (PPND16), Applied Statistics 37:477–484
 */
export function normalQuantile(p: number): number {
  checkUnit("p", p);
  const q = p - 0.5;
  if (Math.abs(q) > 0.425) return tailQuantile(p);
  const r = 0.180625 - q * q;
  const numerator =
    ((((((2509.0809287301227 * r + 33430.57558358813) * r + 67265.7709270087) * r + 45921.95393154987) * r +
      13731.69376550946) *
      r +
      1971.5909503065513) *
      r +
      133.14166789178438) *
      r +
    3.3871328727963665;
  const denominator =
    ((((((5226.495278852854 * r + 28729.085735721943) * r + 39307.89580009271) * r + 21213.794301586597) * r +
      5394.196021424751) *
      r +
      687.1870074920579) *
      r +
      42.31333070160091) *
      r +
    1;
  return (q * numerator) / denominator;
}

function tailQuantile(p: number): number {
  const tail = Math.min(p, 1 - p);
  if (tail === 0) return p === 0 ? -Infinity : Infinity;
  const sign = p < 0.5 ? -1 : 1;
  const root = Math.sqrt(negativeLog(tail));
  if (root > 5) return sign * ratio(farNumerator, farDenominator, root - 5);
  const r = root - 1.6;
  const numerator =
    ((((((0.0007745450142783414 * r + 0.022723844989269184) * r + 0.2417807251774506) * r + 1.2704582524523684) * r +
      3.6478483247632045) *
      r +
      5.769497221460691) *
      r +
      4.630337846156546) *
      r +
    1.4234371107496835;
  const denominator =
    ((((((1.0507500716444169e-9 * r + 0.0005475938084995345) * r + 0.015198666563616457) * r + 0.14810397642748008) *
      r +
      0.6897673349851) *
      r +
      1.6763848301838038) *
      r +
      2.053191626637759) *
      r +
    1;
  return (sign * numerator) / denominator;
}

/**
 * −ln x for x > 0, to about 2u, since Math.log differs between browsers: x = 2ᵏ m with m from √½ to √2, and ln m = 2
 * artanh s, s = (m − 1)/(m + 1).
 */
function negativeLog(x: number): number {
  if (x < 2 ** -1000) return negativeLog(x * 2 ** 100) + 100 * Math.LN2;
  double[0] = x;
  const shifted = words[1]! + 0x95f62;
  const k = (shifted >>> 20) - 1023;
  words[1] = (shifted & 0xfffff) + 0x3fe6a09e;
  const m = double[0];
  const s = (m - 1) / (m + 1);
  const z = s * s;
  const series =
    ((((((((2 / 19) * z + 2 / 17) * z + 2 / 15) * z + 2 / 13) * z + 2 / 11) * z + 2 / 9) * z + 2 / 7) * z + 2 / 5) * z +
    2 / 3;
  return -(k * 0.6931471803691238 + (k * 1.9082149292705877e-10 + (s + s + s * z * series)));
}

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

const rootPi = Math.sqrt(Math.PI);
const inverseRootPi = 0.5641895835477563;

/** exp(−c x²) for c = ½ or 1, x split at a multiple of 1/16, whose square is exact. */
function decay(c: number, x: number): number {
  if (Math.abs(x) > 40) return 0;
  const head = Math.round(16 * x) / 16;
  return Math.exp(-c * head * head) * Math.exp(-c * (x - head) * (x + head));
}

function smallErf(x: number): number {
  return x * ratio(smallNumerator, smallDenominator, x * x);
}

function ratio(numerator: readonly number[], denominator: readonly number[], x: number): number {
  return polynomial(numerator, x) / polynomial(denominator, x);
}

function polynomial(coefficients: readonly number[], x: number): number {
  let value = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) value = value * x + coefficients[i]!;
  return value;
}

const smallNumerator = [
  3209.3775891384694, 377.485237685302, 113.86415415105016, 3.1611237438705655, 0.18577770618460315,
];
const smallDenominator = [2844.236833439171, 1282.6165260773723, 244.02463793444417, 23.601290952344122, 1];
const middleNumerator = [
  1230.3393547979972, 2051.0783778260716, 1712.0476126340707, 881.952221241769, 298.6351381974001, 66.11919063714163,
  8.883149794388377, 0.5641884969886701, 2.1531153547440383e-8,
];
const middleDenominator = [
  1230.3393548037495, 3439.3676741437216, 4362.619090143247, 3290.7992357334597, 1621.3895745666903, 537.1811018620099,
  117.6939508913125, 15.744926110709835, 1,
];
const tailNumerator = [
  0.0006587491615298378, 0.016083785148742275, 0.12578172611122926, 0.36034489994980445, 0.30532663496123236,
  0.016315387137302097,
];
const tailDenominator = [
  0.0023352049762686918, 0.06051834131244132, 0.5279051029514285, 1.8729528499234673, 2.568520192289822, 1,
];

const farNumerator = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
];
const farDenominator = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5,
  1.421511758316446e-7, 2.0442631033899397e-15,
];
