/** Number of places where some double x makes fl(e + fl(s x)) = r, for estimate e, released r and known scale s. */
export function reachablePlaces(estimate: Float64Array, scale: number, released: Float64Array): number {
  return released.reduce((count, value, i) => count + Number(isReachable(estimate[i]!, scale, value)), 0);
}

function isReachable(e: number, s: number, r: number): boolean {
  // Rounding is monotone: the y that give r are neighbours, next to r − e.
  const start = r - e;
  let y = start;
  for (let step = 0; step < 3; step++) y = neighbour(y, -1);
  // A product lies among every few neighbours.
  for (let step = 0; step < 7; step++, y = neighbour(y, 1)) {
    if (e + y === r && isProduct(s, y)) return true;
  }
  return false;
}

function isProduct(s: number, y: number): boolean {
  let x = y / s;
  for (let step = 0; step < 2; step++) x = neighbour(x, -1);
  for (let step = 0; step < 5; step++, x = neighbour(x, 1)) if (s * x === y) return true;
  return false;
}

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
/** Index of the word with the last bits. */
const low = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 0 : 1;

/** The next double above (direction 1) or below (−1). */
export function neighbour(x: number, direction: 1 | -1): number {
  if (x === 0) return direction * Number.MIN_VALUE;
  double[0] = x;
  if (x > 0 === direction > 0) {
    words[low]!++;
    if (words[low] === 0) words[1 - low]!++;
  } else {
    if (words[low] === 0) words[1 - low]!--;
    words[low]!--;
  }
  return double[0];
}
