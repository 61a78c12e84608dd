import { at } from "./pairs";

// normalQuantile of special/normal.ts, operation by operation, without fused additions: every machine draws the same
// numbers. Numerators and denominators alternate, highest power first; the far tail's omit the 1.
const central: usize = memory.data<f64>([
  2509.0809287301227, 5226.495278852854, 33430.57558358813, 28729.085735721943, 67265.7709270087, 39307.89580009271,
  45921.95393154987, 21213.794301586597, 13731.69376550946, 5394.196021424751, 1971.5909503065513, 687.1870074920579,
  133.14166789178438, 42.31333070160091, 3.3871328727963665, 1,
]);
const tail: usize = memory.data<f64>([
  0.0007745450142783414, 1.0507500716444169e-9, 0.022723844989269184, 0.0005475938084995345, 0.2417807251774506, 0.015198666563616457,
  1.2704582524523684, 0.14810397642748008, 3.6478483247632045, 0.6897673349851, 5.769497221460691, 1.6763848301838038,
  4.630337846156546, 2.053191626637759, 1.4234371107496835, 1,
]);
const farTail: usize = memory.data<f64>([
  2.0103343992922881e-7, 2.0442631033899397e-15, 2.7115555687434876e-5, 1.421511758316446e-7, 0.0012426609473880784, 1.8463183175100548e-5,
  0.026532189526576124, 0.0007868691311456133, 0.29656057182850487, 0.014875361290850615, 1.7848265399172913, 0.1369298809227358,
  5.463784911164114, 0.599832206555888, 6.657904643501103, 1,
]);
const others: usize = memory.data<f64>([
  0.99999999999999988898, 0.5, 0.425, 0.180625, 6755399441055744, 0.693147180369123816490, 1.90821492927058770002e-10, 1.6, 5,
  0.66666666666666666, 0.4, 0.28571428571428571, 0.22222222222222222, 0.18181818181818182, 0.15384615384615385,
  0.13333333333333333, 0.11764705882352941, 0.10526315789473684, 1,
]);

// Numbers at once; those in the tails are listed, p and place.
const blockLength: i32 = 512;
const tailNumbers: usize = memory.data(514 * 8, 16);
const tailPlaces: usize = memory.data(514 * 4, 16);
const nowhere: usize = memory.data(8, 8);

@inline
function constant(index: usize): v128 {
  return v128.load64_splat(others + (index << 3));
}

@inline
function step(value: v128, x: v128, table: usize, offset: usize): v128 {
  return f64x2.add(f64x2.mul(value, x), v128.load64_splat(table + offset));
}

@inline
function polynomial(x: v128, table: usize): v128 {
  let value = v128.load64_splat(table);
  value = step(value, x, table, 16);
  value = step(value, x, table, 32);
  value = step(value, x, table, 48);
  value = step(value, x, table, 64);
  value = step(value, x, table, 80);
  value = step(value, x, table, 96);
  return step(value, x, table, 112);
}

export function normals(values: i32, count: i32): void {
  for (let start = 0; start < count; start += blockLength) quantiles(at(values + start), at(min(blockLength, count - start)));
}

@inline
function numbersOf(words: v128): v128 {
  const k = v128.or(i64x2.shl(i64x2.shr_u(i64x2.shl(words, 32), 38), 26), i64x2.shr_u(words, 38));
  // 1 + k/2⁵², then less 1 − 2⁻⁵³: both exact.
  return f64x2.sub(v128.or(k, i64x2.splat(0x3ff0000000000000)), constant(0));
}

/** Next place of the list of tails. */
@inline
function listTails(number: usize, place: usize, p: v128, to: usize, isTail: i32): void {
  v128.store_lane<f64>(number, p, 0);
  store<u32>(place, <u32>to);
  const next = <usize>(isTail & 1);
  v128.store_lane<f64>(number + (next << 3), p, 1);
  store<u32>(place + (next << 2), <u32>to + 8);
}

function quantiles(from: usize, size: usize): void {
  let tails: usize = 0;
  let to = from;
  for (const end = from + size - 16; to < end; to += 32) {
    const p1 = numbersOf(v128.load(to)), p2 = numbersOf(v128.load(to, 16));
    const q1 = f64x2.sub(p1, constant(1)), q2 = f64x2.sub(p2, constant(1));
    const r1 = f64x2.sub(constant(3), f64x2.mul(q1, q1)), r2 = f64x2.sub(constant(3), f64x2.mul(q2, q2));
    const n1 = polynomial(r1, central), n2 = polynomial(r2, central);
    const d1 = polynomial(r1, central + 8), d2 = polynomial(r2, central + 8);
    v128.store(to, f64x2.div(f64x2.mul(q1, n1), d1));
    v128.store(to, f64x2.div(f64x2.mul(q2, n2), d2), 16);
    const isTail1 = i64x2.bitmask(f64x2.gt(f64x2.abs(q1), constant(2)));
    const isTail2 = i64x2.bitmask(f64x2.gt(f64x2.abs(q2), constant(2)));
    listTails(tailNumbers + (tails << 3), tailPlaces + (tails << 2), p1, to, isTail1);
    tails += <usize>((isTail1 & 1) + (isTail1 >> 1));
    listTails(tailNumbers + (tails << 3), tailPlaces + (tails << 2), p2, to + 16, isTail2);
    tails += <usize>((isTail2 & 1) + (isTail2 >> 1));
  }
  if (to < from + size) {
    const p = numbersOf(v128.load(to));
    const q = f64x2.sub(p, constant(1));
    const r = f64x2.sub(constant(3), f64x2.mul(q, q));
    v128.store(to, f64x2.div(f64x2.mul(q, polynomial(r, central)), polynomial(r, central + 8)));
    const isTail = i64x2.bitmask(f64x2.gt(f64x2.abs(q), constant(2)));
    listTails(tailNumbers + (tails << 3), tailPlaces + (tails << 2), p, to, isTail);
    tails += <usize>((isTail & 1) + (isTail >> 1));
  }
  const number = tailNumbers + (tails << 3), place = tailPlaces + (tails << 2);
  store<f64>(number, 0.05);
  store<u32>(place, <u32>nowhere);
  for (let at = tailPlaces, from = tailNumbers; at < place; at += 8, from += 16) {
    const x = tailQuantile(v128.load(from));
    v128.store_lane<f64>(<usize>load<u32>(at), x, 0);
    v128.store_lane<f64>(<usize>load<u32>(at, 4), x, 1);
  }
}

@inline
function tailQuantile(p: v128): v128 {
  const one = constant(18);
  const root = f64x2.sqrt(negativeLog(f64x2.pmin(p, f64x2.sub(one, p))));
  const r = f64x2.sub(root, constant(7));
  let x = f64x2.div(polynomial(r, tail), polynomial(r, tail + 8));
  const isFar = f64x2.gt(root, constant(8));
  if (v128.any_true(isFar)) {
    const s = f64x2.sub(root, constant(8));
    x = v128.bitselect(f64x2.div(polynomial(s, farTail), polynomial(s, farTail + 8)), x, isFar);
  }
  return v128.bitselect(f64x2.neg(x), x, f64x2.lt(p, constant(1)));
}

/** −ln x of positive normal numbers: x = 2ᵏ m with m from √½ to √2, and ln m = 2 artanh s, s = (m − 1)/(m + 1). */
@inline
function negativeLog(x: v128): v128 {
  const shifted = i64x2.add(x, i64x2.splat(0x95f6200000000));
  const exponent = i64x2.sub(i64x2.shr_u(shifted, 52), i64x2.splat(1023));
  const m = i64x2.add(v128.and(shifted, i64x2.splat(0xfffffffffffff)), i64x2.splat(0x3fe6a09e00000000));
  const k = f64x2.sub(i64x2.add(exponent, constant(4)), constant(4));
  const one = constant(18);
  const f = f64x2.sub(m, one);
  const s = f64x2.div(f, f64x2.add(m, one));
  const z = f64x2.mul(s, s);
  let series = constant(17);
  series = f64x2.add(f64x2.mul(series, z), constant(16));
  series = f64x2.add(f64x2.mul(series, z), constant(15));
  series = f64x2.add(f64x2.mul(series, z), constant(14));
  series = f64x2.add(f64x2.mul(series, z), constant(13));
  series = f64x2.add(f64x2.mul(series, z), constant(12));
  series = f64x2.add(f64x2.mul(series, z), constant(11));
  series = f64x2.add(f64x2.mul(series, z), constant(10));
  series = f64x2.add(f64x2.mul(series, z), constant(9));
  const log = f64x2.add(f64x2.add(s, s), f64x2.mul(f64x2.mul(s, z), series));
  return f64x2.neg(f64x2.add(f64x2.mul(k, constant(5)), f64x2.add(f64x2.mul(k, constant(6)), log)));
}
