import { lastOf, transform, transformPairs } from "./fourier";
import { at } from "./pairs";

// Columns c and c + P of a real array, P = ⌈columns/2⌉, are the real and the imaginary part of one sequence.

/** Pairs of columns together in the cache; at least two. */
const block: i32 = 8;

export function planeForward(
  along: i32, across: i32, re: i32, im: i32, values: i32, columns: i32, lines: i32, work: i32,
): void {
  const X = at(along), Y = at(across), W = at(work), R = at(re), I = at(im);
  const width = <i32>load<f64>(X), depth = <i32>load<f64>(Y);
  const pairs = (columns + 1) >> 1, row = at(width), line = at(columns);
  const rows = (depth >> 1) + 1;
  for (let c = 0; c < pairs; c += block) {
    const first = min(block, pairs - c), second = min(first, columns - pairs - c), count = max(2, first);
    const size = at(depth * count), other = W + 2 * size, to = lastOf(Y, other, W);
    let from = at(values + c), zr = W, zi = W + size;
    for (let j = 0; j < lines; j++) {
      copyPadded(zr, from, first, count);
      copyPadded(zi, from + at(pairs), second, count);
      from += line;
      zr += at(count);
      zi += at(count);
    }
    memory.fill(zr, 0, at((depth - lines) * count));
    memory.fill(zi, 0, at((depth - lines) * count));
    transform(Y, W, W + size, count, other, W, to, to + size);
    for (let l = 0; l < rows; l++) {
      const here = to + at(l * count), mirror = l ? to + at((depth - l) * count) : to;
      const toR = R + at(l * width + c), toI = I + at(l * width + c);
      separate(here, mirror, size, toR, toI, at(pairs), first, second);
    }
  }
  for (let l = 0; l < rows; l++) {
    const lr = R + <usize>l * row, li = I + <usize>l * row;
    memory.fill(lr + line, 0, row - line);
    memory.fill(li + line, 0, row - line);
    transform(X, lr, li, 1, W, W + 2 * row, lr, li);
  }
}

function copyPadded(to: usize, from: usize, count: i32, padded: i32): void {
  let c = 0;
  for (; c + 1 < count; c += 2) v128.store(to + at(c), v128.load(from + at(c)));
  for (; c < padded; c++) store<f64>(to + at(c), c < count ? load<f64>(from + at(c)) : 0);
}

/** Separates Z_l and Z_−l into the first columns and their partners. */
function separate(
  here: usize, mirror: usize, size: usize, toR: usize, toI: usize, partner: usize, first: i32, second: i32,
): void {
  const half = f64x2.splat(0.5), end = at(second);
  let c: usize = 0;
  for (; c + 8 < end; c += 16) {
    const kr = v128.load(here + c), ki = v128.load(here + size + c);
    const lr = v128.load(mirror + c), li = v128.load(mirror + size + c);
    v128.store(toR + c, f64x2.mul(half, f64x2.add(kr, lr)));
    v128.store(toI + c, f64x2.mul(half, f64x2.sub(ki, li)));
    v128.store(toR + partner + c, f64x2.mul(half, f64x2.add(ki, li)));
    v128.store(toI + partner + c, f64x2.mul(half, f64x2.sub(lr, kr)));
  }
  for (; c < at(first); c += 8) {
    const kr = load<f64>(here + c), ki = load<f64>(here + size + c), lr = load<f64>(mirror + c), li = load<f64>(mirror + size + c);
    store<f64>(toR + c, 0.5 * (kr + lr));
    store<f64>(toI + c, 0.5 * (ki - li));
    if (c >= end) continue;
    store<f64>(toR + partner + c, 0.5 * (ki + li));
    store<f64>(toI + partner + c, 0.5 * (lr - kr));
  }
}

export function planeSum(
  along: i32, across: i32, re: i32, im: i32, rows: i32, values: i32, columns: i32, lines: i32, work: i32,
): void {
  const X = at(along), W = at(work), R = at(re), I = at(im);
  const width = <i32>load<f64>(X), row = at(width);
  for (let l = 0; l < rows; l++) {
    const lr = R + <usize>l * row, li = I + <usize>l * row;
    transform(X, li, lr, 1, W, W + 2 * row, li, lr);
  }
  planeColumns(width, across, re, im, rows, values, columns, lines, work);
}

export function planeColumns(
  width: i32, across: i32, re: i32, im: i32, rows: i32, values: i32, columns: i32, lines: i32, work: i32,
): void {
  const Y = at(across), W = at(work), R = at(re), I = at(im);
  const depth = <i32>load<f64>(Y), pairs = (columns + 1) >> 1, row = at(width), line = at(columns);
  for (let c = 0; c < pairs; c += block) {
    const first = min(block, pairs - c), second = min(first, columns - pairs - c), count = (first + 1) & ~1;
    const size = at(2 * depth * count), turn = at(2 * count), whole = second == block;
    if (first < count) memory.fill(W, 0, size);
    const zeros = rows ? depth - 2 * rows + 1 : depth;
    if (zeros > 0) memory.fill(W + <usize>rows * turn, 0, <usize>zeros * turn);
    let here = W, mirror = W + size, fromR = R + at(c), fromI = I + at(c);
    for (let l = 0; l < rows; l++) {
      if (l == 0 || 2 * l == depth) joinSelf(fromR, fromI, at(pairs), here, first, second);
      else if (whole) joinBlock(fromR, fromI, at(pairs), here, mirror);
      else join(fromR, fromI, at(pairs), here, mirror, first, second);
      fromR += row;
      fromI += row;
      here += turn;
      mirror -= turn;
    }
    let z = transformPairs(Y, count, W, W + size);
    let target = at(values + c);
    for (let j = 0; j < lines; j++) {
      if (whole) {
        writeBlock(target, target + at(pairs), z);
      } else {
        for (let c = 0; c < first; c++) {
          store<f64>(target + at(c), load<f64>(placeOf(z, c), 16));
          if (c < second) store<f64>(target + at(pairs + c), load<f64>(placeOf(z, c)));
        }
      }
      target += line;
      z += turn;
    }
  }
}

// Imaginary parts come first: the sum has the other sign.

/** Place of the imaginary part of sequence c; the real part is two numbers further on. */
@inline
function placeOf(row: usize, c: i32): usize {
  return row + at(((c >> 1) << 2) + (c & 1));
}

/** Z_l = A_l + i B_l and Z_−l = Ā_l + i B̄_l. */
function join(fromR: usize, fromI: usize, partner: usize, here: usize, mirror: usize, first: i32, second: i32): void {
  for (let c = 0; c < first; c++) {
    const ar = load<f64>(fromR + at(c)), ai = load<f64>(fromI + at(c));
    let br = 0.0, bi = 0.0;
    if (c < second) {
      br = load<f64>(fromR + partner + at(c));
      bi = load<f64>(fromI + partner + at(c));
    }
    store<f64>(placeOf(here, c), ai + br);
    store<f64>(placeOf(here, c), ar - bi, 16);
    store<f64>(placeOf(mirror, c), br - ai);
    store<f64>(placeOf(mirror, c), ar + bi, 16);
  }
}

function joinBlock(fromR: usize, fromI: usize, partner: usize, here: usize, mirror: usize): void {
  joinPair(fromR, fromI, partner, here, mirror);
  joinPair(fromR + 16, fromI + 16, partner, here + 32, mirror + 32);
  joinPair(fromR + 32, fromI + 32, partner, here + 64, mirror + 64);
  joinPair(fromR + 48, fromI + 48, partner, here + 96, mirror + 96);
}

@inline
function joinPair(fromR: usize, fromI: usize, partner: usize, here: usize, mirror: usize): void {
  const ar = v128.load(fromR), bi = v128.load(fromI + partner);
  v128.store(here, f64x2.sub(ar, bi), 16);
  v128.store(mirror, f64x2.add(ar, bi), 16);
  const ai = v128.load(fromI), br = v128.load(fromR + partner);
  v128.store(here, f64x2.add(ai, br));
  v128.store(mirror, f64x2.sub(br, ai));
}

/** Z_l = A_l + i B_l, both real, for l = −l. */
function joinSelf(fromR: usize, fromI: usize, partner: usize, here: usize, first: i32, second: i32): void {
  for (let c = 0; c < first; c++) {
    store<f64>(placeOf(here, c), c < second ? load<f64>(fromR + partner + at(c)) : 0);
    store<f64>(placeOf(here, c), load<f64>(fromR + at(c)), 16);
  }
}

function writeBlock(re: usize, im: usize, from: usize): void {
  v128.store(im, v128.load(from));
  v128.store(re, v128.load(from, 16));
  v128.store(im, v128.load(from, 32), 16);
  v128.store(re, v128.load(from, 48), 16);
  v128.store(im, v128.load(from, 64), 32);
  v128.store(re, v128.load(from, 80), 32);
  v128.store(im, v128.load(from, 96), 48);
  v128.store(re, v128.load(from, 112), 48);
}
