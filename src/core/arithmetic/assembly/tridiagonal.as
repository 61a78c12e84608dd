import { at, madd } from "./pairs";

/** S −= u wᵀ + w uᵀ, then y = S x, in one pass over the upper triangle of rows and columns from `from` on. */
export function updateAndMultiply(matrix: i32, size: i32, from: i32, u: i32, w: i32, x: i32, y: i32): void {
  const pu = at(u), pw = at(w), px = at(x), py = at(y);
  memory.fill(py + at(from), 0, at(size - from));
  let i = from;
  for (; i + 1 < size; i += 2) {
    const row0 = at(matrix + i * size), row1 = row0 + at(size);
    const k0 = at(i), k1 = k0 + 8, end = at(size);
    const u0 = load<f64>(pu + k0), u1 = load<f64>(pu + k1);
    const w0 = load<f64>(pw + k0), w1 = load<f64>(pw + k1);
    const x0 = load<f64>(px + k0), x1 = load<f64>(px + k1);
    const a00 = load<f64>(row0 + k0) - 2 * u0 * w0;
    const a01 = load<f64>(row0 + k1) - (u0 * w1 + w0 * u1);
    const a11 = load<f64>(row1 + k1) - 2 * u1 * w1;
    store<f64>(row0 + k0, a00);
    store<f64>(row0 + k1, a01);
    store<f64>(row1 + k1, a11);
    let y0 = load<f64>(py + k0) + (a00 * x0 + a01 * x1);
    let y1 = load<f64>(py + k1) + (a01 * x0 + a11 * x1);

    const U0 = f64x2.splat(-u0), U1 = f64x2.splat(-u1), W0 = f64x2.splat(-w0), W1 = f64x2.splat(-w1);
    const X0 = f64x2.splat(x0), X1 = f64x2.splat(x1);
    let sum0 = f64x2.splat(0), sum1 = f64x2.splat(0);
    let k = k1 + 8;
    for (; k + 8 < end; k += 16) {
      const uk = v128.load(pu + k), wk = v128.load(pw + k), xk = v128.load(px + k);
      const a0 = madd(U0, wk, madd(W0, uk, v128.load(row0 + k)));
      const a1 = madd(U1, wk, madd(W1, uk, v128.load(row1 + k)));
      v128.store(row0 + k, a0);
      v128.store(row1 + k, a1);
      sum0 = madd(a0, xk, sum0);
      sum1 = madd(a1, xk, sum1);
      v128.store(py + k, madd(a1, X1, madd(a0, X0, v128.load(py + k))));
    }
    if (k < end) {
      const uk = load<f64>(pu + k), wk = load<f64>(pw + k), xk = load<f64>(px + k);
      const a0 = load<f64>(row0 + k) - (u0 * wk + w0 * uk);
      const a1 = load<f64>(row1 + k) - (u1 * wk + w1 * uk);
      store<f64>(row0 + k, a0);
      store<f64>(row1 + k, a1);
      y0 += a0 * xk;
      y1 += a1 * xk;
      store<f64>(py + k, load<f64>(py + k) + (a0 * x0 + a1 * x1));
    }
    store<f64>(py + k0, y0 + (f64x2.extract_lane(sum0, 0) + f64x2.extract_lane(sum0, 1)));
    store<f64>(py + k1, y1 + (f64x2.extract_lane(sum1, 0) + f64x2.extract_lane(sum1, 1)));
  }
  if (i < size) {
    const k = at(i), diagonal = at(matrix + i * size) + k;
    const a = load<f64>(diagonal) - 2 * load<f64>(pu + k) * load<f64>(pw + k);
    store<f64>(diagonal, a);
    store<f64>(py + k, load<f64>(py + k) + a * load<f64>(px + k));
  }
}
