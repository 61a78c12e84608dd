import { at, madd, nmadd } from "./pairs";

// log₂e; ln 2 in two parts (the first times a whole number below 2¹¹ is exact); the addend that rounds to whole
// numbers. Then p of degree 9, highest coefficient first, with |1 + r + r²p(r) − e^r| ≤ 0.13u e^r for |r| ≤ 0.3466; and
// 1.
const exponential: usize = memory.data<f64>([
  1.4426950408889634, 0.693147180369123816490, 1.90821492927058770002e-10, 6755399441055744,
  2.5117848056977747e-8, 2.763127685550647e-7, 2.7557216339313718e-6, 2.4801489951255984e-5, 1.984126991734402e-4,
  1.3888888947007998e-3, 8.333333333307222e-3, 4.1666666666515445e-2, 1.66666666666667e-1, 0.5000000000000012, 1,
  -746, 710, -708,
]);

@inline
function constant(index: usize): v128 {
  return v128.load64_splat(exponential + (index << 3));
}

/**
 * e^x = 2^k e^r, |r| ≤ 0.3466, for a pair, within 2u where the result is not subnormal, u = 2⁻⁵³: r is off by u/4, p ≤
 * 0.57 by 1.1u, r²p by u/4, r + r²p ≤ 0.42 by u/4 more, and the sum with 1 by u, or by u/2 below 1: u/4 + 0.13u +
 * max(1.5u, u/0.707). Coefficients by Remez's exchange for r²p(r) − (e^r − 1 − r): off by 4·10⁻¹⁸, rounded 1.4·10⁻¹⁷.
 */
@inline
export function exp(value: v128): v128 {
  const x = f64x2.pmin(f64x2.pmax(value, constant(15)), constant(16));
  const shifted = madd(x, constant(0), constant(3));
  const e = reduced(x, shifted);
  // 2^k in two factors, so that the result may be subnormal.
  const whole = i64x2.sub(shifted, constant(3));
  const half = i64x2.shr_s(whole, 1);
  return f64x2.mul(f64x2.mul(e, powerOfTwo(half)), powerOfTwo(i64x2.sub(whole, half)));
}

/** `exp` for x ≤ 0; 0 below −708, as subnormal numbers are slow. */
@inline
export function expOfNegative(value: v128): v128 {
  const x = f64x2.pmax(value, constant(17));
  const shifted = madd(x, constant(0), constant(3));
  return v128.and(i64x2.add(reduced(x, shifted), i64x2.shl(shifted, 52)), f64x2.ge(value, constant(17)));
}

@inline
function reduced(x: v128, shifted: v128): v128 {
  const k = f64x2.sub(shifted, constant(3));
  const r = nmadd(k, constant(2), nmadd(k, constant(1), x));
  const r2 = f64x2.mul(r, r);
  const high = madd(madd(constant(4), r, constant(5)), r2, madd(constant(6), r, constant(7)));
  const middle = madd(madd(constant(8), r, constant(9)), r2, madd(constant(10), r, constant(11)));
  const low = madd(constant(12), r, constant(13));
  const p = madd(madd(high, f64x2.mul(r2, r2), middle), r2, low);
  return f64x2.add(constant(14), madd(r2, p, r));
}

@inline
function powerOfTwo(exponent: v128): v128 {
  return i64x2.shl(i64x2.add(exponent, i64x2.splat(1023)), 52);
}

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

export function subtractLargest(values: i32, rows: i32, columns: i32): void {
  for (let i = 0; i < rows; i++) {
    const row = at(values + i * columns), end = row + at(columns);
    let first = f64x2.splat(-Infinity), second = first, to = row;
    for (; to + 24 < end; to += 32) {
      first = f64x2.pmax(first, v128.load(to));
      second = f64x2.pmax(second, v128.load(to, 16));
    }
    const pair = f64x2.pmax(first, second);
    const even = f64x2.extract_lane(pair, 0), odd = f64x2.extract_lane(pair, 1);
    let largest = odd > even ? odd : even;
    for (; to < end; to += 8) {
      const value = load<f64>(to);
      if (value > largest) largest = value;
    }
    const L = f64x2.splat(largest);
    to = row;
    for (; to + 8 < end; to += 16) v128.store(to, f64x2.sub(v128.load(to), L));
    if (to < end) store<f64>(to, load<f64>(to) - largest);
  }
}
