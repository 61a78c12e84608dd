/** Infinite numbers count but have no step. */
export function sharesBelow(values: Float64Array): readonly { readonly at: number; readonly share: number }[] {
  const sorted = values.filter((value) => value < Infinity).sort();
  return Array.from(sorted, (at, i) => ({ at, share: (i + 1) / values.length }));
}

/** Kolmogorov–Smirnov; 0 if one is empty. */
export function largestGap(first: Float64Array, second: Float64Array): number {
  if (first.length === 0 || second.length === 0) return 0;
  const [a, b] = [first.slice().sort(), second.slice().sort()];
  let [i, j, gap] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const at = Math.min(a[i]!, b[j]!);
    while (i < a.length && a[i]! <= at) i++;
    while (j < b.length && b[j]! <= at) j++;
    gap = Math.max(gap, Math.abs(i / a.length - j / b.length));
  }
  return gap;
}

/** Upper median of the finite numbers; NaN for none. */
export function middleOf(values: Float64Array): number {
  const sorted = values.filter((value) => value < Infinity).sort();
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
