import { findPartner, moveAndFind, type Coordinates } from "./coordinates.ts";

/**
 * Steps in pairs of coordinates of a concave function. A step of t in coordinate i takes t·rowᵢ/scale from all slopes.
 * Lower and upper, the range of b, follow the six arrays of `Coordinates`.
 */
export interface Climb extends Coordinates {
  readonly scale: number;
  /** Each coordinate's row, counted from `coordinates`, shape (count,); −1 if absent. */
  readonly places: number;
  /**
   * Next coordinate, −1 if none gains, −2 if unknown; its partner, −2 if unknown; pairs moved; coordinates that reached
   * an end.
   */
  readonly state: number;
  /** Most pairs. */
  readonly most: number;
}

/**
 * Moves the coordinate that gains most, and the best one after it, to their joint maximum.
 *
 * @returns the coordinate whose row it needs to go on; −1 at the end
 */
export function climb(memory: Float64Array, options: Climb): number {
  const { coordinates: s, count, kink, uniform, scale, places, state, most } = options;
  const [ofB, down, up, q, lower, upper] = [1, 2, 3, 4, 6, 7].map((k) => s + k * count) as Offsets;
  const known = { coordinates: s, count, kink, uniform };
  const look = (rowA: number, a: number, rowB: number, b: number) =>
    moveAndFind(memory, { ...known, rowA, a, rowB, b });
  const inRange = (i: number, to: number) => Math.min(memory[upper + i]!, Math.max(memory[lower + i]!, to));
  const best = (i: number, at: number, slope: number): number => {
    const a = slope + memory[q + i]! * at;
    return inRange(i, (a > kink ? a - kink : a < -kink ? a + kink : 0) / memory[q + i]!);
  };
  const move = (i: number, to: number): number => {
    const by = (to - memory[ofB + i]!) / scale;
    memory[ofB + i] = to;
    if (to === memory[lower + i] || to === memory[upper + i]) memory[state + 3]!++;
    memory[down + i] = memory[lower + i]! - to;
    memory[up + i] = memory[upper + i]! - to;
    return by;
  };

  if (memory[state] === -2) memory[state] = look(s, 0, s, 0);
  while (memory[state]! >= 0 && memory[state + 2]! < most) {
    const i = memory[state]!;
    if (memory[places + i]! < 0) return i;
    const rowA = s + memory[places + i]!;
    if (memory[state + 1] === -2) {
      const coupling = 1 / (memory[q + i]! * scale * scale);
      const by = (best(i, memory[ofB + i]!, memory[s + i]!) - memory[ofB + i]!) / scale;
      memory[down + i] = memory[up + i] = 0;
      memory[state + 1] = findPartner(memory, { ...known, row: rowA, move: by, coupling });
    }
    const j = memory[state + 1]!;
    if (j < 0 || j === i) {
      memory[state] = look(rowA, move(i, best(i, memory[ofB + i]!, memory[s + i]!)), rowA, 0);
    } else {
      if (memory[places + j]! < 0) return j;
      const rowB = s + memory[places + j]!;
      const coupling = memory[rowA + j]! / scale;
      const [toI, toJ] = kink === 0 ? bestPair(i, j, coupling) : alternating(i, j, coupling);
      const a = move(i, toI);
      memory[state] = look(rowA, a, rowB, move(j, toJ));
    }
    memory[state + 1] = -2;
    memory[state + 2]!++;
  }
  return -1;

  /** Maximum of a concave quadratic over a rectangle; for nearly dependent coordinates the first's best step. */
  function bestPair(i: number, j: number, coupling: number): readonly [number, number] {
    const [bi, bj, qi, qj] = [memory[ofB + i]!, memory[ofB + j]!, memory[q + i]!, memory[q + j]!];
    const [si, sj] = [memory[s + i]!, memory[s + j]!];
    const [lowI, highI, lowJ, highJ] = [memory[lower + i]!, memory[upper + i]!, memory[lower + j]!, memory[upper + j]!];
    const determinant = qi * qj - coupling * coupling;
    const freeI = bi + (si * qj - sj * coupling) / determinant;
    const freeJ = bj + (sj * qi - si * coupling) / determinant;
    const isInside = freeI >= lowI && freeI <= highI && freeJ >= lowJ && freeJ <= highJ;
    if (isInside && determinant > 1e-6 * qi * qj) return [freeI, freeJ];
    const found = { toI: bi, toJ: bj, gain: -Infinity };
    const consider = (toI: number, toJ: number) => {
      const [x, y] = [toI - bi, toJ - bj];
      const gain = x * (si - 0.5 * qi * x - coupling * y) + y * (sj - 0.5 * qj * y);
      if (gain > found.gain) Object.assign(found, { toI, toJ, gain });
    };
    consider(best(i, bi, si), bj);
    if (isInside) consider(freeI, freeJ);
    consider(lowI, inRange(j, bj + (sj - coupling * (lowI - bi)) / qj));
    consider(highI, inRange(j, bj + (sj - coupling * (highI - bi)) / qj));
    consider(inRange(i, bi + (si - coupling * (lowJ - bj)) / qi), lowJ);
    consider(inRange(i, bi + (si - coupling * (highJ - bj)) / qi), highJ);
    return [found.toI, found.toJ];
  }

  function alternating(i: number, j: number, coupling: number): readonly [number, number] {
    let [atI, atJ, si, sj] = [memory[ofB + i]!, memory[ofB + j]!, memory[s + i]!, memory[s + j]!];
    for (let round = 0; round < 40; round++) {
      const moveI = best(i, atI, si) - atI;
      atI += moveI;
      si -= memory[q + i]! * moveI;
      sj -= coupling * moveI;
      const moveJ = best(j, atJ, sj) - atJ;
      atJ += moveJ;
      sj -= memory[q + j]! * moveJ;
      si -= coupling * moveJ;
      if (Math.abs(moveI) + Math.abs(moveJ) <= 1e-12) break;
    }
    return [inRange(i, atI), inRange(j, atJ)];
  }
}

type Offsets = [number, number, number, number, number, number];
