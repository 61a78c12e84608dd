import { at, nmadd } from "./pairs";

export function pivot(column: i32, factor: i32, count: i32, terms: i32, weights: i32, root: f64, left: i32, sum: i32): i32 {
  const stride = at(count);
  const firstWeight = at(weights), lastWeight = firstWeight + at(terms);
  const lastPair = firstWeight + at(terms & ~1);
  const scale = f64x2.splat(1 / root);
  const zero = f64x2.splat(0);
  let total = zero, second = zero, most = zero;
  let place: usize = 0;
  let to = at(column), rest = at(left), first = at(factor);
  for (const end = to + stride; to < end; first += 128) {
    let c0 = v128.load(to), c1 = v128.load(to, 16), c2 = v128.load(to, 32), c3 = v128.load(to, 48);
    let c4 = v128.load(to, 64), c5 = v128.load(to, 80), c6 = v128.load(to, 96), c7 = v128.load(to, 112);
    let weight = firstWeight, from = first;
    while (weight < lastPair) {
      const w = v128.load64_splat(weight), v = v128.load64_splat(weight, 8);
      const next = from + stride;
      c0 = nmadd(v, v128.load(next), nmadd(w, v128.load(from), c0));
      c1 = nmadd(v, v128.load(next, 16), nmadd(w, v128.load(from, 16), c1));
      c2 = nmadd(v, v128.load(next, 32), nmadd(w, v128.load(from, 32), c2));
      c3 = nmadd(v, v128.load(next, 48), nmadd(w, v128.load(from, 48), c3));
      c4 = nmadd(v, v128.load(next, 64), nmadd(w, v128.load(from, 64), c4));
      c5 = nmadd(v, v128.load(next, 80), nmadd(w, v128.load(from, 80), c5));
      c6 = nmadd(v, v128.load(next, 96), nmadd(w, v128.load(from, 96), c6));
      c7 = nmadd(v, v128.load(next, 112), nmadd(w, v128.load(from, 112), c7));
      weight += 16;
      from = next + stride;
    }
    if (weight < lastWeight) {
      const w = v128.load64_splat(weight);
      c0 = nmadd(w, v128.load(from), c0);
      c1 = nmadd(w, v128.load(from, 16), c1);
      c2 = nmadd(w, v128.load(from, 32), c2);
      c3 = nmadd(w, v128.load(from, 48), c3);
      c4 = nmadd(w, v128.load(from, 64), c4);
      c5 = nmadd(w, v128.load(from, 80), c5);
      c6 = nmadd(w, v128.load(from, 96), c6);
      c7 = nmadd(w, v128.load(from, 112), c7);
    }
    c0 = f64x2.mul(c0, scale);
    c1 = f64x2.mul(c1, scale);
    c2 = f64x2.mul(c2, scale);
    c3 = f64x2.mul(c3, scale);
    c4 = f64x2.mul(c4, scale);
    c5 = f64x2.mul(c5, scale);
    c6 = f64x2.mul(c6, scale);
    c7 = f64x2.mul(c7, scale);
    v128.store(to, c0);
    v128.store(to, c1, 16);
    v128.store(to, c2, 32);
    v128.store(to, c3, 48);
    v128.store(to, c4, 64);
    v128.store(to, c5, 80);
    v128.store(to, c6, 96);
    v128.store(to, c7, 112);
    c0 = nmadd(c0, c0, v128.load(rest));
    c1 = nmadd(c1, c1, v128.load(rest, 16));
    c2 = nmadd(c2, c2, v128.load(rest, 32));
    c3 = nmadd(c3, c3, v128.load(rest, 48));
    c4 = nmadd(c4, c4, v128.load(rest, 64));
    c5 = nmadd(c5, c5, v128.load(rest, 80));
    c6 = nmadd(c6, c6, v128.load(rest, 96));
    c7 = nmadd(c7, c7, v128.load(rest, 112));
    v128.store(rest, c0);
    v128.store(rest, c1, 16);
    v128.store(rest, c2, 32);
    v128.store(rest, c3, 48);
    v128.store(rest, c4, 64);
    v128.store(rest, c5, 80);
    v128.store(rest, c6, 96);
    v128.store(rest, c7, 112);
    c0 = f64x2.pmax(c0, zero);
    c1 = f64x2.pmax(c1, zero);
    c2 = f64x2.pmax(c2, zero);
    c3 = f64x2.pmax(c3, zero);
    c4 = f64x2.pmax(c4, zero);
    c5 = f64x2.pmax(c5, zero);
    c6 = f64x2.pmax(c6, zero);
    c7 = f64x2.pmax(c7, zero);
    total = f64x2.add(total, f64x2.add(f64x2.add(c0, c1), f64x2.add(c2, c3)));
    second = f64x2.add(second, f64x2.add(f64x2.add(c4, c5), f64x2.add(c6, c7)));
    c0 = f64x2.pmax(f64x2.pmax(f64x2.pmax(c0, c1), f64x2.pmax(c2, c3)), f64x2.pmax(f64x2.pmax(c4, c5), f64x2.pmax(c6, c7)));
    if (v128.any_true(f64x2.gt(c0, most))) {
      most = f64x2.splat(Math.max(f64x2.extract_lane(c0, 0), f64x2.extract_lane(c0, 1)));
      place = rest;
    }
    to += 128;
    rest += 128;
  }
  total = f64x2.add(total, second);
  const trace = f64x2.extract_lane(total, 0) + f64x2.extract_lane(total, 1);
  store<f64>(at(sum), trace);
  // NaN would not be found by the search below.
  if (place == 0 || trace != trace) return -1;
  const largest = f64x2.extract_lane(most, 0);
  while (load<f64>(place) != largest) place += 8;
  return <i32>((place - at(left)) >> 3);
}
