import { bumpsAnywhere } from "../../../../../src/core/privacy/sensitivity/search/bumpsByInterval.ts";
import type { LineSums } from "../../../../../src/core/privacy/sensitivity/search/ridgeHollows.ts";

const step = 0.002;
const lowest = -2;

/** Sums over a line of the lattice, from their definition. */
export function lineSums(degree: number, deviation: number): LineSums {
  const whole = new Float64Array(2501);
  const bent = new Float64Array(2501);
  for (let i = 0; i < whole.length; i++) {
    for (let nu = 0; nu <= degree; nu++) {
      const t2 = ((nu / degree - lowest - i * step) / deviation) ** 2;
      whole[i]! += Math.exp(-0.5 * t2);
      bent[i]! += (1 - t2) * Math.exp(-0.5 * t2);
    }
  }
  return { lowest, step, whole, bent };
}

/** What each axis sees of its bumps. */
export function seenBy(degree: number, [r, s]: readonly [number, number]) {
  return [bumpsAnywhere({ degree, deviation: r }), bumpsAnywhere({ degree, deviation: s })] as const;
}
