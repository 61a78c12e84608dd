import { at, madd, nmadd } from "./pairs";

export function keepTurned(
  re: i32, im: i32, width: i32, rows: i32, along: i32, across: i32, scale: f64, kept: i32,
): void {
  const size = at(width * rows), row = at(width), cosines = at(along), sines = cosines + row;
  let fromR = at(re), fromI = at(im), to = at(kept);
  for (let l = 0; l < rows; l++) {
    const c = f64x2.splat(scale * load<f64>(at(across + l))), s = f64x2.splat(scale * load<f64>(at(across + rows + l)));
    for (let k: usize = 0; k < row; k += 16) {
      const x = v128.load(cosines + k), y = v128.load(sines + k);
      const turnR = nmadd(s, y, f64x2.mul(c, x)), turnI = madd(s, x, f64x2.mul(c, y));
      const a = v128.load(fromR + k), b = v128.load(fromI + k);
      v128.store(to + k, nmadd(b, turnI, f64x2.mul(a, turnR)));
      v128.store(to + size + k, madd(b, turnR, f64x2.mul(a, turnI)));
    }
    fromR += row;
    fromI += row;
    to += row;
  }
}

// @ts-ignore: decorator
@inline
function reversed(from: usize): v128 {
  const pair = v128.load(from - 8);
  return v128.shuffle<f64>(pair, pair, 1, 0);
}

/** Adds scale·first·second to `to`, i < count, from places of `first` and `second` on, or backwards. */
// @ts-ignore: decorator
@inline
function addFactors(to: usize, end: usize, a: usize, b: usize, isForwards: bool, scale: f64): void {
  const S = f64x2.splat(scale);
  let i: usize = 0;
  if (isForwards) {
    for (; i + 8 < end; i += 16) {
      v128.store(to + i, madd(f64x2.mul(S, v128.load(a + i)), v128.load(b + i), v128.load(to + i)));
    }
    a += i;
    b += i;
  } else {
    for (; i + 8 < end; i += 16) v128.store(to + i, madd(f64x2.mul(S, reversed(a - i)), reversed(b - i), v128.load(to + i)));
    a -= i;
    b -= i;
  }
  if (i < end) store<f64>(to + i, load<f64>(to + i) + scale * load<f64>(a) * load<f64>(b));
}

export function weighRows(
  re: i32, im: i32, keptRe: i32, keptIm: i32, width: i32, rows: i32, pieces: i32, pieceCount: i32,
): void {
  const R = at(re), I = at(im), fromR = at(keptRe), fromI = at(keptIm), row = at(width), last = at(pieces + 6 * pieceCount);
  const start = at(pieces);
  let piece = start;
  for (let l: usize = 0; l < <usize>rows * row; l += row) {
    memory.fill(R + l, 0, row);
    for (; piece < last; piece += 48) {
      const to = at(<i32>load<f64>(piece));
      if (to >= l + row) break;
      const a = start + at(<i32>load<f64>(piece, 16)), b = start + at(<i32>load<f64>(piece, 24));
      addFactors(R + to, at(<i32>load<f64>(piece, 8)), a, b, load<f64>(piece, 32) > 0, load<f64>(piece, 40));
    }
    for (let k = l; k < l + row; k += 16) {
      const factors = v128.load(R + k);
      v128.store(R + k, f64x2.mul(factors, v128.load(fromR + k)));
      v128.store(I + k, f64x2.mul(factors, v128.load(fromI + k)));
    }
  }
}
