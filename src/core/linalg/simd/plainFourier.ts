import type { FourierTransforms } from "./operations.ts";

const block = 8;

/** fourier.as in TypeScript. `kept` holds the plans. */
export function fourier(memory: Float64Array, kept: Float64Array, { plan, re, im, batch, work }: FourierTransforms): void {
  const length = kept[plan]!;
  for (let c = 0, count; c < batch; c += count) {
    // Never one alone: the plan is for several.
    count = batch - c <= block + 1 ? batch - c : block;
    const size = length * count;
    const to = workTarget(kept, plan, count, work);
    const [fromRe, fromIm] = [re + c, im + c];
    transform(memory, kept, { plan, fromRe, fromIm, row: batch, batch: count, work, toRe: to, toIm: to + size });
    for (let j = 0, from = to, here = c; j < length; j++, from += count, here += batch) {
      memory.copyWithin(re + here, from, from + count);
      memory.copyWithin(im + here, from + size, from + size + count);
    }
  }
}

/** The half of `work` to which `transform` writes without copying. */
export function workTarget(kept: Float64Array, plan: number, batch: number, work: number): number {
  return kept[plan + 1]! % 2 === 1 ? work : work + 2 * kept[plan]! * batch;
}

/**
 * Transforms of `batch` sequences, whose rows are `row` numbers apart, through the two halves of `work`, to where rows
 * lie close; which may be the same place, or `workTarget`.
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
    work,
    toRe,
    toIm,
  }: {
    readonly plan: number;
    readonly fromRe: number;
    readonly fromIm: number;
    readonly row: number;
    readonly batch: number;
    readonly work: number;
    readonly toRe: number;
    readonly toIm: number;
  },
): void {
  const length = kept[plan]!;
  const stages = kept[plan + 1]!;
  const size = length * batch;
  const w = plan + 2 + stages;
  const place = { xr: fromRe, xi: fromIm, from: row, yr: 0, yi: 0, width: batch, m: length, w, byRoot: batch === 1 };
  for (let i = 0; i < stages; i++) {
    const radix = kept[plan + 2 + i]!;
    const ends = i === stages - 1 && (i > 0 || fromRe !== toRe);
    const target = i % 2 === 1 ? work + 2 * size : work;
    place.yr = ends ? toRe : target;
    place.yi = ends ? toIm : target + size;
    place.m /= radix;
    stageOf[radix as 2 | 3 | 4 | 5](memory, kept, place);
    place.w += 2 * (radix - 1) * (place.byRoot ? place.m : place.m - 1);
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
  /** Where the roots are: for each k all of p, or for each p from 1 on all of k. */
  readonly w: number;
  readonly byRoot: boolean;
}

/** e^(−2πikp/rm) of a stage, at [0] and [1]. */
function setRoot(root: Float64Array, kept: Float64Array, { m, w, byRoot }: Stage, radix: number, p: number, k: number): void {
  if (p === 0) {
    root[0] = 1;
    root[1] = 0;
    return;
  }
  const at = byRoot ? w + 2 * (k - 1) * m + p : w + 2 * ((p - 1) * (radix - 1) + k - 1);
  root[0] = kept[at]!;
  root[1] = kept[byRoot ? at + m : at + 1]!;
}

const root1 = new Float64Array(2);
const root2 = new Float64Array(2);
const root3 = new Float64Array(2);
const root4 = new Float64Array(2);

const stageOf = { 2: radix2, 3: radix3, 4: radix4, 5: radix5 };

function radix2(memory: Float64Array, kept: Float64Array, stage: Stage): void {
  const { xr, xi, from, yr, yi, width, m } = stage;
  const part = m * from;
  for (let p = 0; p < m; p++) {
    setRoot(root1, kept, stage, 2, p, 1);
    const [wr, wi] = root1 as unknown as [number, number];
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
  const { xr, xi, from, yr, yi, width, m } = stage;
  const part = m * from;
  const h = 0.8660254037844386;
  for (let p = 0; p < m; p++) {
    setRoot(root1, kept, stage, 3, p, 1);
    setRoot(root2, kept, stage, 3, p, 2);
    const [w1r, w1i] = root1 as unknown as [number, number];
    const [w2r, w2i] = root2 as unknown as [number, number];
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
  const { xr, xi, from, yr, yi, width, m } = stage;
  const part = m * from;
  for (let p = 0; p < m; p++) {
    setRoot(root1, kept, stage, 4, p, 1);
    setRoot(root2, kept, stage, 4, p, 2);
    setRoot(root3, kept, stage, 4, p, 3);
    const [w1r, w1i] = root1 as unknown as [number, number];
    const [w2r, w2i] = root2 as unknown as [number, number];
    const [w3r, w3i] = root3 as unknown as [number, number];
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
  const { xr, xi, from, yr, yi, width, m } = stage;
  const part = m * from;
  const c1 = 0.30901699437494745;
  const c2 = -0.8090169943749475;
  const s1 = 0.9510565162951535;
  const s2 = 0.5877852522924731;
  for (let p = 0; p < m; p++) {
    setRoot(root1, kept, stage, 5, p, 1);
    setRoot(root2, kept, stage, 5, p, 2);
    setRoot(root3, kept, stage, 5, p, 3);
    setRoot(root4, kept, stage, 5, p, 4);
    const [w1r, w1i] = root1 as unknown as [number, number];
    const [w2r, w2i] = root2 as unknown as [number, number];
    const [w3r, w3i] = root3 as unknown as [number, number];
    const [w4r, w4i] = root4 as unknown as [number, number];
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
