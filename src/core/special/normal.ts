import { checkUnit } from "../checks.ts";

/**
 * Scaled complementary error function exp(x²)·erfc(x), to about 1e-15 relative for x ≥ 0.
 *
 * Rational Chebyshev approximations on three intervals; for x < 0 the reflection
 * 2 exp(x²) − erfcx(−x), which overflows to ∞ below −26.6.
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

/** Standard normal distribution function Φ(x) = P(Z ≤ x), accurate in the lower tail. */
export function normalCdf(x: number): number {
  const y = Math.abs(x) * Math.SQRT1_2;
  if (y <= 0.46875) return 0.5 * (1 + Math.sign(x) * smallErf(y));
  const tail = 0.5 * Math.exp(-0.5 * x * x) * scaledErfc(y);
  return x < 0 ? tail : 1 - tail;
}

/**
 * Quantile function of the standard normal distribution: the x with Φ(x) = p.
 *
 * @param p probability in [0, 1]; 0 and 1 give −∞ and ∞
 * @returns x, to about 1e-16 relative
 * @throws {ParameterError} unless 0 ≤ p ≤ 1
 * @see Wichura (1988), Algorithm AS 241 (PPND16), Applied Statistics 37:477–484
 */
export function normalQuantile(p: number): number {
  checkUnit("p", p);
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (q * polynomial(centreNumerator, r)) / polynomial(centreDenominator, r);
  }
  const tail = q < 0 ? p : 1 - p;
  if (tail === 0) return q < 0 ? -Infinity : Infinity;
  const r = Math.sqrt(-Math.log(tail));
  const x =
    r <= 5
      ? polynomial(nearNumerator, r - 1.6) / polynomial(nearDenominator, r - 1.6)
      : polynomial(farNumerator, r - 5) / polynomial(farDenominator, r - 5);
  return q < 0 ? -x : x;
}

const inverseRootPi = 0.5641895835477563;

function smallErf(x: number): number {
  return x * ratio(smallNumerator, smallDenominator, x * x);
}

// Coefficients of both tables ascend; the leading denominator coefficient is 1.
function ratio(numerator: readonly number[], denominator: readonly number[], x: number): number {
  return polynomial(numerator, x) / polynomial(denominator, x);
}

function polynomial(coefficients: readonly number[], x: number): number {
  let value = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) value = value * x + coefficients[i]!;
  return value;
}

const smallNumerator = [
  3209.37758913846947, 377.485237685302021, 113.86415415105016, 3.1611237438705656, 0.185777706184603153,
];
const smallDenominator = [
  2844.23683343917062, 1282.61652607737228, 244.024637934444173, 23.6012909523441209, 1,
];
const middleNumerator = [
  1230.33935479799725, 2051.07837782607147, 1712.04761263407058, 881.95222124176909, 298.635138197400131,
  66.1191906371416295, 8.88314979438837594, 0.564188496988670089, 2.15311535474403846e-8,
];
const middleDenominator = [
  1230.33935480374942, 3439.36767414372164, 4362.61909014324716, 3290.79923573345963, 1621.38957456669019,
  537.181101862009858, 117.693950891312499, 15.7449261107098347, 1,
];
const tailNumerator = [
  6.58749161529837803e-4, 0.0160837851487422766, 0.125781726111229246, 0.360344899949804439,
  0.305326634961232344, 0.0163153871373020978,
];
const tailDenominator = [
  0.00233520497626869185, 0.0605183413124413191, 0.527905102951428412, 1.87295284992346725,
  2.56852019228982242, 1,
];

const centreNumerator = [
  3.387132872796366608, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
  45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727,
];
const centreDenominator = [
  1, 42.313330701600911252, 687.1870074920579083, 5394.1960214247511077, 21213.794301586595867,
  39307.89580009271061, 28729.085735721942674, 5226.495278852854561,
];
const nearNumerator = [
  1.42343711074968357734, 4.6303378461565452959, 5.7694972214606914055, 3.64784832476320460504,
  1.27045825245236838258, 0.24178072517745061177, 0.0227238449892691845833, 7.7454501427834140764e-4,
];
const nearDenominator = [
  1, 2.05319162663775882187, 1.6763848301838038494, 0.68976733498510000455, 0.14810397642748007459,
  0.0151986665636164571966, 5.475938084995344946e-4, 1.05075007164441684324e-9,
];
const farNumerator = [
  6.6579046435011037772, 5.4637849111641143699, 1.7848265399172913358, 0.29656057182850489123,
  0.026532189526576123093, 0.0012426609473880784386, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
];
const farDenominator = [
  1, 0.59983220655588793769, 0.13692988092273580531, 0.0148753612908506148525, 7.868691311456132591e-4,
  1.84631831751005468180e-5, 1.4215117583164458887e-7, 2.04426310338993978564e-15,
];
