// AssemblyScript: the operations of arithmetic.ts on pairs of doubles. Arrays are named by the index of their first
// element in memory, in doubles.

/** a·b + c, in one rounding where the machine has it and the module was built for it, else in two. */
// @ts-ignore: decorator
@inline
function madd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f64x2.relaxed_madd(a, b, c);
  return f64x2.add(f64x2.mul(a, b), c);
}

// @ts-ignore: decorator
@inline
function at(index: i32): usize {
  return <usize>index << 3;
}

// Blocks of a product: 64×256 of A (128 kB) and 256×256 of B (512 kB) are copied into panels of four rows or columns.
const rowBlock: i32 = 64;
const columnBlock: i32 = 256;
const termBlock: i32 = 256;
const packedA: usize = memory.data(64 * 256 * 8, 16);
const packedB: usize = memory.data(256 * 256 * 8, 16);
const tileSpill: usize = memory.data(4 * 4 * 8, 16);

export const firstFree: usize = __heap_base;

/** C += scale·A B, where A(i, s) is at a + i·aRow + s·aColumn, B(s, j) at b + s·bRow + j·bColumn, C by rows. */
export function multiplyAdd(
  c: i32, cRow: i32, a: i32, aRow: i32, aColumn: i32, b: i32, bRow: i32, bColumn: i32,
  rows: i32, columns: i32, terms: i32, scale: f64,
): void {
  for (let j0 = 0; j0 < columns; j0 += columnBlock) {
    const width = min(columnBlock, columns - j0);
    for (let s0 = 0; s0 < terms; s0 += termBlock) {
      const depth = min(termBlock, terms - s0);
      pack(packedB, at(b + s0 * bRow + j0 * bColumn), at(bColumn), at(bRow), width, depth, 1);
      for (let i0 = 0; i0 < rows; i0 += rowBlock) {
        const height = min(rowBlock, rows - i0);
        pack(packedA, at(a + i0 * aRow + s0 * aColumn), at(aRow), at(aColumn), height, depth, scale);
        for (let j = 0; j < width; j += 4) {
          const panelB = packedB + at(j * depth);
          for (let i = 0; i < height; i += 4) {
            const to = at(c + (i0 + i) * cRow + j0 + j);
            const panelA = packedA + at(i * depth);
            if (i + 4 <= height && j + 4 <= width) tile(panelA, panelB, depth, to, at(cRow));
            else edge(panelA, panelB, depth, to, at(cRow), min(4, height - i), min(4, width - j));
          }
        }
      }
    }
  }
}

/** Panels of four lines each, the last filled up with zeros: to[p, s, l] = scale·from[4p + l, s]. */
function pack(to: usize, from: usize, line: usize, term: usize, lines: i32, terms: i32, scale: f64): void {
  const factor = f64x2.splat(scale);
  for (let l = 0; l < lines; l += 4) {
    let source = from + <usize>l * line;
    if (l + 4 > lines) {
      const left = lines - l;
      for (let s = 0; s < terms; s++) {
        for (let k = 0; k < 4; k++) {
          store<f64>(to + (<usize>k << 3), k < left ? scale * load<f64>(source + <usize>k * line) : 0);
        }
        source += term;
        to += 32;
      }
    } else if (line == 8) {
      for (let s = 0; s < terms; s++) {
        v128.store(to, f64x2.mul(factor, v128.load(source)));
        v128.store(to, f64x2.mul(factor, v128.load(source, 16)), 16);
        source += term;
        to += 32;
      }
    } else {
      const line2 = 2 * line;
      const line3 = 3 * line;
      for (let s = 0; s < terms; s++) {
        store<f64>(to, scale * load<f64>(source));
        store<f64>(to, scale * load<f64>(source + line), 8);
        store<f64>(to, scale * load<f64>(source + line2), 16);
        store<f64>(to, scale * load<f64>(source + line3), 24);
        source += term;
        to += 32;
      }
    }
  }
}

/** Adds the product of a panel of A and one of B to a tile of 4×4. */
function tile(a: usize, b: usize, terms: i32, c: usize, cRow: usize): void {
  let c00 = f64x2.splat(0), c01 = f64x2.splat(0), c10 = f64x2.splat(0), c11 = f64x2.splat(0);
  let c20 = f64x2.splat(0), c21 = f64x2.splat(0), c30 = f64x2.splat(0), c31 = f64x2.splat(0);
  for (let s = 0; s < terms; s++) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    const a0 = v128.load64_splat(a);
    c00 = madd(a0, b0, c00);
    c01 = madd(a0, b1, c01);
    const a1 = v128.load64_splat(a, 8);
    c10 = madd(a1, b0, c10);
    c11 = madd(a1, b1, c11);
    const a2 = v128.load64_splat(a, 16);
    c20 = madd(a2, b0, c20);
    c21 = madd(a2, b1, c21);
    const a3 = v128.load64_splat(a, 24);
    c30 = madd(a3, b0, c30);
    c31 = madd(a3, b1, c31);
    a += 32;
    b += 32;
  }
  addPair(c, c00);
  addPair(c + 16, c01);
  c += cRow;
  addPair(c, c10);
  addPair(c + 16, c11);
  c += cRow;
  addPair(c, c20);
  addPair(c + 16, c21);
  c += cRow;
  addPair(c, c30);
  addPair(c + 16, c31);
}

// @ts-ignore: decorator
@inline
function addPair(to: usize, value: v128): void {
  v128.store(to, f64x2.add(v128.load(to), value));
}

/** The part of a tile that is inside C. */
function edge(a: usize, b: usize, terms: i32, c: usize, cRow: usize, rows: i32, columns: i32): void {
  memory.fill(tileSpill, 0, 128);
  tile(a, b, terms, tileSpill, 32);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const to = c + <usize>i * cRow + (<usize>j << 3);
      store<f64>(to, load<f64>(to) + load<f64>(tileSpill + <usize>(i * 32 + j * 8)));
    }
  }
}

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

// log₂e; ln 2 in two parts, of which the first times a whole number below 2¹¹ is exact; what rounds to a whole number
// when it is added; then 1/13!, …, 1/2!, 1. In memory, because constants in code are built anew in every turn of a loop.
const exponential: usize = memory.data<f64>([
  1.4426950408889634, 0.693147180369123816490, 1.90821492927058770002e-10, 6755399441055744,
  1 / 6227020800.0, 1 / 479001600.0, 1 / 39916800.0, 1 / 3628800.0, 1 / 362880.0, 1 / 40320.0, 1 / 5040.0,
  1 / 720.0, 1 / 120.0, 1 / 24.0, 1 / 6.0, 0.5, 1, -746, 710,
]);

// @ts-ignore: decorator
@inline
function constant(index: usize): v128 {
  return v128.load64_splat(exponential + (index << 3));
}

/**
 * e^x = 2^k e^r, |r| ≤ 0.3466, for a pair, within 2.5u where it is not subnormal: Taylor's series ends 4·10⁻¹⁸ short;
 * r is off by 0.35u, r²p by 0.5u, r + r²p by 0.42u more and its sum with 1 by u, or u/2 if that is below 1.
 */
// @ts-ignore: decorator
@inline
function exp(value: v128): v128 {
  const x = f64x2.pmin(f64x2.pmax(value, constant(17)), constant(18));
  const shifted = f64x2.add(f64x2.mul(x, constant(0)), constant(3));
  const k = f64x2.sub(shifted, constant(3));
  const r = f64x2.sub(f64x2.sub(x, f64x2.mul(k, constant(1))), f64x2.mul(k, constant(2)));
  let p = madd(constant(4), r, constant(5));
  p = madd(p, r, constant(6));
  p = madd(p, r, constant(7));
  p = madd(p, r, constant(8));
  p = madd(p, r, constant(9));
  p = madd(p, r, constant(10));
  p = madd(p, r, constant(11));
  p = madd(p, r, constant(12));
  p = madd(p, r, constant(13));
  p = madd(p, r, constant(14));
  p = madd(p, r, constant(15));
  const e = f64x2.add(constant(16), madd(f64x2.mul(r, r), p, r));
  // 2^k in two factors, so that the result may be subnormal.
  const whole = i64x2.sub(shifted, constant(3));
  const half = i64x2.shr_s(whole, 1);
  return f64x2.mul(f64x2.mul(e, powerOfTwo(half)), powerOfTwo(i64x2.sub(whole, half)));
}

// @ts-ignore: decorator
@inline
function powerOfTwo(exponent: v128): v128 {
  return i64x2.shl(i64x2.add(exponent, i64x2.splat(1023)), 52);
}

/** Replaces each of the numbers x by e^x. */
export function exponentials(values: i32, count: i32): void {
  let to = at(values);
  const end = to + at(count);
  for (; to + 24 < end; to += 32) {
    const first = exp(v128.load(to));
    const second = exp(v128.load(to, 16));
    v128.store(to, first);
    v128.store(to, second, 16);
  }
  for (; to + 8 < end; to += 16) v128.store(to, exp(v128.load(to)));
  if (to < end) store<f64>(to, f64x2.extract_lane(exp(v128.load64_splat(to)), 0));
}

// Coordinates of arithmetic.ts: six arrays one after the other, and the gain of an exact step in a pair of them.
// @ts-ignore: decorator
@inline
function gain(to: usize, array: usize, slope: v128, kink: v128, inverse: v128): v128 {
  const b = v128.load(to + array);
  const curvature = v128.load(to + 4 * array);
  const a = madd(curvature, b, slope);
  const soft = f64x2.sub(a, f64x2.pmin(f64x2.pmax(a, f64x2.neg(kink)), kink));
  const free = f64x2.mul(soft, inverse);
  const best = f64x2.pmin(f64x2.pmax(free, v128.load(to + 2 * array)), v128.load(to + 3 * array));
  const step = f64x2.sub(best, b);
  const smooth = f64x2.mul(step, f64x2.sub(slope, f64x2.mul(f64x2.mul(f64x2.splat(0.5), curvature), step)));
  return f64x2.sub(smooth, f64x2.mul(kink, f64x2.sub(f64x2.abs(best), f64x2.abs(b))));
}

// @ts-ignore: decorator
@inline
function indexOfMost(most: v128, indices: v128): i32 {
  const first = f64x2.extract_lane(most, 0), second = f64x2.extract_lane(most, 1);
  return <i32>(second > first ? i64x2.extract_lane(indices, 1) : i64x2.extract_lane(indices, 0));
}

/** Slopes −= a A + b B, then the coordinate whose exact step gains most; −1 if none gains. */
export function moveAndFind(coordinates: i32, count: i32, kink: f64, rowA: i32, a: f64, rowB: i32, b: f64): i32 {
  const K = f64x2.splat(kink), A = f64x2.splat(-a), B = f64x2.splat(-b);
  const array = at(count), toA = at(rowA) - at(coordinates), toB = at(rowB) - at(coordinates);
  let most = f64x2.splat(0), found = i64x2.splat(-1), index = i64x2(0, 1);
  const two = i64x2.splat(2);
  const end = at(coordinates) + array;
  for (let to = at(coordinates); to < end; to += 16) {
    const slope = madd(B, v128.load(to + toB), madd(A, v128.load(to + toA), v128.load(to)));
    v128.store(to, slope);
    const gains = gain(to, array, slope, K, v128.load(to + 5 * array));
    const more = f64x2.gt(gains, most);
    most = v128.bitselect(gains, most, more);
    found = v128.bitselect(index, found, more);
    index = i64x2.add(index, two);
  }
  return indexOfMost(most, found);
}

/** The coordinate that gains most once the slopes have changed by −move·row, if coupled ones move together. */
export function findPartner(coordinates: i32, count: i32, kink: f64, row: i32, move: f64, coupling: f64): i32 {
  const K = f64x2.splat(kink), M = f64x2.splat(-move), C = f64x2.splat(-coupling);
  const one = f64x2.splat(1), least = f64x2.splat(1e-6);
  const array = at(count), toRow = at(row) - at(coordinates);
  let most = f64x2.splat(0), found = i64x2.splat(-1), index = i64x2(0, 1);
  const two = i64x2.splat(2);
  const end = at(coordinates) + array;
  for (let to = at(coordinates); to < end; to += 16) {
    const k = v128.load(to + toRow);
    const inverse = v128.load(to + 5 * array);
    const alone = gain(to, array, madd(M, k, v128.load(to)), K, inverse);
    const apart = madd(f64x2.mul(f64x2.mul(k, k), C), inverse, one);
    const gains = f64x2.div(alone, f64x2.pmax(apart, least));
    const more = f64x2.gt(gains, most);
    most = v128.bitselect(gains, most, more);
    found = v128.bitselect(index, found, more);
    index = i64x2.add(index, two);
  }
  return indexOfMost(most, found);
}
