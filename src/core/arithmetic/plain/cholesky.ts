/**
 * The lower triangle of a symmetric matrix by panels of four rows. Panel I begins 8I(I + 1) doubles after the first;
 * element (4I + l, s), s < 4(I + 1), is 4s + l after that.
 */
export interface LowerPanels {
  readonly panels: number;
  /** A quarter of the rows. */
  readonly count: number;
}

export function factorPanels(memory: Float64Array, { panels, count }: LowerPanels): number {
  const place = (i: number) => panels + 8 * (i >> 2) * ((i >> 2) + 1) + (i & 3);
  for (let i = 0; i < 4 * count; i++) {
    const row = place(i);
    for (let j = 0; j <= i; j++) {
      const other = place(j);
      let sum = memory[row + 4 * j]!;
      for (let s = 0; s < 4 * j; s += 4) sum -= memory[row + s]! * memory[other + s]!;
      if (j < i) memory[row + 4 * j] = sum / memory[other + 4 * j]!;
      else if (sum > 0 && sum < Infinity) memory[row + 4 * i] = Math.sqrt(sum);
      else return i;
    }
    for (let j = i + 1; j <= (i | 3); j++) memory[row + 4 * j] = 0;
  }
  return -1;
}
