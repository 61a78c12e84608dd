export function exponentials(memory: Float64Array, values: number, count: number): void {
  for (let i = values; i < values + count; i++) memory[i] = Math.exp(memory[i]!);
}
