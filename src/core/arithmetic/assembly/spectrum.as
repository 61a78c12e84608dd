import { transform } from "./fourier";
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

/** Adds terms scale·first·second to `count` weights; factors go up or down by `step`. */
function addRun(to: usize, count: i32, step: i32, first: usize, second: usize, scale: f64): void {
  const S = f64x2.splat(scale), end = to + at(count);
  let a = first, b = second;
  if (step > 0) {
    for (; to + 24 < end; to += 32) {
      v128.store(to, madd(f64x2.mul(S, v128.load(a)), v128.load(b), v128.load(to)));
      v128.store(to, madd(f64x2.mul(S, v128.load(a, 16)), v128.load(b, 16), v128.load(to, 16)), 16);
      a += 32;
      b += 32;
    }
    for (; to + 8 < end; to += 16) {
      v128.store(to, madd(f64x2.mul(S, v128.load(a)), v128.load(b), v128.load(to)));
      a += 16;
      b += 16;
    }
  } else {
    for (; to + 8 < end; to += 16) {
      const product = f64x2.mul(f64x2.mul(S, v128.load(a - 8)), v128.load(b - 8));
      v128.store(to, f64x2.add(v128.load(to), v128.shuffle<f64>(product, product, 1, 0)));
      a -= 16;
      b -= 16;
    }
  }
  if (to < end) store<f64>(to, load<f64>(to) + scale * load<f64>(a) * load<f64>(b));
}

/** Terms of a line, at k or at −k modulo the width. */
function addLine(C: usize, width: i32, line: usize, step: i32, factors: usize): void {
  const low = <i32>load<f64>(line), high = <i32>load<f64>(line, 8);
  const first = factors + at(<i32>load<f64>(line, 16)), second = factors + at(<i32>load<f64>(line, 24));
  const scale = load<f64>(line, 32), most = step > 0 ? high : -low;
  for (let from = step > 0 ? low : -high; from <= most;) {
    let to = from % width;
    if (to < 0) to += width;
    const count = min(width - to, most - from + 1);
    addRun(C + at(to), count, step, first + at(step * from), second + at(step * from), scale);
    from += count;
  }
}

export function weighRows(
  along: i32, re: i32, im: i32, keptRe: i32, keptIm: i32, rows: i32, depth: i32, terms: i32, lines: i32, factors: i32, work: i32,
): void {
  const X = at(along), C = at(work), F = at(factors), T = at(terms), width = <i32>load<f64>(X), row = at(width);
  const none = f64x2.splat(0), R = C + row, I = R + row, W = I + row;
  let fromR = at(keptRe), fromI = at(keptIm), toR = at(re), toI = at(im);
  for (let l = 0; l < rows; l++) {
    for (let k: usize = 0; k < row; k += 16) v128.store(C + k, none);
    for (let line = l; line < lines; line += depth) addLine(C, width, T + at(5 * line), 1, F);
    for (let line = depth - l; line < lines; line += depth) addLine(C, width, T + at(5 * line), -1, F);
    for (let k: usize = 0; k < row; k += 16) {
      const c = v128.load(C + k);
      v128.store(R + k, f64x2.mul(c, v128.load(fromR + k)));
      v128.store(I + k, f64x2.mul(c, v128.load(fromI + k)));
    }
    transform(X, I, R, 1, W, W + 2 * row, toI, toR);
    fromR += row;
    fromI += row;
    toR += row;
    toI += row;
  }
}
