/**
 * out + Σ_k weights[from + k]·columns[k], in place of `out` and four columns at a time; as many weights as columns are read.
 */
export function addColumns(out: Float64Array, columns: readonly Float64Array[], weights: Float64Array, from = 0): void {
  const whole = columns.length - (columns.length % 4);
  for (let k = 0; k < whole; k += 4) {
    const [a, b, c, d] = [columns[k]!, columns[k + 1]!, columns[k + 2]!, columns[k + 3]!];
    const [wa, wb, wc, wd] = [weights[from + k]!, weights[from + k + 1]!, weights[from + k + 2]!, weights[from + k + 3]!];
    for (let i = 0; i < out.length; i++) out[i]! += wa * a[i]! + wb * b[i]! + (wc * c[i]! + wd * d[i]!);
  }
  for (let k = whole; k < columns.length; k++) {
    const column = columns[k]!;
    const weight = weights[from + k]!;
    for (let i = 0; i < out.length; i++) out[i]! += weight * column[i]!;
  }
}
