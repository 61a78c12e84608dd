/** Σ wᵢ/δᵢ and Σ wᵢ/δᵢ², with δᵢ = (pᵢ − origin) − shift: the first `split` poles go to out[0, 1], the rest to out[2, 3]. */
export interface PoleSums {
  readonly poles: number;
  readonly weights: number;
  readonly count: number;
  readonly split: number;
  readonly origin: number;
  readonly shift: number;
  readonly out: number;
}

export function poleSums(memory: Float64Array, { poles, weights, count, split, origin, shift, out }: PoleSums): void {
  for (const [start, end, to] of [[0, split, out], [split, count, out + 2]] as const) {
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
