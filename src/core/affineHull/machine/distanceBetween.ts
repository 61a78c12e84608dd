/** ‖a − b‖ of rows that begin at the same place; ∞ where b is NaN. */
export function distanceBetween(a: Float64Array, b: Float64Array, from: number, p: number): number {
  let sum = 0;
  for (let k = from; k < from + p; k++) {
    const difference = a[k]! - b[k]!;
    sum += difference * difference;
  }
  if (sum < Infinity) return Math.sqrt(sum);
  let largest = 0;
  for (let k = from; k < from + p; k++) largest = Math.max(largest, Math.abs(a[k]! - b[k]!));
  if (!(largest < Infinity)) return Infinity;
  sum = 0;
  for (let k = from; k < from + p; k++) sum += ((a[k]! - b[k]!) / largest) ** 2;
  return largest * Math.sqrt(sum);
}
