/** K⁻¹r by Gauss's elimination. */
export function solved(K: readonly (readonly number[])[], r: readonly number[]): number[] {
  const rows = K.map((row, i) => [...row, r[i]!]);
  rows.forEach((pivot, k) => {
    for (let i = k + 1; i < rows.length; i++) {
      const factor = rows[i]![k]! / pivot[k]!;
      for (let j = k; j <= rows.length; j++) rows[i]![j]! -= factor * pivot[j]!;
    }
  });
  for (let k = rows.length - 1; k >= 0; k--) {
    let sum = rows[k]![rows.length]!;
    for (let j = k + 1; j < rows.length; j++) sum -= rows[k]![j]! * rows[j]![rows.length]!;
    rows[k]![rows.length] = sum / rows[k]![k]!;
  }
  return rows.map((row) => row[rows.length]!);
}
