import { at, madd, nmadd } from "./pairs";

/** Eight columns at a time: each row is read and written once. */
export function rotateRows(rows: i32, stride: i32, length: i32, first: i32, last: i32, cosines: i32, sines: i32): void {
  const step = at(stride), c = at(cosines), s = at(sines);
  const lowest = at(first), highest = at(last);
  let row = at(rows + last * stride);
  let j = 0;
  for (; j + 8 <= length; j += 8) {
    let to = row;
    let y0 = v128.load(to), y1 = v128.load(to, 16), y2 = v128.load(to, 32), y3 = v128.load(to, 48);
    for (let k = highest; k > lowest; k -= 8) {
      const C = v128.load64_splat(c + k - 8), S = v128.load64_splat(s + k - 8);
      const from = to - step;
      const x0 = v128.load(from), x1 = v128.load(from, 16), x2 = v128.load(from, 32), x3 = v128.load(from, 48);
      v128.store(to, madd(S, x0, f64x2.mul(C, y0)));
      v128.store(to, madd(S, x1, f64x2.mul(C, y1)), 16);
      v128.store(to, madd(S, x2, f64x2.mul(C, y2)), 32);
      v128.store(to, madd(S, x3, f64x2.mul(C, y3)), 48);
      y0 = nmadd(S, y0, f64x2.mul(C, x0));
      y1 = nmadd(S, y1, f64x2.mul(C, x1));
      y2 = nmadd(S, y2, f64x2.mul(C, x2));
      y3 = nmadd(S, y3, f64x2.mul(C, x3));
      to = from;
    }
    v128.store(to, y0);
    v128.store(to, y1, 16);
    v128.store(to, y2, 32);
    v128.store(to, y3, 48);
    row += 64;
  }
  for (; j < length; j++) {
    let to = row;
    let y = load<f64>(to);
    for (let k = highest; k > lowest; k -= 8) {
      const C = load<f64>(c + k - 8), S = load<f64>(s + k - 8);
      const from = to - step;
      const x = load<f64>(from);
      store<f64>(to, S * x + C * y);
      y = C * x - S * y;
      to = from;
    }
    store<f64>(to, y);
    row += 8;
  }
}
