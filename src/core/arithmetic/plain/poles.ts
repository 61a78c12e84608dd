/** Σ wᵢ/δᵢ and Σ wᵢ/δᵢ², δᵢ = (pᵢ − origin) − shift: the first `split` poles go to out[0, 1], the rest to out[2, 3]. */
export interface PoleSums {
  readonly poles: number;
  readonly weights: number;
  readonly count: number;
  readonly split: number;
  readonly origin: number;
  readonly shift: number;
  readonly out: number;
}

/**
 * Eigenvectors of diag(p) + zzᵀ, of length 1, where z makes the eigenvalues exactly the λⱼ:
 *
 *     vⱼᵢ ∝ zᵢ/(pᵢ − λⱼ),  zᵢ² = −Πⱼ (pᵢ − λⱼ) / Π_{j≠i} (pᵢ − pⱼ),  pᵢ − λⱼ as (pᵢ − originⱼ) − shiftⱼ.
 */
export interface SecularVectors {
  /** Distinct, shape (count,). */
  readonly poles: number;
  /** As in `SecularRoot`. */
  readonly origins: number;
  readonly shifts: number;
  /** Row j holds vⱼ, element i in place placesᵢ. */
  readonly secular: number;
  readonly count: number;
  readonly signs: number;
  /** 32-bit integers. */
  readonly places: number;
  /** 2·count doubles. */
  readonly scratch: number;
}

export function poleSums(memory: Float64Array, { poles, weights, count, split, origin, shift, out }: PoleSums): void {
  for (const [start, end, to] of [
    [0, split, out],
    [split, count, out + 2],
  ] as const) {
    let sum = 0;
    let slope = 0;
    for (let i = start; i < end; i++) {
      const inverse = 1 / (memory[poles + i]! - origin - shift);
      const term = memory[weights + i]! * inverse;
      sum += term;
      slope += term * inverse;
    }
    memory[to] = sum;
    memory[to + 1] = slope;
  }
}

export function secularVectors(
  memory: Float64Array,
  { poles, origins, shifts, secular, count, signs, places, scratch }: SecularVectors,
): void {
  const place = new Int32Array(memory.buffer, memory.byteOffset + 8 * places, count);
  const [z, vector] = [scratch, scratch + count];
  const fromRoot = (i: number, j: number) => memory[poles + i]! - memory[origins + j]! - memory[shifts + j]!;
  memory.fill(1, z, z + count);
  for (let j = 0; j < count; j++) {
    const pole = memory[poles + j]!;
    for (let i = 0; i < count; i++) {
      const apart = i === j ? 1 : memory[poles + i]! - pole;
      memory[z + i]! *= fromRoot(i, j) / apart;
    }
  }
  for (let i = 0; i < count; i++) memory[z + i] = memory[signs + i]! * Math.sqrt(-memory[z + i]!);
  for (let j = 0, row = secular; j < count; j++, row += count) {
    let square = 0;
    for (let i = 0; i < count; i++) {
      const v = memory[z + i]! / fromRoot(i, j);
      memory[vector + i] = v;
      square += v * v;
    }
    const scale = 1 / Math.sqrt(square);
    for (let i = 0; i < count; i++) memory[row + place[i]!] = scale * memory[vector + i]!;
  }
}
