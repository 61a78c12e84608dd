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

// @ts-ignore: decorator
@inline
function addPair(to: usize, from: usize, c: v128): void {
  v128.store(to, madd(c, v128.load(from), v128.load(to)));
}

export function addWeighted(
  re: i32, im: i32, keptRe: i32, keptIm: i32, first: i32, second: i32, step: i32, count: i32, scale: f64,
): void {
  const toR = at(re), toI = at(im), fromR = at(keptRe), fromI = at(keptIm), S = f64x2.splat(scale);
  let a = at(first), b = at(second);
  let i: usize = 0;
  const end = at(count);
  if (step > 0) {
    for (; i + 8 < end; i += 16) {
      const c = f64x2.mul(f64x2.mul(S, v128.load(a + i)), v128.load(b + i));
      addPair(toR + i, fromR + i, c);
      addPair(toI + i, fromI + i, c);
    }
    a += i;
    b += i;
  } else {
    for (; i + 8 < end; i += 16) {
      const c = f64x2.mul(f64x2.mul(S, reversed(a - i)), reversed(b - i));
      addPair(toR + i, fromR + i, c);
      addPair(toI + i, fromI + i, c);
    }
    a -= i;
    b -= i;
  }
  if (i < end) {
    const c = scale * load<f64>(a) * load<f64>(b);
    store<f64>(toR + i, load<f64>(toR + i) + c * load<f64>(fromR + i));
    store<f64>(toI + i, load<f64>(toI + i) + c * load<f64>(fromI + i));
  }
}
