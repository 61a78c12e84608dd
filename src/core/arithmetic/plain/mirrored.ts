/**
 * A matrix that commutes with the mirror, M(i, ν) = M(count − 1 − i, n − 1 − ν), as two halves: rows acting on even and
 * on odd vectors, given by their lower ⌈n/2⌉ and ⌊n/2⌋ numbers. Row i is at even + i·stride and odd + i·stride. Any
 * matrix has this form if `kept` = `count`.
 */
export interface MirroredMatrix {
  readonly even: number;
  readonly odd: number;
  /** Even, ≥ ⌈n/2⌉; filled up with zeros. */
  readonly stride: number;
  readonly n: number;
  /** `count`, or ⌈count/2⌉ if the other rows are mirror images. */
  readonly kept: number;
  readonly count: number;
}

/** For one vector; y may be x. */
export interface MirroredVector extends MirroredMatrix {
  readonly x: number;
  readonly y: number;
  /**
   * If ≥ 0: at bands + 3i the first column of row i, the column before which its halves are equal, and the end; both
   * halves are 0 outside.
   */
  readonly bands: number;
  /** Even: 2·stride numbers of scratch. */
  readonly work: number;
}

/** y(o, i, j) = Σ_ν M(i, ν) x(o, ν, j) for ν < n, i < count, o < outer, j < inner; the last index varies fastest. */
export interface MirroredProduct extends Omit<MirroredMatrix, "even" | "odd" | "stride"> {
  /** M in the form of `mirroredPanels`. */
  readonly panels: number;
  readonly x: number;
  readonly y: number;
  readonly outer: number;
  readonly inner: number;
  /**
   * If inner = 1: distance of y(o, 0) and y(o + 1, 0): `count`, or one less if kept < count; then a vector's first
   * number replaces the last of the one before.
   */
  readonly apart: number;
  /** True if x(o, ν, j) is the even part of a vector for ν < ⌈n/2⌉, then its odd part. */
  readonly isFolded: boolean;
  /** Even: mirroredWork(n) numbers of scratch. */
  readonly work: number;
}

/** Four vectors, folded, and four 4×4 tiles. */
export function mirroredWork(n: number): number {
  return 8 * Math.ceil(n / 2) + 64;
}

/** The even halves of four rows, then the odd ones. */
function panelSize(n: number): number {
  return 8 * Math.ceil(n / 2);
}

export function mirroredPanelsSize({ n, kept }: { readonly n: number; readonly kept: number }): number {
  return panelSize(n) * Math.ceil(kept / 4);
}

/**
 * The rows of a mirrored matrix in panels of four, the numbers of a column side by side.
 *
 * @param even,odd halves of `kept` rows, `stride` apart
 */
export function mirroredPanels({
  even,
  odd,
  stride,
  n,
  kept,
}: {
  readonly even: Float64Array;
  readonly odd: Float64Array;
  readonly stride: number;
  readonly n: number;
  readonly kept: number;
}): Float64Array {
  const panels = new Float64Array(mirroredPanelsSize({ n, kept }));
  const evenSize = Math.ceil(n / 2);
  const size = panelSize(n);
  for (let i = 0; i < 4 * Math.ceil(kept / 4); i++) {
    const row = Math.min(i, kept - 1) * stride;
    let to = Math.floor(i / 4) * size + (i % 4);
    for (let nu = row; nu < row + evenSize; nu++, to += 4) panels[to] = even[nu]!;
    for (let nu = row; nu < row + n - evenSize; nu++, to += 4) panels[to] = odd[nu]!;
  }
  return panels;
}

export function mirroredVector(memory: Float64Array, product: MirroredVector): void {
  const { x, y, even, odd, stride, bands, n, kept, count, work } = product;
  fold(memory, { from: x, step: 1, n, to: work, odd: work + stride });
  const most = Math.ceil(n / 2);
  for (let i = 0; i < kept; i++) {
    const first = bands < 0 ? 0 : memory[bands + 3 * i]!;
    const equal = bands < 0 ? 0 : memory[bands + 3 * i + 1]!;
    const end = bands < 0 ? most : memory[bands + 3 * i + 2]!;
    let E = 0;
    let O = 0;
    for (let nu = first; nu < equal; nu++) {
      E += memory[even + i * stride + nu]! * memory[work + nu]!;
      O += memory[even + i * stride + nu]! * memory[work + stride + nu]!;
    }
    for (let nu = equal; nu < end; nu++) {
      E += memory[even + i * stride + nu]! * memory[work + nu]!;
      O += memory[odd + i * stride + nu]! * memory[work + stride + nu]!;
    }
    if (kept < count) memory[y + count - 1 - i] = E - O;
    memory[y + i] = E + O;
  }
}

export function mirroredProduct(memory: Float64Array, product: MirroredProduct): void {
  const { x, y, panels, n, kept, count, outer, inner, apart, isFolded, work } = product;
  const evenSize = Math.ceil(n / 2);
  const size = panelSize(n);
  for (let o = 0; o < outer; o++) {
    for (let j = 0; j < inner; j++) {
      const from = x + o * n * inner + j;
      if (isFolded) for (let nu = 0; nu < n; nu++) memory[work + nu] = memory[from + nu * inner]!;
      else fold(memory, { from, step: inner, n, to: work, odd: work + evenSize });
      const to = inner === 1 ? y + o * apart : y + o * count * inner + j;
      for (let i = 0; i < kept; i++) {
        let E = 0;
        let O = 0;
        let row = panels + Math.floor(i / 4) * size + (i % 4);
        for (let nu = 0; nu < evenSize; nu++, row += 4) E += memory[row]! * memory[work + nu]!;
        for (let nu = evenSize; nu < n; nu++, row += 4) O += memory[row]! * memory[work + nu]!;
        if (kept < count) memory[to + (count - 1 - i) * inner] = E - O;
        memory[to + i * inner] = E + O;
      }
    }
  }
}

interface Folded {
  readonly from: number;
  readonly step: number;
  readonly n: number;
  readonly to: number;
  readonly odd: number;
}

/** (x_ν ± x_(n−1−ν))/2; the odd part has a 0 for a middle. */
function fold(memory: Float64Array, { from, step, n, to, odd }: Folded): void {
  const oddSize = Math.floor(n / 2);
  for (let nu = 0; nu < oddSize; nu++) {
    const here = memory[from + nu * step]! / 2;
    const there = memory[from + (n - 1 - nu) * step]! / 2;
    memory[to + nu] = here + there;
    memory[odd + nu] = here - there;
  }
  if (n % 2 === 1) {
    memory[to + oddSize] = memory[from + oddSize * step]!;
    memory[odd + oddSize] = 0;
  }
}
