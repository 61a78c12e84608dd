import { at, madd, select } from "./pairs";

// Twin of plain/coordinates.ts; `uniform` if all curvatures are equal and w is 0. Constants are in memory, as code
// would make them anew in each turn.
const constants: usize = memory.data<f64>([-0.5, 1, 1e-6], 16);

/** The gain of an exact step in a pair of coordinates; for a constant `uniform` q is −q/2. */
@inline
function gain(uniform: bool, slope: v128, b: v128, down: v128, up: v128, q: v128, inverse: v128, kink: v128): v128 {
  if (uniform) {
    const step = f64x2.pmin(f64x2.pmax(f64x2.mul(slope, inverse), down), up);
    return f64x2.mul(step, madd(q, step, slope));
  }
  const a = madd(q, b, slope);
  const soft = f64x2.sub(a, f64x2.pmin(f64x2.pmax(a, f64x2.neg(kink)), kink));
  const step = f64x2.pmin(f64x2.pmax(f64x2.sub(f64x2.mul(soft, inverse), b), down), up);
  const along = f64x2.mul(step, madd(f64x2.mul(f64x2.splat(-0.5), q), step, slope));
  return f64x2.sub(along, f64x2.mul(kink, f64x2.sub(f64x2.abs(f64x2.add(b, step)), f64x2.abs(b))));
}

/** Coordinate of the largest of four gains, or −1. */
@inline
function indexOfMost(first: v128, turns: v128, second: v128, turns2: v128): i32 {
  const later = f64x2.gt(second, first);
  const most = v128.bitselect(second, first, later);
  const found = v128.bitselect(i64x2.add(i64x2.shl(turns2, 2), i64x2.splat(2)), i64x2.shl(turns, 2), later);
  const even = f64x2.extract_lane(most, 0), odd = f64x2.extract_lane(most, 1);
  if (!(even > 0 || odd > 0)) return -1;
  return <i32>(odd > even ? i64x2.extract_lane(found, 1) + 1 : i64x2.extract_lane(found, 0));
}

@inline
function look(uniform: bool, start: usize, array: usize, kink: f64, toA: usize, a: f64, toB: usize, b: f64): i32 {
  const A = f64x2.splat(-a), B = f64x2.splat(-b), K = f64x2.splat(kink), end = start + array;
  const toDown = 2 * array, toUp = 3 * array, toQ = 4 * array, toInverse = 5 * array;
  const h = f64x2.mul(v128.load64_splat(constants), v128.load64_splat(start + toQ));
  const r = v128.load64_splat(start + toInverse);
  let most = f64x2.splat(0), found = most, most2 = most, found2 = most, turn = most;
  for (let to = start; to < end; to += 32) {
    const atA = to + toA, atB = to + toB, atC = to + array, down = to + toDown, up = to + toUp, q = to + toQ, p = to + toInverse;
    const slope = madd(B, v128.load(atB), madd(A, v128.load(atA), v128.load(to)));
    const slope2 = madd(B, v128.load(atB, 16), madd(A, v128.load(atA, 16), v128.load(to, 16)));
    v128.store(to, slope);
    v128.store(to, slope2, 16);
    const gains = uniform
      ? gain(true, slope, h, v128.load(down), v128.load(up), h, r, K)
      : gain(false, slope, v128.load(atC), v128.load(down), v128.load(up), v128.load(q), v128.load(p), K);
    const gains2 = uniform
      ? gain(true, slope2, h, v128.load(down, 16), v128.load(up, 16), h, r, K)
      : gain(false, slope2, v128.load(atC, 16), v128.load(down, 16), v128.load(up, 16), v128.load(q, 16), v128.load(p, 16), K);
    const more = f64x2.gt(gains, most), more2 = f64x2.gt(gains2, most2);
    most = select(gains, most, more);
    found = select(turn, found, more);
    most2 = select(gains2, most2, more2);
    found2 = select(turn, found2, more2);
    turn = i64x2.sub(turn, i64x2.splat(-1));
  }
  return indexOfMost(most, found, most2, found2);
}

/** Slopes −= a A + b B; the coordinate that gains most, or −1. */
export function lookAfterMove(coordinates: i32, count: i32, kink: f64, uniform: i32, rowA: i32, a: f64, rowB: i32, b: f64): i32 {
  const start = at(coordinates), array = at(count), toA = at(rowA) - start, toB = at(rowB) - start;
  if (uniform && kink == 0) return look(true, start, array, kink, toA, a, toB, b);
  return look(false, start, array, kink, toA, a, toB, b);
}

@inline
function partner(uniform: bool, start: usize, array: usize, kink: f64, toRow: usize, move: f64, coupling: f64): i32 {
  const M = f64x2.splat(-move), C = f64x2.splat(-coupling), K = f64x2.splat(kink), end = start + array;
  const toDown = 2 * array, toUp = 3 * array, toQ = 4 * array, toInverse = 5 * array;
  const h = f64x2.mul(v128.load64_splat(constants), v128.load64_splat(start + toQ));
  const one = v128.load64_splat(constants, 8), least = v128.load64_splat(constants, 16);
  const r = v128.load64_splat(start + toInverse), closeness = f64x2.mul(C, r);
  let most = f64x2.splat(0), found = most, most2 = most, found2 = most, turn = most;
  for (let to = start; to < end; to += 32) {
    const along = to + toRow, atC = to + array, down = to + toDown, up = to + toUp, q = to + toQ, p = to + toInverse;
    const k = v128.load(along), k2 = v128.load(along, 16);
    const slope = madd(M, k, v128.load(to)), slope2 = madd(M, k2, v128.load(to, 16));
    const alone = uniform
      ? gain(true, slope, h, v128.load(down), v128.load(up), h, r, K)
      : gain(false, slope, v128.load(atC), v128.load(down), v128.load(up), v128.load(q), v128.load(p), K);
    const close = uniform ? closeness : f64x2.mul(C, v128.load(p));
    const gains = f64x2.div(alone, f64x2.pmax(madd(f64x2.mul(k, close), k, one), least));
    const more = f64x2.gt(gains, most);
    most = select(gains, most, more);
    found = select(turn, found, more);
    const alone2 = uniform
      ? gain(true, slope2, h, v128.load(down, 16), v128.load(up, 16), h, r, K)
      : gain(false, slope2, v128.load(atC, 16), v128.load(down, 16), v128.load(up, 16), v128.load(q, 16), v128.load(p, 16), K);
    const close2 = uniform ? closeness : f64x2.mul(C, v128.load(p, 16));
    const gains2 = f64x2.div(alone2, f64x2.pmax(madd(f64x2.mul(k2, close2), k2, one), least));
    const more2 = f64x2.gt(gains2, most2);
    most2 = select(gains2, most2, more2);
    found2 = select(turn, found2, more2);
    turn = i64x2.sub(turn, i64x2.splat(-1));
  }
  return indexOfMost(most, found, most2, found2);
}

/** The second coordinate that gains most, as in `Partner`. */
export function partnerOf(coordinates: i32, count: i32, kink: f64, uniform: i32, row: i32, move: f64, coupling: f64): i32 {
  const start = at(coordinates), array = at(count), toRow = at(row) - start;
  if (uniform && kink == 0) return partner(true, start, array, kink, toRow, move, coupling);
  return partner(false, start, array, kink, toRow, move, coupling);
}
