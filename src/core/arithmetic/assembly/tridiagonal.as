import { at, madd, nmadd } from "./pairs";
import { edge, pack, tiles } from "./product";

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

/** The rows wₚ and uₚ are first copied to `panels`, four columns side by side. */
export function updateManyAndMultiply(
  matrix: i32, size: i32, from: i32, pairs: i32, u: i32, w: i32, x: i32, y: i32, panels: i32,
): void {
  const px = at(x), py = at(y), line = at(size), half = at(4 * pairs), panel = 2 * half;
  const own = at(panels), others = own + panel;
  // Columns before `from` are below the diagonal, where nothing is read.
  const first = from & ~3;
  for (let j = first, to = others; j < size; j += 4, to += panel) {
    pack(to, at(w + j), 8, line, min(4, size - j), pairs, 1);
    pack(to + half, at(u + j), 8, line, min(4, size - j), pairs, 1);
  }
  memory.fill(py + at(from), 0, at(size - from));
  for (let i = from, b = others, column = first; i < size; i += 4, b += panel, column += 4) {
    const rows = min(4, size - i), row = at(matrix + i * size);
    pack(own, at(u + i), 8, line, rows, pairs, -1);
    pack(own + half, at(w + i), 8, line, rows, pairs, -1);
    const whole = rows < 4 ? 0 : (size - column) >> 2;
    tiles(whole, 2 * pairs, own, 0, b, panel, row + at(column), line, 32);
    for (let j = column + 4 * whole, c = b + <usize>whole * panel; j < size; j += 4, c += panel) {
      edge(own, c, 2 * pairs, row + at(j), line, rows, min(4, size - j));
    }
    if (rows == 4) addFourRows(matrix, size, i, px, py);
    else for (let k = i; k < size; k++) addRow(matrix, size, k, px, py);
  }
}

/** One pass that only reads S. Successive calls go down and up in turn, for the cache. */
export function multiplySymmetric(matrix: i32, size: i32, from: i32, x: i32, y: i32): void {
  const px = at(x), py = at(y), last = from + ((size - from) & ~3);
  memory.fill(py + at(from), 0, at(size - from));
  if (from & 1) {
    for (let i = from; i < last; i += 4) addFourRows(matrix, size, i, px, py);
    for (let i = last; i < size; i++) addRow(matrix, size, i, px, py);
  } else {
    for (let i = size - 1; i >= last; i--) addRow(matrix, size, i, px, py);
    for (let i = last - 4; i >= from; i -= 4) addFourRows(matrix, size, i, px, py);
  }
}

/** Rows i to i + 3 of the upper triangle, and the same columns. */
function addFourRows(matrix: i32, size: i32, i: i32, px: usize, py: usize): void {
  const end = at(size);
  const row0 = at(matrix + i * size), row1 = row0 + end, row2 = row1 + end, row3 = row2 + end;
  const k0 = at(i), k1 = k0 + 8, k2 = k0 + 16, k3 = k0 + 24;
  const x0 = load<f64>(px + k0), x1 = load<f64>(px + k1), x2 = load<f64>(px + k2), x3 = load<f64>(px + k3);
  const a01 = load<f64>(row0 + k1), a02 = load<f64>(row0 + k2), a03 = load<f64>(row0 + k3);
  const a12 = load<f64>(row1 + k2), a13 = load<f64>(row1 + k3), a23 = load<f64>(row2 + k3);
  let y0 = load<f64>(py + k0) + (load<f64>(row0 + k0) * x0 + a01 * x1 + (a02 * x2 + a03 * x3));
  let y1 = load<f64>(py + k1) + (a01 * x0 + load<f64>(row1 + k1) * x1 + (a12 * x2 + a13 * x3));
  let y2 = load<f64>(py + k2) + (a02 * x0 + a12 * x1 + (load<f64>(row2 + k2) * x2 + a23 * x3));
  let y3 = load<f64>(py + k3) + (a03 * x0 + a13 * x1 + (a23 * x2 + load<f64>(row3 + k3) * x3));
  const X0 = f64x2.splat(x0), X1 = f64x2.splat(x1), X2 = f64x2.splat(x2), X3 = f64x2.splat(x3);
  let s0 = f64x2.splat(0), s1 = f64x2.splat(0), s2 = f64x2.splat(0), s3 = f64x2.splat(0);
  const stop = row0 + end;
  let p0 = row0 + k3 + 8, p1 = row1 + k3 + 8, p2 = row2 + k3 + 8, p3 = row3 + k3 + 8, q = px + k3 + 8, r = py + k3 + 8;
  let single = (p0 & 8) != 0 && p0 < stop;
  while (true) {
    if (single) {
      const xk = load<f64>(q);
      const a0 = load<f64>(p0), a1 = load<f64>(p1), a2 = load<f64>(p2), a3 = load<f64>(p3);
      y0 += a0 * xk;
      y1 += a1 * xk;
      y2 += a2 * xk;
      y3 += a3 * xk;
      store<f64>(r, load<f64>(r) + (a0 * x0 + a1 * x1 + (a2 * x2 + a3 * x3)));
      p0 += 8;
      p1 += 8;
      p2 += 8;
      p3 += 8;
      q += 8;
      r += 8;
    }
    for (; p0 + 24 < stop; p0 += 32) {
      const xk = v128.load(q), a0 = v128.load(p0), c0 = f64x2.mul(a0, xk);
      let y = madd(a0, X0, v128.load(r));
      const a1 = v128.load(p1), c1 = f64x2.mul(a1, xk);
      y = madd(a1, X1, y);
      const a2 = v128.load(p2), c2 = f64x2.mul(a2, xk);
      y = madd(a2, X2, y);
      const a3 = v128.load(p3), c3 = f64x2.mul(a3, xk);
      v128.store(r, madd(a3, X3, y));
      const xl = v128.load(q, 16), b0 = v128.load(p0, 16);
      s0 = f64x2.add(s0, madd(b0, xl, c0));
      let z = madd(b0, X0, v128.load(r, 16));
      const b1 = v128.load(p1, 16);
      s1 = f64x2.add(s1, madd(b1, xl, c1));
      z = madd(b1, X1, z);
      const b2 = v128.load(p2, 16);
      s2 = f64x2.add(s2, madd(b2, xl, c2));
      z = madd(b2, X2, z);
      const b3 = v128.load(p3, 16);
      s3 = f64x2.add(s3, madd(b3, xl, c3));
      v128.store(r, madd(b3, X3, z), 16);
      p1 += 32;
      p2 += 32;
      p3 += 32;
      q += 32;
      r += 32;
    }
    if (p0 >= stop) break;
    single = true;
  }
  store<f64>(py + k0, y0 + (f64x2.extract_lane(s0, 0) + f64x2.extract_lane(s0, 1)));
  store<f64>(py + k1, y1 + (f64x2.extract_lane(s1, 0) + f64x2.extract_lane(s1, 1)));
  store<f64>(py + k2, y2 + (f64x2.extract_lane(s2, 0) + f64x2.extract_lane(s2, 1)));
  store<f64>(py + k3, y3 + (f64x2.extract_lane(s3, 0) + f64x2.extract_lane(s3, 1)));
}

function addRow(matrix: i32, size: i32, i: i32, px: usize, py: usize): void {
  const end = at(size), row = at(matrix + i * size), k0 = at(i), xi = load<f64>(px + k0);
  let sum = load<f64>(row + k0) * xi;
  for (let k = k0 + 8; k < end; k += 8) {
    const a = load<f64>(row + k);
    sum += a * load<f64>(px + k);
    store<f64>(py + k, load<f64>(py + k) + a * xi);
  }
  store<f64>(py + k0, load<f64>(py + k0) + sum);
}

export function innerProducts(rows: i32, stride: i32, count: i32, x: i32, length: i32, out: i32): void {
  const px = at(x), end = at(length);
  for (let p = 0; p < count; p++) {
    const row = at(rows + p * stride);
    let s = f64x2.splat(0), t = f64x2.splat(0), k: usize = 0;
    for (; k + 24 < end; k += 32) {
      s = madd(v128.load(row + k), v128.load(px + k), s);
      t = madd(v128.load(row + k, 16), v128.load(px + k, 16), t);
    }
    s = f64x2.add(s, t);
    let sum = f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
    for (; k < end; k += 8) sum += load<f64>(row + k) * load<f64>(px + k);
    store<f64>(at(out + p), sum);
  }
}

export function subtractMultiples(to: i32, rows: i32, stride: i32, count: i32, factors: i32, length: i32): void {
  const target = at(to), end = at(length), line = at(stride);
  let p = 0;
  for (; p + 3 < count; p += 4) {
    const row0 = at(rows + p * stride), row1 = row0 + line, row2 = row1 + line, row3 = row2 + line, f = at(factors + p);
    const f0 = v128.load64_splat(f), f1 = v128.load64_splat(f, 8), f2 = v128.load64_splat(f, 16), f3 = v128.load64_splat(f, 24);
    let k: usize = 0;
    for (; k + 8 < end; k += 16) {
      const first = nmadd(v128.load(row1 + k), f1, nmadd(v128.load(row0 + k), f0, v128.load(target + k)));
      v128.store(target + k, nmadd(v128.load(row3 + k), f3, nmadd(v128.load(row2 + k), f2, first)));
    }
    if (k < end) {
      const first = load<f64>(row0 + k) * load<f64>(f) + load<f64>(row1 + k) * load<f64>(f, 8);
      const second = load<f64>(row2 + k) * load<f64>(f, 16) + load<f64>(row3 + k) * load<f64>(f, 24);
      store<f64>(target + k, load<f64>(target + k) - (first + second));
    }
  }
  for (; p < count; p++) {
    const row = at(rows + p * stride), factor = load<f64>(at(factors + p)), F = f64x2.splat(factor);
    let k: usize = 0;
    for (; k + 8 < end; k += 16) v128.store(target + k, nmadd(v128.load(row + k), F, v128.load(target + k)));
    if (k < end) store<f64>(target + k, load<f64>(target + k) - load<f64>(row + k) * factor);
  }
}
