import { at } from "./pairs";

// Shares of plain/bins.ts, four for each of 2048 positions.
const shares: usize = memory.data(2048 * 4 * 8, 16);
let written: bool = false;

function writeShares(): void {
  if (written) return;
  for (let i = 0; i < 2048; i++) {
    const t = <f64>i, v = 2048 - t;
    const before = nearest<f64>(v * v * v * (1.0 / 3145728)), after = nearest<f64>(t * t * t * (1.0 / 3145728));
    const right = 8 * t + before - 2 * after;
    const to = shares + (<usize>i << 5);
    store<f64>(to, before);
    store<f64>(to, 16384 - before - right - after, 8);
    store<f64>(to, right, 16);
    store<f64>(to, after, 24);
  }
  written = true;
}

/** A sum with it ends in the bits of the rounded number, up to 2³¹. */
const whole: f64 = 6755399441055744;

/** Rounded positions of a pair, from 0 to `last`; 0 for NaN. */
@inline
function positions(x: v128, lower: v128, scale: v128, last: v128): v128 {
  const position = f64x2.pmax(f64x2.splat(0), f64x2.mul(f64x2.sub(x, lower), scale));
  return f64x2.add(f64x2.pmin(last, position), f64x2.splat(whole));
}

@inline
function sharesAt(position: i32): usize {
  return shares + (<usize>(position & 2047) << 5);
}

@inline
function add(to: usize, low: v128, high: v128): void {
  v128.store(to, f64x2.add(v128.load(to), low));
  v128.store(to, f64x2.add(v128.load(to, 16), high), 16);
}

@inline
function addOnLine(bins: usize, position: i32): void {
  const share = sharesAt(position);
  add(bins + (<usize>(position >> 11) << 3), v128.load(share), v128.load(share, 16));
}

export function binOnLine(records: i32, count: i32, bins: i32, lower: f64, upper: f64, scale: f64, last: f64): i32 {
  writeShares();
  const L = f64x2.splat(lower), U = f64x2.splat(upper), S = f64x2.splat(scale), M = f64x2.splat(last);
  const to = at(bins);
  let from = at(records);
  const end = from + at(count & ~1);
  let inside = i64x2.splat(0);
  for (; from < end; from += 16) {
    const x = v128.load(from);
    inside = i64x2.sub(inside, v128.and(f64x2.ge(x, L), f64x2.le(x, U)));
    const rounded = positions(x, L, S, M);
    addOnLine(to, i32x4.extract_lane(rounded, 0));
    addOnLine(to, i32x4.extract_lane(rounded, 2));
  }
  let sum = <i32>(i64x2.extract_lane(inside, 0) + i64x2.extract_lane(inside, 1));
  if (count & 1) {
    const x = v128.load64_splat(from);
    sum += i32(i64x2.all_true(v128.and(f64x2.ge(x, L), f64x2.le(x, U))));
    addOnLine(to, i32x4.extract_lane(positions(x, L, S, M), 0));
  }
  return sum;
}

@inline
function pair(first: f64, second: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

export function binOnPlane(
  records: i32, count: i32, bins: i32, width: i32,
  lowerX: f64, upperX: f64, scaleX: f64, lastX: f64,
  lowerY: f64, upperY: f64, scaleY: f64, lastY: f64,
): i32 {
  writeShares();
  const L = pair(lowerX, lowerY), U = pair(upperX, upperY), S = pair(scaleX, scaleY), M = pair(lastX, lastY);
  const to = at(bins), row = at(width);
  let from = at(records);
  const end = from + at(2 * count);
  let inside = 0;
  for (; from < end; from += 16) {
    const x = v128.load(from);
    inside += i32(i64x2.all_true(v128.and(f64x2.ge(x, L), f64x2.le(x, U))));
    const rounded = positions(x, L, S, M);
    const i = i32x4.extract_lane(rounded, 0), j = i32x4.extract_lane(rounded, 2);
    const alongX = sharesAt(i), alongY = sharesAt(j);
    const low = v128.load(alongX), high = v128.load(alongX, 16);
    let node = to + at((i >> 11) + (j >> 11) * width);
    let share = v128.load64_splat(alongY);
    add(node, f64x2.mul(share, low), f64x2.mul(share, high));
    node += row;
    share = v128.load64_splat(alongY, 8);
    add(node, f64x2.mul(share, low), f64x2.mul(share, high));
    node += row;
    share = v128.load64_splat(alongY, 16);
    add(node, f64x2.mul(share, low), f64x2.mul(share, high));
    node += row;
    share = v128.load64_splat(alongY, 24);
    add(node, f64x2.mul(share, low), f64x2.mul(share, high));
  }
  return inside;
}
