/** X_k = Σ_j x_j e^(−2πijk/N) of several sequences at once, in place. */
export interface FourierTransforms {
  /** From keptFourierPlan, for N; for a single transform if batch is 1. */
  readonly plan: number;
  /** Element j of sequence c is at j·batch + c of both. With `re` and `im` exchanged, the exponent has the other sign. */
  readonly re: number;
  readonly im: number;
  readonly batch: number;
  /** `fourierWork(N, batch)` doubles. */
  readonly work: number;
}

const block = 8;

/** Twin of fourier.as. `kept` holds the plans. */
export function fourier(
  memory: Float64Array,
  kept: Float64Array,
  { plan, re, im, batch, work }: FourierTransforms,
): void {
  const length = integer(kept[plan]);
  for (let c = 0, count; c < batch; c += count) {
    // Never a single one: the plan is for several.
    count = batch - c <= block + 1 ? batch - c : block;
    const size = length * count;
    const [a, b] = [work, work + 2 * size];
    const columns = { plan, fromRe: re + c, fromIm: im + c, row: batch, batch: count, a, b };
    if (count === batch) {
      transform(memory, kept, { ...columns, toRe: re, toIm: im });
      continue;
    }
    const to = lastOf(kept, plan, a, b);
    transform(memory, kept, { ...columns, toRe: to, toIm: to + size });
    for (let j = 0, from = to, here = c; j < length; j++, from += count, here += batch) {
      copy(memory, from, re + here, count);
      copy(memory, from + size, im + here, count);
    }
  }
}

/** Copies few numbers; `copyWithin` is slow to start. */
export function copy(memory: Float64Array, from: number, to: number, count: number): void {
  for (let i = 0; i < count; i++) memory[to + i] = memory[from + i]!;
}

/** The buffer to which the last stage of `transform` writes by itself. */
export function lastOf(kept: Float64Array, plan: number, a: number, b: number): number {
  return integer(kept[plan + 1]) % 2 === 1 ? a : b;
}

/** A whole number from doubles, as an integer for indices. */
export function integer(value: number | undefined): number {
  return value! | 0;
}

/**
 * Transforms `batch` sequences, with rows `row` apart, to contiguous rows, through a and b in turn, each of
 * 2·length·batch numbers. The target may be the source or the result of `lastOf`; then b may be the source if its rows
 * are contiguous.
 */
export function transform(
  memory: Float64Array,
  kept: Float64Array,
  {
    plan,
    fromRe,
    fromIm,
    row,
    batch,
    a,
    b,
    toRe,
    toIm,
  }: {
    readonly plan: number;
    readonly fromRe: number;
    readonly fromIm: number;
    readonly row: number;
    readonly batch: number;
    readonly a: number;
    readonly b: number;
    readonly toRe: number;
    readonly toIm: number;
  },
): void {
  const length = integer(kept[plan]);
  const stages = integer(kept[plan + 1]);
  const size = length * batch;
  const w = plan + 2 + stages;
  const place = { xr: fromRe, xi: fromIm, from: row, yr: 0, yi: 0, width: batch, m: length, w, byRoot: batch === 1 };
  for (let i = 0; i < stages; i++) {
    const radix = integer(kept[plan + 2 + i]);
    const ends = i === stages - 1 && (i > 0 || fromRe !== toRe);
    const target = i % 2 === 1 ? b : a;
    place.yr = ends ? toRe : target;
    place.yi = ends ? toIm : target + size;
    place.m = integer(place.m / radix);
    stageOf[radix as 2 | 3 | 4 | 5](memory, kept, place);
    place.w += 2 * (radix - 1) * place.m;
    place.xr = place.yr;
    place.xi = place.yi;
    place.width *= radix;
    place.from = place.width;
    place.byRoot = false;
  }
  if (place.xr !== toRe) {
    memory.copyWithin(toRe, place.xr, place.xr + size);
    memory.copyWithin(toIm, place.xi, place.xi + size);
  }
}

/** From x[p + k·m, q], rows `from` apart, to y[r·p + k, q], rows of `width`. */
interface Stage {
  readonly xr: number;
  readonly xi: number;
  readonly from: number;
  readonly yr: number;
  readonly yi: number;
  readonly width: number;
  readonly m: number;
  /** For each k all real, then all imaginary parts, or for each p all k. */
  readonly w: number;
  readonly byRoot: boolean;
}

function rootSteps({ m, byRoot }: Stage, radix: number): readonly [ofP: number, ofK: number, toIm: number] {
  return byRoot ? [1, 2 * m, m] : [2 * (radix - 1), 2, 1];
}

const stageOf = { 2: radix2, 3: radix3, 4: radix4, 5: radix5 };

function radix2(memory: Float64Array, kept: Float64Array, stage: Stage): void {
  const { xr, xi, from, yr, yi, width, m, w } = stage;
  const part = m * from;
  const [ofP, , toIm] = rootSteps(stage, 2);
  for (let p = 0, root = w; p < m; p++, root += ofP) {
    const wr = kept[root]!;
    const wi = kept[root + toIm]!;
    for (let q = 0, x = p * from, y = 2 * p * width; q < width; q++, x++, y++) {
      const ar = memory[xr + x]!;
      const ai = memory[xi + x]!;
      const br = memory[xr + x + part]!;
      const bi = memory[xi + x + part]!;
      const dr = ar - br;
      const di = ai - bi;
      memory[yr + y] = ar + br;
      memory[yi + y] = ai + bi;
      memory[yr + y + width] = dr * wr - di * wi;
      memory[yi + y + width] = dr * wi + di * wr;
    }
  }
}

function radix3(memory: Float64Array, kept: Float64Array, stage: Stage): void {
  const { xr, xi, from, yr, yi, width, m, w } = stage;
  const part = m * from;
  const [ofP, ofK, toIm] = rootSteps(stage, 3);
  const h = 0.8660254037844386;
  for (let p = 0, root = w; p < m; p++, root += ofP) {
    const w1r = kept[root]!;
    const w1i = kept[root + toIm]!;
    const w2r = kept[root + ofK]!;
    const w2i = kept[root + ofK + toIm]!;
    for (let q = 0, x = p * from, y = 3 * p * width; q < width; q++, x++, y++) {
      const ar = memory[xr + x]!;
      const ai = memory[xi + x]!;
      const br = memory[xr + x + part]!;
      const bi = memory[xi + x + part]!;
      const cr = memory[xr + x + 2 * part]!;
      const ci = memory[xi + x + 2 * part]!;
      const tr = br + cr;
      const ti = bi + ci;
      const ur = h * (br - cr);
      const ui = h * (bi - ci);
      const sr = ar - 0.5 * tr;
      const si = ai - 0.5 * ti;
      const o1r = sr + ui;
      const o1i = si - ur;
      const o2r = sr - ui;
      const o2i = si + ur;
      memory[yr + y] = ar + tr;
      memory[yi + y] = ai + ti;
      memory[yr + y + width] = o1r * w1r - o1i * w1i;
      memory[yi + y + width] = o1r * w1i + o1i * w1r;
      memory[yr + y + 2 * width] = o2r * w2r - o2i * w2i;
      memory[yi + y + 2 * width] = o2r * w2i + o2i * w2r;
    }
  }
}

function radix4(memory: Float64Array, kept: Float64Array, stage: Stage): void {
  const { xr, xi, from, yr, yi, width, m, w } = stage;
  const part = m * from;
  const [ofP, ofK, toIm] = rootSteps(stage, 4);
  for (let p = 0, root = w; p < m; p++, root += ofP) {
    const w1r = kept[root]!;
    const w1i = kept[root + toIm]!;
    const w2r = kept[root + ofK]!;
    const w2i = kept[root + ofK + toIm]!;
    const w3r = kept[root + 2 * ofK]!;
    const w3i = kept[root + 2 * ofK + toIm]!;
    for (let q = 0, x = p * from, y = 4 * p * width; q < width; q++, x++, y++) {
      const ar = memory[xr + x]!;
      const ai = memory[xi + x]!;
      const br = memory[xr + x + part]!;
      const bi = memory[xi + x + part]!;
      const cr = memory[xr + x + 2 * part]!;
      const ci = memory[xi + x + 2 * part]!;
      const dr = memory[xr + x + 3 * part]!;
      const di = memory[xi + x + 3 * part]!;
      const sr = ar + cr;
      const si = ai + ci;
      const tr = ar - cr;
      const ti = ai - ci;
      const ur = br + dr;
      const ui = bi + di;
      const vr = br - dr;
      const vi = bi - di;
      const o1r = tr + vi;
      const o1i = ti - vr;
      const o2r = sr - ur;
      const o2i = si - ui;
      const o3r = tr - vi;
      const o3i = ti + vr;
      memory[yr + y] = sr + ur;
      memory[yi + y] = si + ui;
      memory[yr + y + width] = o1r * w1r - o1i * w1i;
      memory[yi + y + width] = o1r * w1i + o1i * w1r;
      memory[yr + y + 2 * width] = o2r * w2r - o2i * w2i;
      memory[yi + y + 2 * width] = o2r * w2i + o2i * w2r;
      memory[yr + y + 3 * width] = o3r * w3r - o3i * w3i;
      memory[yi + y + 3 * width] = o3r * w3i + o3i * w3r;
    }
  }
}

function radix5(memory: Float64Array, kept: Float64Array, stage: Stage): void {
  const { xr, xi, from, yr, yi, width, m, w } = stage;
  const part = m * from;
  const [ofP, ofK, toIm] = rootSteps(stage, 5);
  const c1 = 0.30901699437494745;
  const c2 = -0.8090169943749475;
  const s1 = 0.9510565162951535;
  const s2 = 0.5877852522924731;
  for (let p = 0, root = w; p < m; p++, root += ofP) {
    const w1r = kept[root]!;
    const w1i = kept[root + toIm]!;
    const w2r = kept[root + ofK]!;
    const w2i = kept[root + ofK + toIm]!;
    const w3r = kept[root + 2 * ofK]!;
    const w3i = kept[root + 2 * ofK + toIm]!;
    const w4r = kept[root + 3 * ofK]!;
    const w4i = kept[root + 3 * ofK + toIm]!;
    for (let q = 0, x = p * from, y = 5 * p * width; q < width; q++, x++, y++) {
      const ar = memory[xr + x]!;
      const ai = memory[xi + x]!;
      const t1r = memory[xr + x + part]! + memory[xr + x + 4 * part]!;
      const t1i = memory[xi + x + part]! + memory[xi + x + 4 * part]!;
      const t2r = memory[xr + x + 2 * part]! + memory[xr + x + 3 * part]!;
      const t2i = memory[xi + x + 2 * part]! + memory[xi + x + 3 * part]!;
      const t3r = memory[xr + x + part]! - memory[xr + x + 4 * part]!;
      const t3i = memory[xi + x + part]! - memory[xi + x + 4 * part]!;
      const t4r = memory[xr + x + 2 * part]! - memory[xr + x + 3 * part]!;
      const t4i = memory[xi + x + 2 * part]! - memory[xi + x + 3 * part]!;
      const m1r = ar + c1 * t1r + c2 * t2r;
      const m1i = ai + c1 * t1i + c2 * t2i;
      const m2r = ar + c2 * t1r + c1 * t2r;
      const m2i = ai + c2 * t1i + c1 * t2i;
      const n1r = s1 * t3r + s2 * t4r;
      const n1i = s1 * t3i + s2 * t4i;
      const n2r = s2 * t3r - s1 * t4r;
      const n2i = s2 * t3i - s1 * t4i;
      const o1r = m1r + n1i;
      const o1i = m1i - n1r;
      const o2r = m2r + n2i;
      const o2i = m2i - n2r;
      const o3r = m2r - n2i;
      const o3i = m2i + n2r;
      const o4r = m1r - n1i;
      const o4i = m1i + n1r;
      memory[yr + y] = ar + t1r + t2r;
      memory[yi + y] = ai + t1i + t2i;
      memory[yr + y + width] = o1r * w1r - o1i * w1i;
      memory[yi + y + width] = o1r * w1i + o1i * w1r;
      memory[yr + y + 2 * width] = o2r * w2r - o2i * w2i;
      memory[yi + y + 2 * width] = o2r * w2i + o2i * w2r;
      memory[yr + y + 3 * width] = o3r * w3r - o3i * w3i;
      memory[yi + y + 3 * width] = o3r * w3i + o3i * w3r;
      memory[yr + y + 4 * width] = o4r * w4r - o4i * w4i;
      memory[yi + y + 4 * width] = o4r * w4i + o4i * w4r;
    }
  }
}
