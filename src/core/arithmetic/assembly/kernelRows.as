import { expOfNegative } from "./exponential";
import { at, madd } from "./pairs";

/** e^(−rs) of squared distances s; or, with t = r√s, (1 + linear·t + square·t²) e^(−t). */
@inline
function kernel(isMatern: bool, squared: v128, rate: v128, linear: v128, square: v128): v128 {
  if (!isMatern) return expOfNegative(f64x2.mul(rate, squared));
  const t = f64x2.mul(rate, f64x2.sqrt(squared));
  const factor = madd(madd(square, t, linear), t, f64x2.splat(1));
  const decayed = expOfNegative(f64x2.neg(t));
  // t may be infinite where the exponential is 0.
  return v128.and(f64x2.mul(factor, decayed), f64x2.gt(decayed, f64x2.splat(0)));
}

@inline
function kernelRow(
  isMatern: bool, points: i32, stride: i32, dimension: i32, centre: i32, rate: f64, linear: f64, square: f64, out: i32, count: i32,
): void {
  const R = f64x2.splat(rate), A = f64x2.splat(linear), B = f64x2.splat(square);
  const column = at(stride), middle = at(points + centre);
  let from = at(points), to = at(out);
  const end = to + at(count);
  for (; to + 64 <= end; to += 64) {
    let a = f64x2.splat(0), b = a, c = a, d = a;
    let p = from, q = middle;
    for (let k = 0; k < dimension; k++) {
      const x = v128.load64_splat(q);
      const da = f64x2.sub(v128.load(p), x), db = f64x2.sub(v128.load(p, 16), x);
      const dc = f64x2.sub(v128.load(p, 32), x), dd = f64x2.sub(v128.load(p, 48), x);
      a = madd(da, da, a);
      b = madd(db, db, b);
      c = madd(dc, dc, c);
      d = madd(dd, dd, d);
      p += column;
      q += column;
    }
    v128.store(to, kernel(isMatern, a, R, A, B));
    v128.store(to, kernel(isMatern, b, R, A, B), 16);
    v128.store(to, kernel(isMatern, c, R, A, B), 32);
    v128.store(to, kernel(isMatern, d, R, A, B), 48);
    from += 64;
  }
  for (; to < end; to += 16) {
    let sum = f64x2.splat(0);
    let p = from, q = middle;
    for (let k = 0; k < dimension; k++) {
      const difference = f64x2.sub(v128.load(p), v128.load64_splat(q));
      sum = madd(difference, difference, sum);
      p += column;
      q += column;
    }
    v128.store(to, kernel(isMatern, sum, R, A, B));
    from += 16;
  }
}

export function gaussianRow(points: i32, stride: i32, dimension: i32, centre: i32, decay: f64, out: i32, count: i32): void {
  kernelRow(false, points, stride, dimension, centre, -decay, 0, 0, out, count);
}

export function maternRow(
  points: i32, stride: i32, dimension: i32, centre: i32, rate: f64, linear: f64, square: f64, out: i32, count: i32,
): void {
  kernelRow(true, points, stride, dimension, centre, rate, linear, square, out, count);
}

export function addRows(
  to: i32, count: i32, rowA: i32, a: f64, rowB: i32, b: f64, rowC: i32, c: f64, rowD: i32, d: f64,
): void {
  const A = f64x2.splat(a), B = f64x2.splat(b), C = f64x2.splat(c), D = f64x2.splat(d);
  let p = at(to), pA = at(rowA), pB = at(rowB), pC = at(rowC), pD = at(rowD);
  for (const end = p + at(count); p < end; p += 16) {
    const low = madd(B, v128.load(pB), madd(A, v128.load(pA), v128.load(p)));
    v128.store(p, f64x2.add(low, madd(D, v128.load(pD), f64x2.mul(C, v128.load(pC)))));
    pA += 16;
    pB += 16;
    pC += 16;
    pD += 16;
  }
}

export function addRowsPrecisely(to: i32, carried: i32, count: i32, rowA: i32, a: f64, rowB: i32, b: f64): void {
  const A = f64x2.splat(a), B = f64x2.splat(b);
  let p = at(to), pE = at(carried), pA = at(rowA), pB = at(rowB);
  for (const end = p + at(count); p < end; p += 16) {
    const before = v128.load(p);
    const termA = f64x2.mul(A, v128.load(pA));
    const middle = f64x2.add(before, termA);
    const addedA = f64x2.sub(middle, before);
    const errorA = f64x2.add(f64x2.sub(before, f64x2.sub(middle, addedA)), f64x2.sub(termA, addedA));
    const termB = f64x2.mul(B, v128.load(pB));
    const after = f64x2.add(middle, termB);
    const addedB = f64x2.sub(after, middle);
    const errorB = f64x2.add(f64x2.sub(middle, f64x2.sub(after, addedB)), f64x2.sub(termB, addedB));
    v128.store(p, after);
    v128.store(pE, f64x2.add(f64x2.add(v128.load(pE), errorA), errorB));
    pE += 16;
    pA += 16;
    pB += 16;
  }
}
