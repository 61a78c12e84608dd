/**
 * Coordinates bᵢ of a concave function, each with its gain along its own axis,
 *
 *     sᵢ tᵢ − qᵢ tᵢ²/2 − w(|bᵢ + tᵢ| − |bᵢ|),   downᵢ ≤ tᵢ ≤ upᵢ.
 */
export interface Coordinates {
  /** s, b, down ≤ 0, up ≥ 0, q > 0 and 1/q, of shape (count,) each. */
  readonly coordinates: number;
  /** Even; down = up = 0 never gains. */
  readonly count: number;
  /** w ≥ 0. */
  readonly kink: number;
  readonly uniform: boolean;
}

/** s −= a A + b B, for rows of shape (count,). */
interface Move extends Coordinates {
  readonly rowA: number;
  readonly a: number;
  readonly rowB: number;
  readonly b: number;
}

/** s − move·row in place of s, divided by max(1 − coupling·row²/q, 10⁻⁶). */
interface Partner extends Coordinates {
  readonly row: number;
  readonly move: number;
  readonly coupling: number;
}

export function moveAndFind(memory: Float64Array, move: Move): number {
  const { coordinates, count, rowA, a, rowB, b } = move;
  let found = -1;
  let most = 0;
  for (let i = 0; i < count; i++) {
    const slope = memory[coordinates + i]! - (a * memory[rowA + i]! + b * memory[rowB + i]!);
    memory[coordinates + i] = slope;
    const gain = gainOf(memory, move, i, slope);
    if (gain > most) {
      most = gain;
      found = i;
    }
  }
  return found;
}

export function findPartner(memory: Float64Array, partner: Partner): number {
  const { coordinates, count, row, move, coupling } = partner;
  let found = -1;
  let most = 0;
  for (let i = 0; i < count; i++) {
    const k = memory[row + i]!;
    const alone = gainOf(memory, partner, i, memory[coordinates + i]! - move * k);
    const gain = alone / Math.max(1e-6, 1 - k * k * coupling * memory[coordinates + 5 * count + i]!);
    if (gain > most) {
      most = gain;
      found = i;
    }
  }
  return found;
}

function gainOf(memory: Float64Array, { coordinates, count, kink }: Coordinates, i: number, slope: number): number {
  const at = coordinates + i;
  const b = memory[at + count]!;
  const curvature = memory[at + 4 * count]!;
  const a = slope + curvature * b;
  const free = (a > kink ? a - kink : a < -kink ? a + kink : 0) * memory[at + 5 * count]! - b;
  const down = memory[at + 2 * count]!;
  const up = memory[at + 3 * count]!;
  const step = free < down ? down : free > up ? up : free;
  return step * (slope - 0.5 * curvature * step) - kink * (Math.abs(b + step) - Math.abs(b));
}
