import { at, madd } from "./pairs";

// log₂e; ln 2 in two parts, of which the first times a whole number below 2¹¹ is exact; what rounds to a whole number
// when it is added; then 1/13!, …, 1/2!, 1. In memory, because constants in code are built anew in every turn of a loop.
const exponential: usize = memory.data<f64>([
  1.4426950408889634, 0.693147180369123816490, 1.90821492927058770002e-10, 6755399441055744,
  1 / 6227020800.0, 1 / 479001600.0, 1 / 39916800.0, 1 / 3628800.0, 1 / 362880.0, 1 / 40320.0, 1 / 5040.0,
  1 / 720.0, 1 / 120.0, 1 / 24.0, 1 / 6.0, 0.5, 1, -746, 710, -708,
]);

// @ts-ignore: decorator
@inline
function constant(index: usize): v128 {
  return v128.load64_splat(exponential + (index << 3));
}

/**
 * e^x = 2^k e^r, |r| ≤ 0.3466, for a pair, within 2.5u where it is not subnormal: Taylor's series ends 4·10⁻¹⁸ short;
 * r is off by 0.35u, r²p by 0.5u, r + r²p by 0.42u more and its sum with 1 by u, or u/2 if that is below 1.
 */
// @ts-ignore: decorator
@inline
export function exp(value: v128): v128 {
  const x = f64x2.pmin(f64x2.pmax(value, constant(17)), constant(18));
  const shifted = f64x2.add(f64x2.mul(x, constant(0)), constant(3));
  const e = reduced(x, shifted);
  // 2^k in two factors, so that the result may be subnormal.
  const whole = i64x2.sub(shifted, constant(3));
  const half = i64x2.shr_s(whole, 1);
  return f64x2.mul(f64x2.mul(e, powerOfTwo(half)), powerOfTwo(i64x2.sub(whole, half)));
}

/** The same for a pair of x ≤ 0, and 0 below −708: what is subnormal is slow to compute with. */
// @ts-ignore: decorator
@inline
export function expOfNegative(value: v128): v128 {
  const x = f64x2.pmax(value, constant(19));
  const shifted = f64x2.add(f64x2.mul(x, constant(0)), constant(3));
  // 2^k by adding k to the exponent: e^r > 1/2 and k ≥ −1022 + 1.
  return v128.and(i64x2.add(reduced(x, shifted), i64x2.shl(shifted, 52)), f64x2.ge(value, constant(19)));
}

/** e^r, where `shifted` is k and what rounds it. */
// @ts-ignore: decorator
@inline
function reduced(x: v128, shifted: v128): v128 {
  const k = f64x2.sub(shifted, constant(3));
  const r = f64x2.sub(f64x2.sub(x, f64x2.mul(k, constant(1))), f64x2.mul(k, constant(2)));
  let p = madd(constant(4), r, constant(5));
  p = madd(p, r, constant(6));
  p = madd(p, r, constant(7));
  p = madd(p, r, constant(8));
  p = madd(p, r, constant(9));
  p = madd(p, r, constant(10));
  p = madd(p, r, constant(11));
  p = madd(p, r, constant(12));
  p = madd(p, r, constant(13));
  p = madd(p, r, constant(14));
  p = madd(p, r, constant(15));
  return f64x2.add(constant(16), madd(f64x2.mul(r, r), p, r));
}

// @ts-ignore: decorator
@inline
function powerOfTwo(exponent: v128): v128 {
  return i64x2.shl(i64x2.add(exponent, i64x2.splat(1023)), 52);
}

/** Replaces each of the numbers x by e^x. */
export function exponentials(values: i32, count: i32): void {
  let to = at(values);
  const end = to + at(count);
  for (; to + 24 < end; to += 32) {
    const first = exp(v128.load(to));
    const second = exp(v128.load(to, 16));
    v128.store(to, first);
    v128.store(to, second, 16);
  }
  for (; to + 8 < end; to += 16) v128.store(to, exp(v128.load(to)));
  if (to < end) store<f64>(to, f64x2.extract_lane(exp(v128.load64_splat(to)), 0));
}
