import { at, madd } from "./pairs";

export function poleSums(poles: i32, weights: i32, count: i32, split: i32, origin: f64, shift: f64, out: i32): void {
  poleSumsOver(at(poles), at(weights), split, origin, shift, at(out));
  poleSumsOver(at(poles + split), at(weights + split), count - split, origin, shift, at(out) + 16);
}

function poleSumsOver(poles: usize, weights: usize, count: i32, origin: f64, shift: f64, out: usize): void {
  const O = f64x2.splat(origin), M = f64x2.splat(shift), one = f64x2.splat(1);
  let sums = f64x2.splat(0), slopes = f64x2.splat(0);
  let i = 0;
  for (; i + 1 < count; i += 2) {
    const inverse = f64x2.div(one, f64x2.sub(f64x2.sub(v128.load(poles), O), M));
    const term = f64x2.mul(v128.load(weights), inverse);
    sums = f64x2.add(sums, term);
    slopes = madd(term, inverse, slopes);
    poles += 16;
    weights += 16;
  }
  let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  let slope = f64x2.extract_lane(slopes, 0) + f64x2.extract_lane(slopes, 1);
  if (i < count) {
    const inverse = 1 / (load<f64>(poles) - origin - shift);
    const term = load<f64>(weights) * inverse;
    sum += term;
    slope += term * inverse;
  }
  store<f64>(out, sum);
  store<f64>(out, slope, 8);
}

/** First −z² as a product over the rows, then zᵢ/(pᵢ − λⱼ), of length 1, permuted. */
export function secularVectors(
  poles: i32, origins: i32, shifts: i32, secular: i32, count: i32, signs: i32, places: i32, scratch: i32,
): void {
  const size = at(count), paired = at(count & ~1), p = at(poles), z = at(scratch), vector = z + size;
  const one = f64x2.splat(1), none = f64x2.splat(0);
  for (let i: usize = 0; i < size; i += 8) store<f64>(z + i, 1);
  for (let j: usize = 0; j < size; j += 8) {
    const pole = load<f64>(p + j), origin = load<f64>(at(origins) + j), shift = load<f64>(at(shifts) + j);
    const P = f64x2.splat(pole), O = f64x2.splat(origin), M = f64x2.splat(shift);
    for (let i: usize = 0; i < paired; i += 16) {
      const pi = v128.load(p + i), apart = f64x2.sub(pi, P);
      const left = f64x2.sub(f64x2.sub(pi, O), M);
      const ratio = f64x2.div(left, v128.bitselect(one, apart, f64x2.eq(apart, none)));
      v128.store(z + i, f64x2.mul(v128.load(z + i), ratio));
    }
    if (paired < size) {
      const pi = load<f64>(p + paired), apart = pi - pole;
      store<f64>(z + paired, load<f64>(z + paired) * ((pi - origin - shift) / (apart == 0 ? 1 : apart)));
    }
  }
  for (let i: usize = 0; i < size; i += 8) store<f64>(z + i, load<f64>(at(signs) + i) * sqrt(-load<f64>(z + i)));

  for (let j: usize = 0, row = at(secular); j < size; j += 8, row += size) {
    const origin = load<f64>(at(origins) + j), shift = load<f64>(at(shifts) + j);
    const O = f64x2.splat(origin), M = f64x2.splat(shift);
    let squares = none;
    for (let i: usize = 0; i < paired; i += 16) {
      const v = f64x2.div(v128.load(z + i), f64x2.sub(f64x2.sub(v128.load(p + i), O), M));
      v128.store(vector + i, v);
      squares = madd(v, v, squares);
    }
    let square = f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1);
    if (paired < size) {
      const v = load<f64>(z + paired) / (load<f64>(p + paired) - origin - shift);
      store<f64>(vector + paired, v);
      square += v * v;
    }
    const scale = 1 / sqrt(square);
    for (let i: usize = 0, place = at(places); i < size; i += 8, place += 4) {
      store<f64>(row + (<usize>load<u32>(place) << 3), scale * load<f64>(vector + i));
    }
  }
}
