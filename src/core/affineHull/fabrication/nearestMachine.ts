import type { DeepAffineHullMachine } from "../machine/deepAffineHullMachine.ts";
import { pointCount, type Points } from "../../points.ts";
import type { Unit } from "./fabricatedBranches.ts";

export interface Nearest {
  /** From the nearest image. */
  readonly distance: Float64Array;
  /** Its class, from 0 on. */
  readonly label: Float64Array;
  /** From 0 on. */
  readonly party: Float64Array;
  readonly image: Points;
  /** Points where memberships nearly vanish (errata K6). */
  readonly doubtful: readonly number[];
}

const pointsAtOnce = 4000;

/** Nearest machine of each point; ties: lowest class, then first party. */
export function* nearestOf(
  machines: readonly (Unit & { readonly machine: DeepAffineHullMachine })[],
  at: Points,
): Generator<number, Nearest> {
  const p = at.dimension;
  const m = pointCount(at);
  const distance = new Float64Array(m).fill(Infinity);
  const label = new Float64Array(m);
  const party = new Float64Array(m);
  const image = new Float64Array(m * p);
  const doubtful = new Uint8Array(m);
  const byClass = machines.toSorted((a, b) => a.class - b.class);
  for (let first = 0; first < m; first += pointsAtOnce) {
    const end = Math.min(m, first + pointsAtOnce);
    const part = { dimension: p, coordinates: at.coordinates.subarray(first * p, end * p) };
    for (const { machine, ...unit } of byClass) {
      const own = machine.evaluate(part);
      const doubts = new Set(own.doubtful);
      for (let q = first; q < end; q++) {
        const d = own.distance[q - first]!;
        if (!(d < distance[q]!)) continue;
        distance[q] = d;
        label[q] = unit.class;
        party[q] = unit.party;
        image.set(own.image.coordinates.subarray((q - first) * p, (q - first + 1) * p), q * p);
        doubtful[q] = doubts.has(q - first) ? 1 : 0;
      }
      yield (first + end) / (2 * m);
    }
  }
  const doubts = Array.from({ length: m }, (_, q) => q).filter((q) => doubtful[q] === 1);
  return { distance, label, party, image: { dimension: p, coordinates: image }, doubtful: doubts };
}
