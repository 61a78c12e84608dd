import { at, firsts, madd, nmadd, seconds } from "./pairs";

// Stockham's self-sorting transform: a stage of radix r takes s·m·r numbers x[p + k·m, q] to y[r·p + k, q], for p < m,
// k < r and q < s. The last pair of an odd row overlaps the pair before. Plans are those of fourierPlan.ts.

// √3/2; cos 72°, cos 144°, sin 72°, sin 144°; ½. In memory for the reason given in exponential.as.
const constants: usize = memory.data<f64>([
  0.8660254037844386, 0.30901699437494745, -0.8090169943749475, 0.9510565162951535, 0.5877852522924731, 0.5,
]);
const doubled: usize = memory.data(2 * 2 * 2 * 5 * 8, 16);

@inline
function constant(index: usize): v128 {
  return v128.load64_splat(constants + (index << 3));
}

@inline
function plus(a: v128, b: v128): v128 {
  return f64x2.add(a, b);
}

@inline
function minus(a: v128, b: v128): v128 {
  return f64x2.sub(a, b);
}

@inline
function turnedRe(a: v128, b: v128, w: v128, v: v128): v128 {
  return nmadd(b, v, f64x2.mul(a, w));
}

@inline
function turnedIm(a: v128, b: v128, w: v128, v: v128): v128 {
  return madd(a, v, f64x2.mul(b, w));
}

// Layouts: an array each for real and imaginary parts; or pairs, two real parts, then their imaginary parts.
const arrays: i32 = 0;
const fromPairs: i32 = 1;
const toPairs: i32 = 2;
const pairs: i32 = 3;

@inline
function imaginary(x: usize, xi: usize, lie: i32): v128 {
  return lie & fromPairs ? v128.load(x, 16) : v128.load(xi);
}

@inline
function put(y: usize, yi: usize, lie: i32, re: v128, im: v128): void {
  v128.store(y, re);
  if (lie & toPairs) v128.store(y, im, 16);
  else v128.store(yi, im);
}

// Results of a butterfly; the last in the order of two neighbouring p, into pairs if the radix is even.
const asTheyAre: i32 = 0;
const turned: i32 = 1;
const neighbours: i32 = 2;

@inline
function butterfly2(
  xr: usize, xi: usize, part: usize, yr: usize, yi: usize, row: usize, lie: i32, way: i32, wr: v128, wi: v128,
): void {
  const ar = v128.load(xr), ai = imaginary(xr, xi, lie);
  const br = v128.load(xr + part), bi = imaginary(xr + part, xi + part, lie);
  const sr = plus(ar, br), si = plus(ai, bi);
  let dr = minus(ar, br), di = minus(ai, bi);
  if (way != asTheyAre) {
    const tr = turnedRe(dr, di, wr, wi);
    di = turnedIm(dr, di, wr, wi);
    dr = tr;
  }
  if (way == neighbours) {
    v128.store(yr, firsts(sr, dr));
    v128.store(yr, firsts(si, di), 16);
    v128.store(yr, seconds(sr, dr), 32);
    v128.store(yr, seconds(si, di), 48);
  } else {
    put(yr, yi, lie, sr, si);
    put(yr + row, yi + row, lie, dr, di);
  }
}

@inline
function butterfly3(
  xr: usize, xi: usize, part: usize, yr: usize, yi: usize, row: usize, lie: i32, way: i32,
  w1r: v128, w1i: v128, w2r: v128, w2i: v128,
): void {
  const h = constant(0), half = constant(5);
  const ar = v128.load(xr), ai = imaginary(xr, xi, lie);
  const br = v128.load(xr + part), bi = imaginary(xr + part, xi + part, lie);
  const cr = v128.load(xr + 2 * part), ci = imaginary(xr + 2 * part, xi + 2 * part, lie);
  const tr = plus(br, cr), ti = plus(bi, ci);
  const ur = minus(br, cr), ui = minus(bi, ci);
  const o0r = plus(ar, tr), o0i = plus(ai, ti);
  const sr = nmadd(half, tr, ar), si = nmadd(half, ti, ai);
  let o1r = madd(h, ui, sr), o1i = nmadd(h, ur, si);
  let o2r = nmadd(h, ui, sr), o2i = madd(h, ur, si);
  if (way != asTheyAre) {
    const t1r = turnedRe(o1r, o1i, w1r, w1i), t2r = turnedRe(o2r, o2i, w2r, w2i);
    o1i = turnedIm(o1r, o1i, w1r, w1i);
    o2i = turnedIm(o2r, o2i, w2r, w2i);
    o1r = t1r;
    o2r = t2r;
  }
  if (way == neighbours) {
    v128.store(yr, firsts(o0r, o1r));
    v128.store(yr, firsts(o2r, seconds(o0r, o0r)), 16);
    v128.store(yr, seconds(o1r, o2r), 32);
    v128.store(yi, firsts(o0i, o1i));
    v128.store(yi, firsts(o2i, seconds(o0i, o0i)), 16);
    v128.store(yi, seconds(o1i, o2i), 32);
  } else {
    put(yr, yi, lie, o0r, o0i);
    put(yr + row, yi + row, lie, o1r, o1i);
    put(yr + 2 * row, yi + 2 * row, lie, o2r, o2i);
  }
}

@inline
function butterfly4(
  xr: usize, xi: usize, part: usize, yr: usize, yi: usize, row: usize, lie: i32, way: i32,
  w1r: v128, w1i: v128, w2r: v128, w2i: v128, w3r: v128, w3i: v128,
): void {
  const ar = v128.load(xr), ai = imaginary(xr, xi, lie);
  const br = v128.load(xr + part), bi = imaginary(xr + part, xi + part, lie);
  const cr = v128.load(xr + 2 * part), ci = imaginary(xr + 2 * part, xi + 2 * part, lie);
  const dr = v128.load(xr + 3 * part), di = imaginary(xr + 3 * part, xi + 3 * part, lie);
  const sr = plus(ar, cr), si = plus(ai, ci);
  const tr = minus(ar, cr), ti = minus(ai, ci);
  const ur = plus(br, dr), ui = plus(bi, di);
  const vr = minus(br, dr), vi = minus(bi, di);
  const o0r = plus(sr, ur), o0i = plus(si, ui);
  let o1r = plus(tr, vi), o1i = minus(ti, vr);
  let o2r = minus(sr, ur), o2i = minus(si, ui);
  let o3r = minus(tr, vi), o3i = plus(ti, vr);
  if (way != asTheyAre) {
    const t1r = turnedRe(o1r, o1i, w1r, w1i), t2r = turnedRe(o2r, o2i, w2r, w2i), t3r = turnedRe(o3r, o3i, w3r, w3i);
    o1i = turnedIm(o1r, o1i, w1r, w1i);
    o2i = turnedIm(o2r, o2i, w2r, w2i);
    o3i = turnedIm(o3r, o3i, w3r, w3i);
    o1r = t1r;
    o2r = t2r;
    o3r = t3r;
  }
  if (way == neighbours) {
    v128.store(yr, firsts(o0r, o1r));
    v128.store(yr, firsts(o0i, o1i), 16);
    v128.store(yr, firsts(o2r, o3r), 32);
    v128.store(yr, firsts(o2i, o3i), 48);
    v128.store(yr, seconds(o0r, o1r), 64);
    v128.store(yr, seconds(o0i, o1i), 80);
    v128.store(yr, seconds(o2r, o3r), 96);
    v128.store(yr, seconds(o2i, o3i), 112);
  } else {
    put(yr, yi, lie, o0r, o0i);
    put(yr + row, yi + row, lie, o1r, o1i);
    put(yr + 2 * row, yi + 2 * row, lie, o2r, o2i);
    put(yr + 3 * row, yi + 3 * row, lie, o3r, o3i);
  }
}

@inline
function butterfly5(
  xr: usize, xi: usize, part: usize, yr: usize, yi: usize, row: usize, lie: i32, way: i32,
  w1r: v128, w1i: v128, w2r: v128, w2i: v128, w3r: v128, w3i: v128, w4r: v128, w4i: v128,
): void {
  const c1 = constant(1), c2 = constant(2), s1 = constant(3), s2 = constant(4);
  const ar = v128.load(xr), ai = imaginary(xr, xi, lie);
  const br = v128.load(xr + part), bi = imaginary(xr + part, xi + part, lie);
  const er = v128.load(xr + 4 * part), ei = imaginary(xr + 4 * part, xi + 4 * part, lie);
  const t1r = plus(br, er), t1i = plus(bi, ei), t3r = minus(br, er), t3i = minus(bi, ei);
  const cr = v128.load(xr + 2 * part), ci = imaginary(xr + 2 * part, xi + 2 * part, lie);
  const dr = v128.load(xr + 3 * part), di = imaginary(xr + 3 * part, xi + 3 * part, lie);
  const t2r = plus(cr, dr), t2i = plus(ci, di), t4r = minus(cr, dr), t4i = minus(ci, di);
  const o0r = plus(plus(ar, t1r), t2r), o0i = plus(plus(ai, t1i), t2i);
  const m1r = madd(c2, t2r, madd(c1, t1r, ar)), m1i = madd(c2, t2i, madd(c1, t1i, ai));
  const m2r = madd(c1, t2r, madd(c2, t1r, ar)), m2i = madd(c1, t2i, madd(c2, t1i, ai));
  const n1r = madd(s2, t4r, f64x2.mul(s1, t3r)), n1i = madd(s2, t4i, f64x2.mul(s1, t3i));
  const n2r = nmadd(s1, t4r, f64x2.mul(s2, t3r)), n2i = nmadd(s1, t4i, f64x2.mul(s2, t3i));
  let o1r = plus(m1r, n1i), o1i = minus(m1i, n1r);
  let o2r = plus(m2r, n2i), o2i = minus(m2i, n2r);
  let o3r = minus(m2r, n2i), o3i = plus(m2i, n2r);
  let o4r = minus(m1r, n1i), o4i = plus(m1i, n1r);
  if (way != asTheyAre) {
    const u1r = turnedRe(o1r, o1i, w1r, w1i), u2r = turnedRe(o2r, o2i, w2r, w2i);
    const u3r = turnedRe(o3r, o3i, w3r, w3i), u4r = turnedRe(o4r, o4i, w4r, w4i);
    o1i = turnedIm(o1r, o1i, w1r, w1i);
    o2i = turnedIm(o2r, o2i, w2r, w2i);
    o3i = turnedIm(o3r, o3i, w3r, w3i);
    o4i = turnedIm(o4r, o4i, w4r, w4i);
    o1r = u1r;
    o2r = u2r;
    o3r = u3r;
    o4r = u4r;
  }
  if (way == neighbours) {
    v128.store(yr, firsts(o0r, o1r));
    v128.store(yr, firsts(o2r, o3r), 16);
    v128.store(yr, firsts(o4r, seconds(o0r, o0r)), 32);
    v128.store(yr, seconds(o1r, o2r), 48);
    v128.store(yr, seconds(o3r, o4r), 64);
    v128.store(yi, firsts(o0i, o1i));
    v128.store(yi, firsts(o2i, o3i), 16);
    v128.store(yi, firsts(o4i, seconds(o0i, o0i)), 32);
    v128.store(yi, seconds(o1i, o2i), 48);
    v128.store(yi, seconds(o3i, o4i), 64);
  } else {
    put(yr, yi, lie, o0r, o0i);
    put(yr + row, yi + row, lie, o1r, o1i);
    put(yr + 2 * row, yi + 2 * row, lie, o2r, o2i);
    put(yr + 3 * row, yi + 3 * row, lie, o3r, o3i);
    put(yr + 4 * row, yi + 4 * row, lie, o4r, o4i);
  }
}

@inline
function butterfly(
  radix: i32, xr: usize, xi: usize, part: usize, yr: usize, yi: usize, row: usize, lie: i32, way: i32,
  w1r: v128, w1i: v128, w2r: v128, w2i: v128, w3r: v128, w3i: v128, w4r: v128, w4i: v128,
): void {
  if (radix == 2) butterfly2(xr, xi, part, yr, yi, row, lie, way, w1r, w1i);
  else if (radix == 3) butterfly3(xr, xi, part, yr, yi, row, lie, way, w1r, w1i, w2r, w2i);
  else if (radix == 4) butterfly4(xr, xi, part, yr, yi, row, lie, way, w1r, w1i, w2r, w2i, w3r, w3i);
  else butterfly5(xr, xi, part, yr, yi, row, lie, way, w1r, w1i, w2r, w2i, w3r, w3i, w4r, w4i);
}

/** Part k of the roots from w on, both lanes equal; any value beyond the radix. */
@inline
function root(radix: i32, w: usize, k: usize): v128 {
  return <i32>k < 2 * (radix - 1) ? v128.load64_splat(w + 8 * k) : f64x2.splat(0);
}

/** A stage on arrays, in rows of `row` ≥ 16 bytes. */
@inline
function stage(radix: i32, xr: usize, xi: usize, yr: usize, yi: usize, row: usize, m: i32, w: usize): void {
  const part = <usize>m * row, last = row - 16, o = f64x2.splat(0);
  for (let q: usize = 0; ; q = min(q + 16, last)) {
    butterfly(radix, xr + q, xi + q, part, yr + q, yi + q, row, arrays, asTheyAre, o, o, o, o, o, o, o, o);
    if (q == last) break;
  }
  for (let p = 1; p < m; p++) {
    xr += row;
    xi += row;
    yr += <usize>radix * row;
    yi += <usize>radix * row;
    w += <usize>(16 * (radix - 1));
    const w1r = root(radix, w, 0), w1i = root(radix, w, 1), w2r = root(radix, w, 2), w2i = root(radix, w, 3);
    const w3r = root(radix, w, 4), w3i = root(radix, w, 5), w4r = root(radix, w, 6), w4i = root(radix, w, 7);
    for (let q: usize = 0; ; q = min(q + 16, last)) {
      butterfly(radix, xr + q, xi + q, part, yr + q, yi + q, row, arrays, turned, w1r, w1i, w2r, w2i, w3r, w3i, w4r, w4i);
      if (q == last) break;
    }
  }
}

// A function per radix, so that variables fit the registers.

function radix2(xr: usize, xi: usize, yr: usize, yi: usize, row: usize, m: i32, w: usize): void {
  stage(2, xr, xi, yr, yi, row, m, w);
}

function radix3(xr: usize, xi: usize, yr: usize, yi: usize, row: usize, m: i32, w: usize): void {
  stage(3, xr, xi, yr, yi, row, m, w);
}

function radix4(xr: usize, xi: usize, yr: usize, yi: usize, row: usize, m: i32, w: usize): void {
  stage(4, xr, xi, yr, yi, row, m, w);
}

function radix5(xr: usize, xi: usize, yr: usize, yi: usize, row: usize, m: i32, w: usize): void {
  stage(5, xr, xi, yr, yi, row, m, w);
}

function stageOf(radix: i32, xr: usize, xi: usize, yr: usize, yi: usize, row: usize, m: i32, w: usize): void {
  if (radix == 4) radix4(xr, xi, yr, yi, row, m, w);
  else if (radix == 2) radix2(xr, xi, yr, yi, row, m, w);
  else if (radix == 3) radix3(xr, xi, yr, yi, row, m, w);
  else radix5(xr, xi, yr, yi, row, m, w);
}

/** The first stage of a single transform of odd length, over pairs of p; m ≥ 2. */
function firstStage(radix: i32, xr: usize, xi: usize, yr: usize, yi: usize, m: i32, w: usize): void {
  const part = at(m), last = part - 16;
  for (let p: usize = 0; ; p = min(p + 16, last)) {
    const fromR = xr + p, fromI = xi + p, toR = yr + <usize>radix * p, toI = yi + <usize>radix * p;
    const w1 = w + p, w2 = w1 + 2 * part, w3 = w2 + 2 * part, w4 = w3 + 2 * part;
    const w1r = v128.load(w1), w1i = v128.load(w1 + part), w2r = v128.load(w2), w2i = v128.load(w2 + part);
    if (radix == 3) {
      butterfly3(fromR, fromI, part, toR, toI, 0, arrays, neighbours, w1r, w1i, w2r, w2i);
    } else {
      butterfly5(
        fromR, fromI, part, toR, toI, 0, arrays, neighbours,
        w1r, w1i, w2r, w2i, v128.load(w3), v128.load(w3 + part), v128.load(w4), v128.load(w4 + part),
      );
    }
    if (p == last) break;
  }
}

/** A stage on pairs: x and y have rows of `row` bytes, a multiple of 32. */
@inline
function pairStage(radix: i32, x: usize, y: usize, row: usize, m: i32, w: usize): void {
  const part = <usize>m * row, o = f64x2.splat(0);
  let end = x + row;
  do {
    butterfly(radix, x, 0, part, y, 0, row, pairs, asTheyAre, o, o, o, o, o, o, o, o);
    x += 32;
    y += 32;
  } while (x < end);
  for (let p = 1; p < m; p++) {
    end += row;
    y += <usize>(radix - 1) * row;
    w += <usize>(16 * (radix - 1));
    const w1r = root(radix, w, 0), w1i = root(radix, w, 1), w2r = root(radix, w, 2), w2i = root(radix, w, 3);
    const w3r = root(radix, w, 4), w3i = root(radix, w, 5), w4r = root(radix, w, 6), w4i = root(radix, w, 7);
    do {
      butterfly(radix, x, 0, part, y, 0, row, pairs, turned, w1r, w1i, w2r, w2i, w3r, w3i, w4r, w4i);
      x += 32;
      y += 32;
    } while (x < end);
  }
}

function pairs2(x: usize, y: usize, row: usize, m: i32, w: usize): void {
  pairStage(2, x, y, row, m, w);
}

function pairs3(x: usize, y: usize, row: usize, m: i32, w: usize): void {
  pairStage(3, x, y, row, m, w);
}

function pairs4(x: usize, y: usize, row: usize, m: i32, w: usize): void {
  pairStage(4, x, y, row, m, w);
}

function pairs5(x: usize, y: usize, row: usize, m: i32, w: usize): void {
  pairStage(5, x, y, row, m, w);
}

@inline
function unpairing(radix: i32, x: usize, yr: usize, yi: usize, row: usize): void {
  const end = x + row, o = f64x2.splat(0);
  for (; x < end; x += 32, yr += 16, yi += 16) {
    butterfly(radix, x, 0, row, yr, yi, row >> 1, fromPairs, asTheyAre, o, o, o, o, o, o, o, o);
  }
}

function lastStage(radix: i32, x: usize, yr: usize, yi: usize, row: usize): void {
  if (radix == 5) unpairing(5, x, yr, yi, row);
  else if (radix == 4) unpairing(4, x, yr, yi, row);
  else if (radix == 3) unpairing(3, x, yr, yi, row);
  else unpairing(2, x, yr, yi, row);
}

function stageOfPairs(radix: i32, x: usize, y: usize, row: usize, m: i32, w: usize): void {
  if (radix == 4) pairs4(x, y, row, m, w);
  else if (radix == 2) pairs2(x, y, row, m, w);
  else if (radix == 3) pairs3(x, y, row, m, w);
  else pairs5(x, y, row, m, w);
}

/** The first stage of a single transform into pairs; m ≥ 2, and the radix is even. */
function firstIntoPairs(radix: i32, xr: usize, xi: usize, y: usize, m: i32, w: usize): void {
  const part = at(m), last = part - 16;
  for (let p: usize = 0; ; p = min(p + 16, last)) {
    const fromR = xr + p, fromI = xi + p, to = y + 2 * <usize>radix * p;
    const w1 = w + p, w1r = v128.load(w1), w1i = v128.load(w1 + part);
    if (radix == 4) {
      const w2 = w1 + 2 * part, w3 = w2 + 2 * part;
      butterfly4(
        fromR, fromI, part, to, 0, 0, toPairs, neighbours,
        w1r, w1i, v128.load(w2), v128.load(w2 + part), v128.load(w3), v128.load(w3 + part),
      );
    } else {
      butterfly2(fromR, fromI, part, to, 0, 0, toPairs, neighbours, w1r, w1i);
    }
    if (p == last) break;
  }
}

function transformThroughPairs(plan: usize, xr: usize, xi: usize, a: usize, b: usize, yr: usize, yi: usize): void {
  const stages = <i32>load<f64>(plan, 8);
  const radix = <i32>load<f64>(plan, 16);
  let m = <i32>load<f64>(plan) / radix, w = plan + 16 + at(stages), row = 16 * <usize>radix;
  firstIntoPairs(radix, xr, xi, a, m, w);
  w += at(2 * (radix - 1) * m);
  for (let i = 1; i < stages - 1; i++) {
    const radix = <i32>load<f64>(plan + at(i), 16);
    m /= radix;
    stageOfPairs(radix, a, b, row, m, w);
    w += at(2 * (radix - 1) * m);
    row *= radix;
    const other = a;
    a = b;
    b = other;
  }
  lastStage(m, a, yr, yi, row);
}

/** Transforms an even number of sequences, in pairs, through a and b in turn from a on. Returns the final buffer. */
export function transformPairs(plan: usize, batch: i32, a: usize, b: usize): usize {
  const stages = <i32>load<f64>(plan, 8);
  let m = <i32>load<f64>(plan), w = plan + 16 + at(stages), row = at(2 * batch);
  for (let i = 0; i < stages; i++) {
    const radix = <i32>load<f64>(plan + at(i), 16);
    m /= radix;
    stageOfPairs(radix, a, b, row, m, w);
    w += at(2 * (radix - 1) * m);
    row *= radix;
    const other = a;
    a = b;
    b = other;
  }
  return a;
}

export function transform(
  plan: usize, xr: usize, xi: usize, batch: i32, a: usize, b: usize, yr: usize, yi: usize,
): void {
  const length = <i32>load<f64>(plan), stages = <i32>load<f64>(plan, 8);
  if (batch == 1 && length <= 5) return transformOfFew(length, stages, xr, xi, yr, yi);
  if (batch == 1 && stages > 1 && !(<i32>load<f64>(plan, 16) & 1)) return transformThroughPairs(plan, xr, xi, a, b, yr, yi);
  const size = at(length * batch);
  let w = plan + 16 + at(stages);
  let n = length, row = at(batch);
  for (let i = 0; i < stages; i++) {
    const radix = <i32>load<f64>(plan + at(i), 16);
    const m = n / radix;
    const inPlace = i == stages - 1 && (i > 0 || xr != yr);
    const target = i & 1 ? b : a;
    const toR = inPlace ? yr : target, toI = inPlace ? yi : target + size;
    if (row == 8) firstStage(radix, xr, xi, toR, toI, m, w);
    else stageOf(radix, xr, xi, toR, toI, row, m, w);
    w += at(2 * (radix - 1) * m);
    xr = toR;
    xi = toI;
    n = m;
    row *= radix;
  }
  if (xr != yr) {
    memory.copy(yr, xr, size);
    memory.copy(yi, xi, size);
  }
}

export function lastOf(plan: usize, a: usize, b: usize): usize {
  return (<i32>load<f64>(plan, 8)) & 1 ? a : b;
}

function transformOfFew(length: i32, stages: i32, xr: usize, xi: usize, yr: usize, yi: usize): void {
  const dr = doubled, di = doubled + 80, er = doubled + 160, ei = doubled + 240;
  for (let j = 0; j < length; j++) {
    v128.store(dr + at(2 * j), v128.load64_splat(xr + at(j)));
    v128.store(di + at(2 * j), v128.load64_splat(xi + at(j)));
  }
  if (length > 1) stageOf(length, dr, di, er, ei, 16, 1, 0);
  const fromR = stages ? er : dr, fromI = stages ? ei : di;
  for (let j = 0; j < length; j++) {
    store<f64>(yr + at(j), load<f64>(fromR + at(2 * j)));
    store<f64>(yi + at(j), load<f64>(fromI + at(2 * j)));
  }
}
