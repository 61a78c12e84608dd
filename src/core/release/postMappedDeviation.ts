import { functionalDeviation, type DeviationOf, type NoiseLaw } from "./noiseLaw.ts";

interface Carrying {
  readonly terms: readonly { readonly from: ArrayLike<number>; readonly weights: ArrayLike<number> }[];
}

/**
 * Deviations under a post-map. Variances of groups add.
 *
 * @returns undefined in a plane whose post-map does more than multiply by a number
 */
export function postMappedDeviation(law: NoiseLaw, carried: Carrying | undefined): DeviationOf {
  const { axes } = law.grid;
  const size = axes.reduce((product, { count }) => product * count, 1);
  return (parts, group, less, other) => {
    const groups = other === undefined ? [group] : [group, other];
    if (!carried || axes.length > 1) {
      const factors = groups.map((of) => (carried ? factorOf(carried, of * size, size) : 1));
      if (!factors.every((factor) => factor !== undefined)) return undefined;
      return Math.hypot(...factors) * functionalDeviation(law, parts, less);
    }
    const [weights] = parts as [Float64Array];
    const functions = new Map<number, Float64Array>();
    for (const term of carried.terms) {
      groups.forEach((of, k) => {
        for (let i = 0; i < weights.length; i++) {
          const at = of * weights.length + i;
          const from = term.from[at]!;
          const copy = Math.floor(from / size);
          const own = functions.get(copy) ?? new Float64Array(size);
          functions.set(copy, own);
          own[from % size]! += (k === 0 ? 1 : -1) * weights[i]! * term.weights[at]!;
        }
      });
    }
    return Math.hypot(...[...functions.values()].map((own) => functionalDeviation(law, [own])));
  };
}

function factorOf({ terms }: Carrying, first: number, size: number): number | undefined {
  const [term] = terms;
  const factor = term?.weights[first];
  if (!term || terms.length > 1 || factor === undefined) return undefined;
  for (let i = first; i < first + size; i++) if (term.from[i] !== i || term.weights[i] !== factor) return undefined;
  return Math.abs(factor);
}
