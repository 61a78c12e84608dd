import { at, madd } from "./pairs";

// Twin of plain/features.ts; the number of columns is even.

@inline
function sumOf(pair: v128): f64 {
  return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
}

/** lᵀ W r. */
function value(l: usize, r: usize, rows: i32, width: usize, W: usize): f64 {
  const end = r + width;
  let total = f64x2.splat(0);
  let a = 0;
  for (; a + 4 <= rows; a += 4) {
    const W1 = W + width, W2 = W1 + width, W3 = W2 + width;
    let s0 = f64x2.splat(0), s1 = f64x2.splat(0), s2 = f64x2.splat(0), s3 = f64x2.splat(0);
    let to: usize = 0;
    for (let from = r; from < end; from += 16) {
      const x = v128.load(from);
      s0 = madd(x, v128.load(W + to), s0);
      s1 = madd(x, v128.load(W1 + to), s1);
      s2 = madd(x, v128.load(W2 + to), s2);
      s3 = madd(x, v128.load(W3 + to), s3);
      to += 16;
    }
    total = madd(v128.load64_splat(l), s0, total);
    total = madd(v128.load64_splat(l, 8), s1, total);
    total = madd(v128.load64_splat(l, 16), s2, total);
    total = madd(v128.load64_splat(l, 24), s3, total);
    l += 32;
    W = W3 + width;
  }
  for (; a < rows; a++) {
    let s0 = f64x2.splat(0), s1 = f64x2.splat(0), s2 = f64x2.splat(0), s3 = f64x2.splat(0);
    let from = r, to = W;
    for (; from + 64 <= end; from += 64) {
      s0 = madd(v128.load(from), v128.load(to), s0);
      s1 = madd(v128.load(from, 16), v128.load(to, 16), s1);
      s2 = madd(v128.load(from, 32), v128.load(to, 32), s2);
      s3 = madd(v128.load(from, 48), v128.load(to, 48), s3);
      to += 64;
    }
    for (; from < end; from += 16) {
      s0 = madd(v128.load(from), v128.load(to), s0);
      to += 16;
    }
    total = madd(v128.load64_splat(l), f64x2.add(f64x2.add(s0, s1), f64x2.add(s2, s3)), total);
    l += 8;
    W += width;
  }
  return sumOf(total);
}

/** W += share·l rᵀ. */
function addTo(W: usize, share: f64, l: usize, r: usize, rows: i32, width: usize): void {
  const end = r + width;
  let a = 0;
  for (; a + 2 <= rows; a += 2) {
    const c0 = f64x2.splat(share * load<f64>(l)), c1 = f64x2.splat(share * load<f64>(l, 8));
    const W1 = W + width;
    let to: usize = 0;
    for (let from = r; from < end; from += 16) {
      const x = v128.load(from);
      v128.store(W + to, madd(c0, x, v128.load(W + to)));
      v128.store(W1 + to, madd(c1, x, v128.load(W1 + to)));
      to += 16;
    }
    l += 16;
    W = W1 + width;
  }
  if (a < rows) {
    const c = f64x2.splat(share * load<f64>(l));
    for (let from = r; from < end; from += 16) {
      v128.store(W, madd(c, v128.load(from), v128.load(W)));
      W += 16;
    }
  }
}

export function featureValues(left: i32, right: i32, count: i32, rows: i32, columns: i32, weights: i32, out: i32): void {
  const width = at(columns), height = at(rows), W = at(weights);
  let l = at(left), r = at(right);
  const end = at(out + count);
  for (let to = at(out); to < end; to += 8) {
    store<f64>(to, value(l, r, rows, width, W));
    l += height;
    r += width;
  }
}

export function addFeatures(left: i32, right: i32, count: i32, rows: i32, columns: i32, weights: i32, shares: i32): void {
  const width = at(columns), height = at(rows), W = at(weights);
  let l = at(left), r = at(right);
  const end = at(shares + count);
  for (let from = at(shares); from < end; from += 8) {
    const share = load<f64>(from);
    if (share != 0) addTo(W, share, l, r, rows, width);
    l += height;
    r += width;
  }
}

export function sweepFeatures(
  left: i32, right: i32, count: i32, rows: i32, columns: i32, weights: i32,
  coordinates: i32, kink: f64, scale: f64, order: i32, active: i32, first: i32, last: i32, kept: i32, seed: i32,
): i32 {
  const width = at(columns), height = at(rows), W = at(weights), array = at(count), places = at(order);
  let random: u32 = seed;
  for (let k = first; k < last; k++) {
    random = random * 1664525 + 1013904223;
    const j = k + <i32>((<u64>random * <u64>(active - k)) >> 32);
    const index = load<f64>(places + at(j));
    store<f64>(places + at(j), load<f64>(places + at(k)));
    const i = <i32>index;
    const l = at(left) + <usize>i * height, r = at(right) + <usize>i * width;
    const to = at(coordinates + i);
    const from = load<f64>(to), lower = load<f64>(to + array), upper = load<f64>(to + 2 * array);
    const q = load<f64>(to + 3 * array);
    const slope = load<f64>(to + 4 * array) - value(l, r, rows, width, W) + q * from;
    const soft = slope > kink ? slope - kink : slope < -kink ? slope + kink : 0;
    const free = soft / q;
    const best = free < lower ? lower : free > upper ? upper : free;
    if (best != from) {
      store<f64>(to, best);
      addTo(W, (best - from) / scale, l, r, rows, width);
    } else if (!(best > lower && best < upper)) {
      store<f64>(places + at(k), index);
      continue;
    }
    store<f64>(places + at(k), load<f64>(places + at(kept)));
    store<f64>(places + at(kept), index);
    kept++;
  }
  return kept;
}
