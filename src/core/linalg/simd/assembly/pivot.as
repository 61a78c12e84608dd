import { at, madd } from "./pairs";

/** column ← (column − Σ weight·column of the factor)/root and left ← left − column²; the place of the largest of what is left, its positive part summed to `sum`. */
export function pivot(column: i32, factor: i32, count: i32, terms: i32, weights: i32, root: f64, left: i32, sum: i32): i32 {
  const stride = at(count);
  const firstWeight = at(weights), lastWeight = firstWeight + at(terms);
  const divisor = f64x2.splat(root);
  const zero = f64x2.splat(0);
  let total = zero, most = zero;
  let place = i64x2.splat(-1);
  let index = i64x2(0, 1);
  const step = i64x2.splat(2);
  let to = at(column), rest = at(left), first = at(factor);
  for (const end = to + stride; to < end; first += 128) {
    let c0 = v128.load(to), c1 = v128.load(to, 16), c2 = v128.load(to, 32), c3 = v128.load(to, 48);
    let c4 = v128.load(to, 64), c5 = v128.load(to, 80), c6 = v128.load(to, 96), c7 = v128.load(to, 112);
    for (let weight = firstWeight, from = first; weight < lastWeight; weight += 8, from += stride) {
      const w = f64x2.neg(v128.load64_splat(weight));
      c0 = madd(w, v128.load(from), c0);
      c1 = madd(w, v128.load(from, 16), c1);
      c2 = madd(w, v128.load(from, 32), c2);
      c3 = madd(w, v128.load(from, 48), c3);
      c4 = madd(w, v128.load(from, 64), c4);
      c5 = madd(w, v128.load(from, 80), c5);
      c6 = madd(w, v128.load(from, 96), c6);
      c7 = madd(w, v128.load(from, 112), c7);
    }
    v128.store(to, c0);
    v128.store(to, c1, 16);
    v128.store(to, c2, 32);
    v128.store(to, c3, 48);
    v128.store(to, c4, 64);
    v128.store(to, c5, 80);
    v128.store(to, c6, 96);
    v128.store(to, c7, 112);
    for (const block = to + 128; to < block; to += 16, rest += 16) {
      const c = f64x2.div(v128.load(to), divisor);
      v128.store(to, c);
      const value = f64x2.sub(v128.load(rest), f64x2.mul(c, c));
      v128.store(rest, value);
      total = f64x2.add(total, f64x2.pmax(value, zero));
      const isMore = f64x2.gt(value, most);
      most = v128.bitselect(value, most, isMore);
      place = v128.bitselect(index, place, isMore);
      index = i64x2.add(index, step);
    }
  }
  store<f64>(at(sum), f64x2.extract_lane(total, 0) + f64x2.extract_lane(total, 1));
  const a = f64x2.extract_lane(most, 0), b = f64x2.extract_lane(most, 1);
  const i = <i32>i64x2.extract_lane(place, 0), j = <i32>i64x2.extract_lane(place, 1);
  return a > b || (a == b && <u32>i < <u32>j) ? i : j;
}
