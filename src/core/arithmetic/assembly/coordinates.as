import { at, madd, select } from "./pairs";

// Coordinates of plain/coordinates.ts: six arrays one after the other. `fast` where all curvatures are equal and w is 0.

/** The gain of an exact step in a pair of coordinates. */
// @ts-ignore: decorator
@inline
function gain(to: usize, array: usize, slope: v128, q: v128, inverse: v128, kink: v128, fast: bool): v128 {
  const down = v128.load(to + 2 * array), up = v128.load(to + 3 * array);
  if (fast) {
    const step = f64x2.pmin(f64x2.pmax(f64x2.mul(slope, inverse), down), up);
    return f64x2.mul(step, madd(f64x2.mul(f64x2.splat(-0.5), q), step, slope));
  }
  const b = v128.load(to + array);
  const a = madd(q, b, slope);
  const soft = f64x2.sub(a, f64x2.pmin(f64x2.pmax(a, f64x2.neg(kink)), kink));
  const step = f64x2.pmin(f64x2.pmax(f64x2.sub(f64x2.mul(soft, inverse), b), down), up);
  const along = f64x2.mul(step, madd(f64x2.mul(f64x2.splat(-0.5), q), step, slope));
  return f64x2.sub(along, f64x2.mul(kink, f64x2.sub(f64x2.abs(f64x2.add(b, step)), f64x2.abs(b))));
}

// @ts-ignore: decorator
@inline
function curvature(to: usize, array: usize, first: v128, fast: bool): v128 {
  return fast ? first : v128.load(to + 4 * array);
}

// @ts-ignore: decorator
@inline
function inverseCurvature(to: usize, array: usize, first: v128, fast: bool): v128 {
  return fast ? first : v128.load(to + 5 * array);
}

/** Of two pairs of gains and the indices where they are: those of `second` are two too small. */
// @ts-ignore: decorator
@inline
function indexOfMost(first: v128, indices: v128, second: v128, indices2: v128): i32 {
  const later = f64x2.gt(second, first);
  const most = v128.bitselect(second, first, later);
  const found = v128.bitselect(i64x2.add(indices2, i64x2.splat(2)), indices, later);
  const even = f64x2.extract_lane(most, 0), odd = f64x2.extract_lane(most, 1);
  if (!(even > 0 || odd > 0)) return -1;
  return <i32>(odd > even ? i64x2.extract_lane(found, 1) : i64x2.extract_lane(found, 0));
}

// @ts-ignore: decorator
@inline
function move(coordinates: i32, count: i32, kink: f64, rowA: i32, a: f64, rowB: i32, b: f64, fast: bool): i32 {
  const K = f64x2.splat(kink), A = f64x2.splat(-a), B = f64x2.splat(-b), four = i64x2.splat(4);
  const start = at(coordinates), array = at(count), toA = at(rowA) - start, toB = at(rowB) - start;
  const Q = v128.load64_splat(start + 4 * array), I = v128.load64_splat(start + 5 * array);
  // Two pairs at a time, each with a best of its own, so that neither waits for the other.
  let most = f64x2.splat(0), found = i64x2.splat(-1), most2 = most, found2 = found, index = i64x2(0, 1);
  for (let to = start; to < start + array; to += 32) {
    const slope = madd(B, v128.load(to + toB), madd(A, v128.load(to + toA), v128.load(to)));
    const slope2 = madd(B, v128.load(to + toB, 16), madd(A, v128.load(to + toA, 16), v128.load(to, 16)));
    v128.store(to, slope);
    v128.store(to, slope2, 16);
    const gains = gain(to, array, slope, curvature(to, array, Q, fast), inverseCurvature(to, array, I, fast), K, fast);
    const gains2 = gain(to + 16, array, slope2, curvature(to + 16, array, Q, fast), inverseCurvature(to + 16, array, I, fast), K, fast);
    const more = f64x2.gt(gains, most), more2 = f64x2.gt(gains2, most2);
    most = select(gains, most, more);
    found = select(index, found, more);
    most2 = select(gains2, most2, more2);
    found2 = select(index, found2, more2);
    index = i64x2.add(index, four);
  }
  return indexOfMost(most, found, most2, found2);
}

/** Slopes −= a A + b B, then the coordinate whose exact step gains most; −1 if none gains. */
export function lookAfterMove(coordinates: i32, count: i32, kink: f64, uniform: i32, rowA: i32, a: f64, rowB: i32, b: f64): i32 {
  if (uniform && kink == 0) return move(coordinates, count, kink, rowA, a, rowB, b, true);
  return move(coordinates, count, kink, rowA, a, rowB, b, false);
}

// @ts-ignore: decorator
@inline
function jointGain(to: usize, row: usize, array: usize, Q: v128, I: v128, K: v128, M: v128, C: v128, fast: bool): v128 {
  const k = v128.load(row);
  const inverse = inverseCurvature(to, array, I, fast);
  const alone = gain(to, array, madd(M, k, v128.load(to)), curvature(to, array, Q, fast), inverse, K, fast);
  const apart = madd(f64x2.mul(k, f64x2.mul(C, inverse)), k, f64x2.splat(1));
  return f64x2.div(alone, f64x2.pmax(apart, f64x2.splat(1e-6)));
}

// @ts-ignore: decorator
@inline
function partner(coordinates: i32, count: i32, kink: f64, row: i32, move: f64, coupling: f64, fast: bool): i32 {
  const K = f64x2.splat(kink), M = f64x2.splat(-move), C = f64x2.splat(-coupling), four = i64x2.splat(4);
  const start = at(coordinates), array = at(count), toRow = at(row) - start;
  const Q = v128.load64_splat(start + 4 * array), I = v128.load64_splat(start + 5 * array);
  let most = f64x2.splat(0), found = i64x2.splat(-1), most2 = most, found2 = found, index = i64x2(0, 1);
  for (let to = start; to < start + array; to += 32) {
    const gains = jointGain(to, to + toRow, array, Q, I, K, M, C, fast);
    const gains2 = jointGain(to + 16, to + toRow + 16, array, Q, I, K, M, C, fast);
    const more = f64x2.gt(gains, most), more2 = f64x2.gt(gains2, most2);
    most = select(gains, most, more);
    found = select(index, found, more);
    most2 = select(gains2, most2, more2);
    found2 = select(index, found2, more2);
    index = i64x2.add(index, four);
  }
  return indexOfMost(most, found, most2, found2);
}

/** The coordinate that gains most once the slopes have changed by −move·row, if coupled ones move together. */
export function partnerOf(coordinates: i32, count: i32, kink: f64, uniform: i32, row: i32, move: f64, coupling: f64): i32 {
  if (uniform && kink == 0) return partner(coordinates, count, kink, row, move, coupling, true);
  return partner(coordinates, count, kink, row, move, coupling, false);
}
