import { lastOf, transform } from "./fourier";
import { at } from "./pairs";

// Columns c and c + P of a real array, P = ⌈columns/2⌉, are the real and the imaginary part of one complex sequence; of
// an odd number of columns the last has no partner, which is the same as a column of zeros.

/** Pairs of columns transformed together so that they stay in the cache; at least two, because the plan is for several. */
const block: i32 = 8;

/**
 * The rows l = 0 … depth/2 of the transform of real values, first padded with zeros to width × depth: along the second
 * axis pair by pair of columns, then along the first, in place.
 */
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
    transform(Y, W, W + size, at(count), count, other, W, to, to + size);
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
    transform(X, lr, li, 8, 1, W, W + 2 * row, lr, li);
  }
}

function copyPadded(to: usize, from: usize, count: i32, padded: i32): void {
  let c = 0;
  for (; c + 1 < count; c += 2) v128.store(to + at(c), v128.load(from + at(c)));
  for (; c < padded; c++) store<f64>(to + at(c), c < count ? load<f64>(from + at(c)) : 0);
}

/**
 * From Z_l and Z_−l, whose imaginary parts are `size` bytes further on, to those of the first columns and of their
 * partners.
 */
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

/**
 * The first columns × lines of the real sums over a half spectrum, of which rows from `rows` on are taken to be zero
 * and the others are used up: along the first axis row by row, in place, then along the second pair by pair of columns.
 */
export function planeSum(
  along: i32, across: i32, re: i32, im: i32, rows: i32, values: i32, columns: i32, lines: i32, work: i32,
): void {
  const X = at(along), W = at(work), R = at(re), I = at(im);
  const width = <i32>load<f64>(X), row = at(width);
  for (let l = 0; l < rows; l++) {
    const lr = R + <usize>l * row, li = I + <usize>l * row;
    transform(X, li, lr, 8, 1, W, W + 2 * row, li, lr);
  }
  planeColumns(width, across, re, im, rows, values, columns, lines, work);
}

/** The second half of planeSum: the rows have been transformed. */
export function planeColumns(
  width: i32, across: i32, re: i32, im: i32, rows: i32, values: i32, columns: i32, lines: i32, work: i32,
): void {
  const Y = at(across), W = at(work), R = at(re), I = at(im);
  const depth = <i32>load<f64>(Y), pairs = (columns + 1) >> 1, line = at(columns);
  for (let c = 0; c < pairs; c += block) {
    const first = min(block, pairs - c), second = min(first, columns - pairs - c), count = max(2, first);
    const size = at(depth * count), other = W + 2 * size, to = lastOf(Y, other, W);
    if (first < count) memory.fill(W, 0, 2 * size);
    const zeros = rows ? depth - 2 * rows + 1 : depth;
    if (zeros > 0) {
      memory.fill(W + at(rows * count), 0, at(zeros * count));
      memory.fill(W + size + at(rows * count), 0, at(zeros * count));
    }
    for (let l = 0; l < rows; l++) {
      const here = W + at(l * count), mirror = W + at((depth - l) * count);
      const fromR = R + at(l * width + c), fromI = I + at(l * width + c);
      if (l == 0 || 2 * l == depth) {
        copyPadded(here, fromR, first, first);
        copyPadded(here + size, fromR + at(pairs), second, first);
      } else {
        join(fromR, fromI, at(pairs), here, mirror, size, first, second);
      }
    }
    transform(Y, W + size, W, at(count), count, other, W, to + size, to);
    let target = at(values + c), zr = to, zi = to + size;
    for (let j = 0; j < lines; j++) {
      copyPadded(target, zr, first, first);
      copyPadded(target + at(pairs), zi, second, second);
      target += line;
      zr += at(count);
      zi += at(count);
    }
  }
}

/** Z_l = A_l + i B_l and Z_−l = Ā_l + i B̄_l. */
function join(
  fromR: usize, fromI: usize, partner: usize, here: usize, mirror: usize, size: usize, first: i32, second: i32,
): void {
  const end = at(second);
  let c: usize = 0;
  for (; c + 8 < end; c += 16) {
    const ar = v128.load(fromR + c), ai = v128.load(fromI + c);
    const br = v128.load(fromR + partner + c), bi = v128.load(fromI + partner + c);
    v128.store(here + c, f64x2.sub(ar, bi));
    v128.store(here + size + c, f64x2.add(ai, br));
    v128.store(mirror + c, f64x2.add(ar, bi));
    v128.store(mirror + size + c, f64x2.sub(br, ai));
  }
  for (; c < at(first); c += 8) {
    const ar = load<f64>(fromR + c), ai = load<f64>(fromI + c);
    const br = c < end ? load<f64>(fromR + partner + c) : 0, bi = c < end ? load<f64>(fromI + partner + c) : 0;
    store<f64>(here + c, ar - bi);
    store<f64>(here + size + c, ai + br);
    store<f64>(mirror + c, ar + bi);
    store<f64>(mirror + size + c, br - ai);
  }
}
