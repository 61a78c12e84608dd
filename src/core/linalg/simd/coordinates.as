import { at, madd } from "./pairs";

// Coordinates of operations.ts: six arrays one after the other, and the gain of an exact step in a pair of them.
// @ts-ignore: decorator
@inline
function gain(to: usize, array: usize, slope: v128, kink: v128, inverse: v128): v128 {
  const b = v128.load(to + array);
  const curvature = v128.load(to + 4 * array);
  const a = madd(curvature, b, slope);
  const soft = f64x2.sub(a, f64x2.pmin(f64x2.pmax(a, f64x2.neg(kink)), kink));
  const free = f64x2.mul(soft, inverse);
  const best = f64x2.pmin(f64x2.pmax(free, v128.load(to + 2 * array)), v128.load(to + 3 * array));
  const step = f64x2.sub(best, b);
  const smooth = f64x2.mul(step, f64x2.sub(slope, f64x2.mul(f64x2.mul(f64x2.splat(0.5), curvature), step)));
  return f64x2.sub(smooth, f64x2.mul(kink, f64x2.sub(f64x2.abs(best), f64x2.abs(b))));
}

// @ts-ignore: decorator
@inline
function indexOfMost(most: v128, indices: v128): i32 {
  const first = f64x2.extract_lane(most, 0), second = f64x2.extract_lane(most, 1);
  return <i32>(second > first ? i64x2.extract_lane(indices, 1) : i64x2.extract_lane(indices, 0));
}

/** Slopes −= a A + b B, then the coordinate whose exact step gains most; −1 if none gains. */
export function moveAndFind(coordinates: i32, count: i32, kink: f64, rowA: i32, a: f64, rowB: i32, b: f64): i32 {
  const K = f64x2.splat(kink), A = f64x2.splat(-a), B = f64x2.splat(-b);
  const array = at(count), toA = at(rowA) - at(coordinates), toB = at(rowB) - at(coordinates);
  let most = f64x2.splat(0), found = i64x2.splat(-1), index = i64x2(0, 1);
  const two = i64x2.splat(2);
  const end = at(coordinates) + array;
  for (let to = at(coordinates); to < end; to += 16) {
    const slope = madd(B, v128.load(to + toB), madd(A, v128.load(to + toA), v128.load(to)));
    v128.store(to, slope);
    const gains = gain(to, array, slope, K, v128.load(to + 5 * array));
    const more = f64x2.gt(gains, most);
    most = v128.bitselect(gains, most, more);
    found = v128.bitselect(index, found, more);
    index = i64x2.add(index, two);
  }
  return indexOfMost(most, found);
}

/** The coordinate that gains most once the slopes have changed by −move·row, if coupled ones move together. */
export function findPartner(coordinates: i32, count: i32, kink: f64, row: i32, move: f64, coupling: f64): i32 {
  const K = f64x2.splat(kink), M = f64x2.splat(-move), C = f64x2.splat(-coupling);
  const one = f64x2.splat(1), least = f64x2.splat(1e-6);
  const array = at(count), toRow = at(row) - at(coordinates);
  let most = f64x2.splat(0), found = i64x2.splat(-1), index = i64x2(0, 1);
  const two = i64x2.splat(2);
  const end = at(coordinates) + array;
  for (let to = at(coordinates); to < end; to += 16) {
    const k = v128.load(to + toRow);
    const inverse = v128.load(to + 5 * array);
    const alone = gain(to, array, madd(M, k, v128.load(to)), K, inverse);
    const apart = madd(f64x2.mul(f64x2.mul(k, k), C), inverse, one);
    const gains = f64x2.div(alone, f64x2.pmax(apart, least));
    const more = f64x2.gt(gains, most);
    most = v128.bitselect(gains, most, more);
    found = v128.bitselect(index, found, more);
    index = i64x2.add(index, two);
  }
  return indexOfMost(most, found);
}
