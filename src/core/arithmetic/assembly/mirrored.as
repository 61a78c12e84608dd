import { at, firsts, madd, seconds } from "./pairs";

/** The product of plain/mirrored.ts for one vector, four rows of both halves at a time. */
export function mirroredVector(
  x: i32, y: i32, even: i32, odd: i32, stride: i32, bands: i32, n: i32, kept: i32, count: i32, work: i32,
): void {
  const E = at(work), O = at(work + stride), row = at(stride);
  fold(at(x), 8, n, E, O, 8);
  for (let nu = (n + 1) >> 1; nu < stride; nu++) {
    store<f64>(E + at(nu), 0);
    store<f64>(O + at(nu), 0);
  }
  const isMirrored = kept < count;
  let pE = at(even), pO = at(odd), low = at(y), high = at(y + count - 1), band = at(bands);
  let i = 0;
  for (; i + 4 <= kept; i += 4) {
    let p: usize = 0, end = row;
    if (bands >= 0) {
      const first = min(min(load<f64>(band), load<f64>(band, 16)), min(load<f64>(band, 32), load<f64>(band, 48)));
      const last = max(max(load<f64>(band, 8), load<f64>(band, 24)), max(load<f64>(band, 40), load<f64>(band, 56)));
      p = at(<i32>first & ~1);
      end = at((<i32>last + 1) & ~1);
      band += 64;
    }
    let e0 = f64x2.splat(0), e1 = f64x2.splat(0), e2 = f64x2.splat(0), e3 = f64x2.splat(0);
    let o0 = f64x2.splat(0), o1 = f64x2.splat(0), o2 = f64x2.splat(0), o3 = f64x2.splat(0);
    let A = pE + p, B = pO + p;
    for (; p < end; p += 16) {
      const xE = v128.load(E + p);
      e0 = madd(v128.load(A), xE, e0);
      e1 = madd(v128.load(A + row), xE, e1);
      e2 = madd(v128.load(A + 2 * row), xE, e2);
      e3 = madd(v128.load(A + 3 * row), xE, e3);
      const xO = v128.load(O + p);
      o0 = madd(v128.load(B), xO, o0);
      o1 = madd(v128.load(B + row), xO, o1);
      o2 = madd(v128.load(B + 2 * row), xO, o2);
      o3 = madd(v128.load(B + 3 * row), xO, o3);
      A += 16;
      B += 16;
    }
    const eLow = f64x2.add(firsts(e0, e1), seconds(e0, e1)), eHigh = f64x2.add(firsts(e2, e3), seconds(e2, e3));
    const oLow = f64x2.add(firsts(o0, o1), seconds(o0, o1)), oHigh = f64x2.add(firsts(o2, o3), seconds(o2, o3));
    if (isMirrored) {
      const dLow = f64x2.sub(eLow, oLow), dHigh = f64x2.sub(eHigh, oHigh);
      v128.store(high - 8, v128.shuffle<f64>(dLow, dLow, 1, 0));
      v128.store(high - 24, v128.shuffle<f64>(dHigh, dHigh, 1, 0));
    }
    v128.store(low, f64x2.add(eLow, oLow));
    v128.store(low, f64x2.add(eHigh, oHigh), 16);
    pE += 4 * row;
    pO += 4 * row;
    low += 32;
    high -= 32;
  }
  for (; i < kept; i++) {
    let e = f64x2.splat(0), o = f64x2.splat(0);
    for (let p: usize = 0; p < row; p += 16) {
      e = madd(v128.load(pE + p), v128.load(E + p), e);
      o = madd(v128.load(pO + p), v128.load(O + p), o);
    }
    const sumE = f64x2.extract_lane(e, 0) + f64x2.extract_lane(e, 1);
    const sumO = f64x2.extract_lane(o, 0) + f64x2.extract_lane(o, 1);
    if (isMirrored) store<f64>(high, sumE - sumO);
    store<f64>(low, sumE + sumO);
    pE += row;
    pO += row;
    low += 8;
    high -= 8;
  }
}

/**
 * The product of plain/mirrored.ts for many vectors. Four rows and four vectors make a tile: its even part, then its odd part, then
 * their sum and difference where they belong. If inner = 1 vectors stand one after another, and tiles are written turned.
 */
export function mirroredProduct(
  x: i32, y: i32, even: i32, odd: i32, stride: i32, n: i32, kept: i32, count: i32, outer: i32, inner: i32, work: i32,
): void {
  const evenSize = (n + 1) >> 1, oddSize = n >> 1;
  const panel = at(4 * n), oddPart = at(4 * evenSize);
  const rows = at(work), columns = rows + panel * ((kept + 3) >> 2), tiles = columns + panel;
  for (let i = 0; i < kept; i += 4) {
    const to = rows + panel * (i >> 2), lines = min(4, kept - i);
    interleave(to, at(even + i * stride), at(stride), evenSize, lines);
    interleave(to + oddPart, at(odd + i * stride), at(stride), oddSize, lines);
  }
  const isTurned = inner == 1;
  const slabs = isTurned ? 1 : outer, across = isTurned ? outer : inner;
  for (let o = 0; o < slabs; o++) {
    for (let j = 0; j < across; j += 4) {
      const width = min(4, across - j);
      if (isTurned) {
        const from = at(x + j * n);
        for (let k = 0; k < 4; k++) foldLane(from + at(min(k, width - 1) * n), n, columns + at(k), oddPart);
      } else if (width == 4) foldPairs(at(x + o * n * inner + j), at(inner), n, columns, oddPart);
      else {
        const from = at(x + o * n * inner + j);
        for (let k = 0; k < 4; k++) {
          fold(from + at(min(k, width - 1)), at(inner), n, columns + at(k), columns + oddPart + at(k), 32);
        }
      }
      for (let i = 0; i < kept; i += 4) {
        const height = min(4, kept - i);
        const a = rows + panel * (i >> 2);
        halfTile(a, columns, evenSize, tiles);
        halfTile(a + oddPart, columns + oddPart, oddSize, tiles + 128);
        if (isTurned) {
          const to = at(y + j * count);
          if (kept < count) writeTurned(tiles, to + at(count - 1 - i), at(count), height, width, -1);
          writeTurned(tiles, to + at(i), at(count), height, width, 1);
        } else {
          const to = at(y + o * count * inner + j);
          if (kept < count) writeRows(tiles, to + at((count - 1 - i) * inner), -at(inner), height, width, -1);
          writeRows(tiles, to + at(i * inner), at(inner), height, width, 1);
        }
      }
    }
  }
}

/** A panel of four lines, those that are missing filled up with zeros: to[s, l] = from[l, s]. */
function interleave(to: usize, from: usize, line: usize, terms: i32, lines: i32): void {
  for (let s = 0; s < terms; s++) {
    for (let l = 0; l < 4; l++) store<f64>(to + at(l), l < lines ? load<f64>(from + <usize>l * line) : 0);
    from += 8;
    to += 32;
  }
}

/** Even and odd part of a vector; the odd one has one 0 more where a middle is left, if `step` is that of one vector. */
function fold(from: usize, term: usize, n: i32, even: usize, odd: usize, step: usize): void {
  let there = from + term * <usize>(n - 1);
  for (let nu = 0; nu < n >> 1; nu++) {
    const a = load<f64>(from) * 0.5, b = load<f64>(there) * 0.5;
    store<f64>(even, a + b);
    store<f64>(odd, a - b);
    from += term;
    there -= term;
    even += step;
    odd += step;
  }
  if (n & 1) {
    store<f64>(even, load<f64>(from));
    if (step == 8) store<f64>(odd, 0);
  }
}

/** Of a vector without gaps, to one lane of a panel. */
function foldLane(from: usize, n: i32, to: usize, oddPart: usize): void {
  let there = from + at(n - 1);
  for (let nu = 0; nu < n >> 1; nu++) {
    const a = load<f64>(from) * 0.5, b = load<f64>(there) * 0.5;
    store<f64>(to, a + b);
    store<f64>(to + oddPart, a - b);
    from += 8;
    there -= 8;
    to += 32;
  }
  if (n & 1) store<f64>(to, load<f64>(from));
}

/** Of four vectors whose terms stand side by side. */
function foldPairs(from: usize, term: usize, n: i32, to: usize, oddPart: usize): void {
  const half = f64x2.splat(0.5);
  let there = from + term * <usize>(n - 1);
  for (let nu = 0; nu < n >> 1; nu++) {
    const a = f64x2.mul(half, v128.load(from)), b = f64x2.mul(half, v128.load(there));
    const c = f64x2.mul(half, v128.load(from, 16)), d = f64x2.mul(half, v128.load(there, 16));
    v128.store(to, f64x2.add(a, b));
    v128.store(to, f64x2.add(c, d), 16);
    v128.store(to + oddPart, f64x2.sub(a, b));
    v128.store(to + oddPart, f64x2.sub(c, d), 16);
    from += term;
    there -= term;
    to += 32;
  }
  if (n & 1) {
    v128.store(to, v128.load(from));
    v128.store(to, v128.load(from, 16), 16);
  }
}

/** The product of a panel of four rows and one of four vectors: to[4 i + k]. */
function halfTile(a: usize, b: usize, terms: i32, to: usize): void {
  let c00 = f64x2.splat(0), c01 = f64x2.splat(0), c10 = f64x2.splat(0), c11 = f64x2.splat(0);
  let c20 = f64x2.splat(0), c21 = f64x2.splat(0), c30 = f64x2.splat(0), c31 = f64x2.splat(0);
  for (let s = 0; s < terms; s++) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    const a0 = v128.load64_splat(a);
    c00 = madd(a0, b0, c00);
    c01 = madd(a0, b1, c01);
    const a1 = v128.load64_splat(a, 8);
    c10 = madd(a1, b0, c10);
    c11 = madd(a1, b1, c11);
    const a2 = v128.load64_splat(a, 16);
    c20 = madd(a2, b0, c20);
    c21 = madd(a2, b1, c21);
    const a3 = v128.load64_splat(a, 24);
    c30 = madd(a3, b0, c30);
    c31 = madd(a3, b1, c31);
    a += 32;
    b += 32;
  }
  v128.store(to, c00);
  v128.store(to, c01, 16);
  v128.store(to, c10, 32);
  v128.store(to, c11, 48);
  v128.store(to, c20, 64);
  v128.store(to, c21, 80);
  v128.store(to, c30, 96);
  v128.store(to, c31, 112);
}

// @ts-ignore: decorator
@inline
function joined(tiles: usize, offset: usize, isSum: bool): v128 {
  const e = v128.load(tiles + offset), o = v128.load(tiles + offset, 128);
  return isSum ? f64x2.add(e, o) : f64x2.sub(e, o);
}

/** Even plus sign·odd part by rows of `width` numbers, each `step` after the one before. */
function writeRows(tiles: usize, to: usize, step: usize, height: i32, width: i32, sign: i32): void {
  if (width == 4) {
    for (let i = 0; i < height; i++) {
      v128.store(to, joined(tiles, 0, sign > 0));
      v128.store(to, joined(tiles, 16, sign > 0), 16);
      tiles += 32;
      to += step;
    }
  } else {
    for (let i = 0; i < height; i++) {
      for (let k = 0; k < width; k++) {
        store<f64>(to + at(k), load<f64>(tiles + at(k)) + <f64>sign * load<f64>(tiles + at(k), 128));
      }
      tiles += 32;
      to += step;
    }
  }
}

/** The same turned: number i of vector k is `sign`·i doubles after `to` + k·line. */
function writeTurned(tiles: usize, to: usize, line: usize, height: i32, width: i32, sign: i32): void {
  if (height == 4 && width == 4) {
    const isSum = sign > 0;
    for (let k: usize = 0; k < 32; k += 16) {
      const a = joined(tiles, k, isSum), b = joined(tiles, k + 32, isSum);
      const c = joined(tiles, k + 64, isSum), d = joined(tiles, k + 96, isSum);
      if (isSum) {
        v128.store(to, firsts(a, b));
        v128.store(to, firsts(c, d), 16);
        v128.store(to + line, seconds(a, b));
        v128.store(to + line, seconds(c, d), 16);
      } else {
        v128.store(to - 8, firsts(b, a));
        v128.store(to - 24, firsts(d, c));
        v128.store(to + line - 8, seconds(b, a));
        v128.store(to + line - 24, seconds(d, c));
      }
      to += 2 * line;
    }
  } else {
    for (let k = 0; k < width; k++) {
      for (let i = 0; i < height; i++) {
        const value = load<f64>(tiles + at(4 * i + k)) + <f64>sign * load<f64>(tiles + at(4 * i + k), 128);
        store<f64>(to + <usize>k * line + <usize>(sign * i * 8), value);
      }
    }
  }
}
