export function copy(memory: Float64Array, from: number, to: number, count: number): void {
  for (let i = 0; i < count; i++) memory[to + i] = memory[from + i]!;
}

export function lastOf(kept: Float64Array, plan: number, a: number, b: number): number {
  return integer(kept[plan + 1]) % 2 === 1 ? a : b;
}

export function integer(value: number | undefined): number {
  return value! | 0;
}

/**
 * X_k = Σ_j x_j e^(−2πijk/N) of several sequences, element j of sequence c at j·batch + c, through a and b in turn,
 * each of 2N·batch numbers. The target may be the source or the result of `lastOf`; then b may be the source. With real
 * and imaginary parts exchanged, the exponent has the other sign.
 */
export function transform(
  memory: Float64Array,
  kept: Float64Array,
  {
    plan,
    fromRe,
    fromIm,
    batch,
    a,
    b,
    toRe,
    toIm,
  }: {
    /** From keptFourierPlan; for a single transform if batch is 1. */
    readonly plan: number;
    readonly fromRe: number;
    readonly fromIm: number;
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
  const place = { xr: fromRe, xi: fromIm, yr: 0, yi: 0, width: batch, m: length, w, byRoot: batch === 1 };
  for (let i = 0; i < stages; i++) {
    const radix = integer(kept[plan + 2 + i]);
    const ends = i === stages - 1 && (i > 0 || fromRe !== toRe);
    const target = i % 2 === 1 ? b : a;
    place.yr = ends ? toRe : target;
    place.yi = ends ? toIm : target + size;
    place.m = integer(place.m / radix);
    if (radix === 2) radix2(memory, kept, place);
    else if (radix === 4) radix4(memory, kept, place);
    else oddRadix(radix as 3 | 5, memory, kept, place);
    place.w += 2 * (radix - 1) * place.m;
    place.xr = place.yr;
    place.xi = place.yi;
    place.width *= radix;
    place.byRoot = false;
  }
  if (place.xr !== toRe) {
    memory.copyWithin(toRe, place.xr, place.xr + size);
    memory.copyWithin(toIm, place.xi, place.xi + size);
  }
}

/** From x[p + k·m, q] to y[r·p + k, q], in rows of `width`. */
interface Stage {
  readonly xr: number;
  readonly xi: number;
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

function radix2(memory: Float64Array, kept: Float64Array, stage: Stage): void {
  const { xr, xi, yr, yi, width, m, w } = stage;
  const part = m * width;
  const [ofP, , toIm] = rootSteps(stage, 2);
  for (let p = 0, root = w; p < m; p++, root += ofP) {
    const wr = kept[root]!;
    const wi = kept[root + toIm]!;
    for (let q = 0, x = p * width, y = 2 * p * width; q < width; q++, x++, y++) {
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

function radix4(memory: Float64Array, kept: Float64Array, stage: Stage): void {
  const { xr, xi, yr, yi, width, m, w } = stage;
  const part = m * width;
  const [ofP, ofK, toIm] = rootSteps(stage, 4);
  for (let p = 0, root = w; p < m; p++, root += ofP) {
    const w1r = kept[root]!;
    const w1i = kept[root + toIm]!;
    const w2r = kept[root + ofK]!;
    const w2i = kept[root + ofK + toIm]!;
    const w3r = kept[root + 2 * ofK]!;
    const w3i = kept[root + 2 * ofK + toIm]!;
    for (let q = 0, x = p * width, y = 4 * p * width; q < width; q++, x++, y++) {
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

const c1 = 0.30901699437494745;
const c2 = -0.8090169943749475;
const s1 = 0.9510565162951535;
const s2 = 0.5877852522924731;
const h = 0.8660254037844386;

const angles = {
  3: { cosines: [1, -0.5, -0.5], sines: [0, h, -h] },
  5: { cosines: [1, c1, c2, c2, c1], sines: [0, s1, s2, -s2, -s1] },
} as const;

function oddRadix(radix: 3 | 5, memory: Float64Array, kept: Float64Array, stage: Stage): void {
  const { xr, xi, yr, yi, width, m, w } = stage;
  const part = m * width;
  const [ofP, ofK, toIm] = rootSteps(stage, radix);
  const { cosines, sines } = angles[radix];
  const half = radix >> 1;
  const [tr, ti, ur, ui] = [0, 1, 2, 3].map(() => new Float64Array(half + 1)) as [Doubles, Doubles, Doubles, Doubles];
  for (let p = 0; p < m; p++) {
    const turnTo = (k: number, y: number, re: number, im: number) => {
      const wr = kept[w + p * ofP + (k - 1) * ofK]!;
      const wi = kept[w + p * ofP + (k - 1) * ofK + toIm]!;
      memory[yr + y + k * width] = re * wr - im * wi;
      memory[yi + y + k * width] = re * wi + im * wr;
    };
    for (let q = 0, x = p * width, y = radix * p * width; q < width; q++, x++, y++) {
      let sumR = memory[xr + x]!;
      let sumI = memory[xi + x]!;
      const [ar, ai] = [sumR, sumI];
      for (let j = 1; j <= half; j++) {
        const [here, there] = [x + j * part, x + (radix - j) * part];
        tr[j] = memory[xr + here]! + memory[xr + there]!;
        ti[j] = memory[xi + here]! + memory[xi + there]!;
        ur[j] = memory[xr + here]! - memory[xr + there]!;
        ui[j] = memory[xi + here]! - memory[xi + there]!;
        sumR += tr[j]!;
        sumI += ti[j]!;
      }
      memory[yr + y] = sumR;
      memory[yi + y] = sumI;
      for (let k = 1; k <= half; k++) {
        let [mr, mi, nr, ni] = [ar, ai, 0, 0];
        for (let j = 1; j <= half; j++) {
          const [c, s] = [cosines[(j * k) % radix]!, sines[(j * k) % radix]!];
          mr += c * tr[j]!;
          mi += c * ti[j]!;
          nr += s * ur[j]!;
          ni += s * ui[j]!;
        }
        turnTo(k, y, mr + ni, mi - nr);
        turnTo(radix - k, y, mr - ni, mi + nr);
      }
    }
  }
}

type Doubles = Float64Array<ArrayBuffer>;
