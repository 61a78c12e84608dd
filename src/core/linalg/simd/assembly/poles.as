import { at, madd } from "./pairs";

/** Σ wᵢ/δᵢ and Σ wᵢ/δᵢ², δᵢ = (pᵢ − origin) − shift, over the first `split` poles, then over the rest. */
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
