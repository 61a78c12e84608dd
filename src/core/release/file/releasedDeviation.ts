import { functionalDeviation, type NoiseLaw } from "../noiseLaw.ts";
import type { ReleaseFile } from "./releaseFile.ts";

/**
 * Standard deviation of the noise of linear functionals of shown values; undefined if the file has no law of the
 * noise, or an axis is too long.
 *
 * A functional of values under a post-map is one of the numbers: its weights are carried back. Functions of groups have
 * independent noise, so their variances add.
 *
 * @returns deviation of a product of one functional per axis, of the function of a group (0 if there is one function);
 *   undefined in a plane whose post-map does more than multiply by a number
 */
export function releasedDeviation({
  mechanism: { noise },
  view: { carried },
}: Pick<ReleaseFile, "mechanism" | "view">):
  | ((parts: readonly Float64Array[], group: number) => number | undefined)
  | undefined {
  if (!noise || noise.axes.some(({ count }) => count > longestAxis)) return undefined;
  const { axes, ...rest } = noise;
  const law: NoiseLaw = { ...rest, grid: { axes } };
  if (!carried) return (parts) => functionalDeviation(law, parts);
  const size = axes.reduce((product, { count }) => product * count, 1);
  return (parts, group) => {
    if (axes.length > 1) {
      const factor = factorOf(carried, group * size, size);
      return factor === undefined ? undefined : factor * functionalDeviation(law, parts);
    }
    const [weights] = parts as [Float64Array];
    const functions = new Map<number, Float64Array>();
    for (const term of carried.terms) {
      for (let i = 0; i < weights.length; i++) {
        const at = group * weights.length + i;
        const from = term.from[at]!;
        const copy = Math.floor(from / size);
        const own = functions.get(copy) ?? new Float64Array(size);
        functions.set(copy, own);
        own[from % size]! += weights[i]! * term.weights[at]!;
      }
    }
    return Math.hypot(...[...functions.values()].map((own) => functionalDeviation(law, [own])));
  };
}

/** A functional takes time by the square of an axis, and files come from strangers. */
const longestAxis = 5000;

/** Absolute factor of a post-map that multiplies `size` numbers, from a first one, by a number. */
function factorOf(
  { terms }: NonNullable<ReleaseFile["view"]["carried"]>,
  first: number,
  size: number,
): number | undefined {
  const [term] = terms;
  const factor = term?.weights[first];
  if (!term || terms.length > 1 || factor === undefined) return undefined;
  for (let i = first; i < first + size; i++) if (term.from[i] !== i || term.weights[i] !== factor) return undefined;
  return Math.abs(factor);
}
