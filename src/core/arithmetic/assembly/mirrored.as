import { at, firsts, madd, seconds } from "./pairs";
import { panelProduct, written } from "./product";

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
    let p: usize = 0, equal: usize = 0, end = row;
    if (bands >= 0) {
      const first = min(min(load<f64>(band), load<f64>(band, 24)), min(load<f64>(band, 48), load<f64>(band, 72)));
      const until = min(min(load<f64>(band, 8), load<f64>(band, 32)), min(load<f64>(band, 56), load<f64>(band, 80)));
      const last = max(max(load<f64>(band, 16), load<f64>(band, 40)), max(load<f64>(band, 64), load<f64>(band, 88)));
      p = at(<i32>first & ~1);
      equal = at(<i32>until & ~1);
      end = at((<i32>last + 1) & ~1);
      band += 96;
    }
    let e0 = f64x2.splat(0), e1 = f64x2.splat(0), e2 = f64x2.splat(0), e3 = f64x2.splat(0);
    let o0 = f64x2.splat(0), o1 = f64x2.splat(0), o2 = f64x2.splat(0), o3 = f64x2.splat(0);
    let A = pE + p;
    for (; p < equal; p += 16) {
      const xE = v128.load(E + p), xO = v128.load(O + p);
      const a0 = v128.load(A), a1 = v128.load(A + row), a2 = v128.load(A + 2 * row), a3 = v128.load(A + 3 * row);
      e0 = madd(a0, xE, e0);
      o0 = madd(a0, xO, o0);
      e1 = madd(a1, xE, e1);
      o1 = madd(a1, xO, o1);
      e2 = madd(a2, xE, e2);
      o2 = madd(a2, xO, o2);
      e3 = madd(a3, xE, e3);
      o3 = madd(a3, xO, o3);
      A += 16;
    }
    let B = pO + p;
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

/** By tiles of four rows and four vectors. If inner = 1, tiles are transposed. */
export function mirroredProduct(
  x: i32, y: i32, panels: i32, n: i32, kept: i32, count: i32, outer: i32, inner: i32, apart: i32, isFolded: i32,
  work: i32,
): void {
  const evenSize = (n + 1) >> 1, oddSize = n >> 1;
  const panel = at(8 * evenSize), oddPart = at(4 * evenSize);
  const rows = at(panels), columns = at(work), spill = columns + panel, tile = spill + 128;
  const isTurned = inner == 1, isMirrored = kept < count;
  const slabs = isTurned ? 1 : outer, across = isTurned ? outer : inner;
  const next = at(isTurned ? n : 1), nextOut = at(isTurned ? apart : 1), step = at(inner);
  for (let o = 0; o < slabs; o++) {
    for (let j = 0; j < across; j += 4) {
      const width = min(4, across - j);
      const from = at(x + o * n * inner) + <usize>j * next;
      let low = at(y + o * count * inner) + <usize>j * nextOut;
      let high = low + <usize>(count - 1) * step;
      if (isFolded) {
        if (width == 4 && !isTurned) copyPairs(from, step, n, columns);
        else for (let k = 0; k < 4; k++) copyLane(from + <usize>min(k, width - 1) * next, step, n, columns + at(k));
      } else if (width < 4) {
        for (let k = 0; k < 4; k++) {
          const lane = columns + at(k);
          fold(from + <usize>min(k, width - 1) * next, step, n, lane, lane + oddPart, 32);
        }
      } else if (isTurned) {
        foldLines(from, next, n, columns, oddPart);
      } else {
        foldPairs(from, step, n, columns, oddPart);
      }
      for (let i = 0, a = rows; i < kept; i += 4) {
        const height = min(4, kept - i);
        evenTile(a, columns, evenSize, spill);
        if (height == 4 && width == 4 && isMirrored) {
          oddTile(a + oddPart, columns + oddPart, oddSize, spill, low, high, isTurned, isTurned ? nextOut : step);
        } else {
          oddTile(a + oddPart, columns + oddPart, oddSize, spill, tile, tile + 224, false, 32);
          for (let r = 0; r < height; r++) {
            for (let k = 0; k < width; k++) {
              const value = tile + at(4 * r + k), place = <usize>k * nextOut, along = <usize>r * step;
              if (isMirrored) store<f64>(high + place - along, load<f64>(value + 224 - (<usize>r << 6)));
              store<f64>(low + place + along, load<f64>(value));
            }
          }
        }
        a += panel;
        low += 4 * step;
        high -= 4 * step;
      }
    }
  }
}

/** Numbers of a vector are `term` bytes apart, of its parts `step`. */
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
    store<f64>(odd, 0);
  }
}

/** Folds four vectors whose numbers stand side by side. */
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

/** Folds four vectors, `line` bytes apart, two numbers of each at a time. */
function foldLines(from: usize, line: usize, n: i32, to: usize, oddPart: usize): void {
  const half = f64x2.splat(0.5), left = n & 1 | (n >> 1 & 1) << 1;
  let there = from + at(n - 2);
  const line2 = 2 * line, line3 = 3 * line;
  for (let nu = 0; nu + 2 <= n >> 1; nu += 2) {
    const a0 = f64x2.mul(half, v128.load(from)), a1 = f64x2.mul(half, v128.load(from + line));
    const b0 = f64x2.mul(half, v128.load(there)), b1 = f64x2.mul(half, v128.load(there + line));
    foldBlock(to, oddPart, a0, a1, b0, b1);
    const a2 = f64x2.mul(half, v128.load(from + line2)), a3 = f64x2.mul(half, v128.load(from + line3));
    const b2 = f64x2.mul(half, v128.load(there + line2)), b3 = f64x2.mul(half, v128.load(there + line3));
    foldBlock(to + 16, oddPart, a2, a3, b2, b3);
    from += 16;
    there -= 16;
    to += 64;
  }
  if (left) for (let k = 0; k < 4; k++) fold(from + <usize>k * line, 8, left, to + at(k), to + at(k) + oddPart, 32);
}

@inline
function foldBlock(to: usize, oddPart: usize, a0: v128, a1: v128, b0: v128, b1: v128): void {
  const here = firsts(a0, a1), there = seconds(b0, b1), here1 = seconds(a0, a1), there1 = firsts(b0, b1);
  v128.store(to, f64x2.add(here, there));
  v128.store(to + oddPart, f64x2.sub(here, there));
  v128.store(to, f64x2.add(here1, there1), 32);
  v128.store(to + oddPart, f64x2.sub(here1, there1), 32);
}

function copyPairs(from: usize, term: usize, n: i32, to: usize): void {
  for (let nu = 0; nu < n; nu++) {
    v128.store(to, v128.load(from));
    v128.store(to, v128.load(from, 16), 16);
    from += term;
    to += 32;
  }
}

function copyLane(from: usize, term: usize, n: i32, to: usize): void {
  for (let nu = 0; nu < n; nu++) {
    store<f64>(to, load<f64>(from));
    from += term;
    to += 32;
  }
}

/** Product of a panel of rows and a panel of vectors. */
function evenTile(a: usize, b: usize, terms: i32, to: usize): void {
  panelProduct(written, a, b, terms, to, 32);
}

/**
 * The odd part of a tile, with the even part: their sum at `low`, their difference at `high`. The second row is `step`
 * bytes after `low` and before `high`; transposed, the second vector is `step` bytes on.
 */
function oddTile(a: usize, b: usize, terms: i32, even: usize, low: usize, high: usize, isTurned: bool, step: usize): void {
  let c00 = f64x2.splat(0), c01 = f64x2.splat(0), c10 = f64x2.splat(0), c11 = f64x2.splat(0);
  let c20 = f64x2.splat(0), c21 = f64x2.splat(0), c30 = f64x2.splat(0), c31 = f64x2.splat(0);
  for (const end = a + (<usize>terms << 5); a < end; a += 32) {
    const b0 = v128.load(b), b1 = v128.load(b, 16);
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
    b += 32;
  }
  const e00 = v128.load(even), e01 = v128.load(even, 16), e10 = v128.load(even, 32), e11 = v128.load(even, 48);
  const e20 = v128.load(even, 64), e21 = v128.load(even, 80), e30 = v128.load(even, 96), e31 = v128.load(even, 112);
  // The middle row is its own mirror image: its sum is written last.
  if (isTurned) {
    writePairs(high - 8, step, f64x2.sub(e10, c10), f64x2.sub(e11, c11), f64x2.sub(e00, c00), f64x2.sub(e01, c01));
    writePairs(high - 24, step, f64x2.sub(e30, c30), f64x2.sub(e31, c31), f64x2.sub(e20, c20), f64x2.sub(e21, c21));
    writePairs(low, step, f64x2.add(e00, c00), f64x2.add(e01, c01), f64x2.add(e10, c10), f64x2.add(e11, c11));
    writePairs(low + 16, step, f64x2.add(e20, c20), f64x2.add(e21, c21), f64x2.add(e30, c30), f64x2.add(e31, c31));
  } else {
    writeRow(high, f64x2.sub(e00, c00), f64x2.sub(e01, c01));
    writeRow(high - step, f64x2.sub(e10, c10), f64x2.sub(e11, c11));
    writeRow(high - 2 * step, f64x2.sub(e20, c20), f64x2.sub(e21, c21));
    writeRow(high - 3 * step, f64x2.sub(e30, c30), f64x2.sub(e31, c31));
    writeRow(low, f64x2.add(e00, c00), f64x2.add(e01, c01));
    writeRow(low + step, f64x2.add(e10, c10), f64x2.add(e11, c11));
    writeRow(low + 2 * step, f64x2.add(e20, c20), f64x2.add(e21, c21));
    writeRow(low + 3 * step, f64x2.add(e30, c30), f64x2.add(e31, c31));
  }
}

@inline
function writeRow(to: usize, first: v128, second: v128): void {
  v128.store(to, first);
  v128.store(to, second, 16);
}

@inline
function writePairs(to: usize, step: usize, a0: v128, a1: v128, b0: v128, b1: v128): void {
  v128.store(to, firsts(a0, b0));
  v128.store(to + step, seconds(a0, b0));
  v128.store(to + 2 * step, firsts(a1, b1));
  v128.store(to + 3 * step, seconds(a1, b1));
}
