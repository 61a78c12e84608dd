/**
 * Indices of values from the highest to the lowest, equal ones from left to right, by radix sort: ten times faster
 * for the points of a field than a sort that calls a comparison.
 *
 * @param values all finite
 */
export function descendingOrder(values: Float64Array): Uint32Array {
  const n = values.length;
  const keys = descendingKeys(values);
  let order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  let next = new Uint32Array(n);
  const ends = new Uint32Array(digits + 1);
  for (let digit = 0; digit < 4; digit++) {
    ends.fill(0);
    for (let i = 0; i < n; i++) ends[keys[4 * i + digit]! + 1]!++;
    for (let d = 0; d < digits; d++) ends[d + 1]! += ends[d]!;
    for (let k = 0; k < n; k++) {
      const i = order[k]!;
      next[ends[keys[4 * i + digit]!]!++] = i;
    }
    [order, next] = [next, order];
  }
  return order;
}

const digits = 1 << 16;

/** Four digits for each value, the least first, which grow as the value falls: its bits, complemented if it is positive. */
function descendingKeys(values: Float64Array): Uint16Array {
  const keys = new Uint16Array(values.slice().buffer);
  for (let i = 0; i < values.length; i++) {
    if (keys[4 * i + 3]! >>> 15 === 1) continue;
    for (let digit = 0; digit < 3; digit++) keys[4 * i + digit] = ~keys[4 * i + digit]!;
    keys[4 * i + 3] = ~keys[4 * i + 3]! & 0x7fff;
  }
  return keys;
}
