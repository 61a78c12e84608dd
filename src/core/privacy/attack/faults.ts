import { addMultiple, dot } from "../../linalg/vectors.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { seededSource } from "../../random/seededSource.ts";
import { standardNormals } from "../../random/standardNormals.ts";
import { reachablePlaces } from "./lastBitsDecoder.ts";
import { attackOn, unitNoiseOf, type Attack, type AttackedNumbers, type AttackedPair } from "./attackedPair.ts";

/** Mistakes of a mechanism that an attack finds; "none" for the sound one. */
export const faults = [
  "none",
  "halved",
  "rough",
  "smooth",
  "cut",
  "seeded",
  "twoScales",
  "lastBits",
  "setting",
] as const;

export type Fault = (typeof faults)[number];

/**
 * A mechanism with a mistake, and an attack that knows of it.
 *
 * 1. halved: half the scale. 2. rough: an independent normal number at each point, of the same variance. 3. smooth:
 * few random numbers for all points, of the same variance. 4. cut: noise within ± one deviation.
 * 5. seeded: noise of a known seed. 6. twoScales: one noise at σ and σ/2. 7. lastBits: doubles with all their digits.
 * 8. setting: a number of the records is published with the release.
 *
 * @param settings the number that f and f′ are published with
 */
export function faultyAttackOn(pair: AttackedPair, fault: Fault, settings: readonly [number, number] = [0, 0]): Attack {
  const { first, second, scale } = pair;
  const sound = attackOn(pair);
  const orSound = (draw: Attack["draw"], evidence: Attack["lossOf"]): Attack => ({
    draw,
    lossOf: (released) => evidence(released) || sound.lossOf(released),
  });
  const drawn = (noiseOf: (random: RandomSource) => Float64Array): Attack["draw"] => {
    return (isSecond, random) => {
      const noise = noiseOf(random);
      return { numbers: (isSecond ? second : first).map((value, i) => value + scale * noise[i]!) };
    };
  };
  switch (fault) {
    case "none":
      return sound;
    case "halved":
      return attackOn({ ...pair, scale: scale / 2 });
    case "rough": {
      const m = first.length;
      const deviations = deviationsOf(pair);
      const inUnits = (values: Float64Array) => values.map((value, i) => value / deviations[i]!);
      const white = attackOn({ ...pair, first: inUnits(first), second: inUnits(second), factor: undefined });
      return {
        draw: drawn((random) => standardNormals(random, m).map((z, i) => z * deviations[i]!)),
        lossOf: ({ numbers }) => white.lossOf({ numbers: inUnits(numbers) }),
      };
    }
    case "smooth":
      return smoothAttack(pair, drawn);
    case "cut": {
      const ends = deviationsOf(pair);
      return orSound(
        drawn((random) => unitNoiseOf(pair, random).map((value, i) => Math.max(-ends[i]!, Math.min(ends[i]!, value)))),
        ({ numbers }) => {
          const [before, after] = [first, second].map((from) => cutPlaces(numbers, from, ends, scale));
          return after! - before!;
        },
      );
    }
    case "seeded": {
      const noise = unitNoiseOf(pair, seededSource(1));
      const isNearer = ({ numbers }: AttackedNumbers) =>
        nearer(
          numbers.map((value, i) => value - scale * noise[i]!),
          pair,
        );
      return orSound(
        drawn(() => noise),
        isNearer,
      );
    }
    case "twoScales":
      return orSound(
        (isSecond, random) => {
          const noise = unitNoiseOf(pair, random);
          const at = (share: number) =>
            (isSecond ? second : first).map((value, i) => value + share * scale * noise[i]!);
          return { numbers: at(1), again: at(0.5) };
        },
        ({ numbers, again }) =>
          nearer(
            numbers.map((value, i) => 2 * again![i]! - value),
            pair,
          ),
      );
    case "lastBits":
      return orSound(sound.draw, ({ numbers }) => {
        const [before, after] = [first, second].map((from) => reachablePlaces(from, scale, numbers));
        return after === before ? 0 : (after! - before!) * Infinity;
      });
    case "setting":
      return orSound(
        (isSecond, random) => ({ ...sound.draw(isSecond, random), setting: settings[isSecond ? 1 : 0] }),
        ({ setting }) => Number(setting === settings[1]) - Number(setting === settings[0]),
      );
  }
}

/** ‖v − f‖² − ‖v − f′‖²: above 0 if v is nearer to f′. */
function nearer(values: Float64Array, { first, second }: AttackedPair): number {
  return values.reduce((sum, v, i) => sum + (v - first[i]!) ** 2 - (v - second[i]!) ** 2, 0);
}

/** Standard deviation of each number's noise at scale 1. */
function deviationsOf({ first, law, factor }: AttackedPair): Float64Array {
  const m = first.length;
  if (!factor) return new Float64Array(m).fill(law === "laplace" ? Math.SQRT2 : 1);
  return first.map((_, i) => Math.sqrt(dot(factor, i * m, factor, i * m, i + 1)));
}

/** Number of places at an end of the cut noise; −∞ if a place is beyond. */
function cutPlaces(numbers: Float64Array, from: Float64Array, ends: Float64Array, scale: number): number {
  let count = 0;
  for (let i = 0; i < numbers.length; i++) {
    const end = scale * ends[i]!;
    const rounding = 1e-9 * end + 1e-14 * Math.abs(from[i]!);
    const beyond = Math.abs(numbers[i]! - from[i]!) - end;
    if (beyond > rounding) return -Infinity;
    if (beyond > -rounding) count++;
  }
  return count;
}

const bumps = 5;

/** Noise of few random numbers, of unchanged variances: what it cannot reach of f′ − f is not hidden. */
function smoothAttack(
  pair: AttackedPair,
  drawn: (noiseOf: (random: RandomSource) => Float64Array) => Attack["draw"],
): Attack {
  const { first, second, factor } = pair;
  const m = first.length;
  const wanted = deviationsOf(pair);
  // Shapes: a common shift, columns of K = LLᵀ.
  const columns = [wanted];
  for (let k = 0; factor && k < bumps; k++) {
    const j = Math.floor(((k + 0.5) * m) / bumps);
    columns.push(wanted.map((_, i) => dot(factor, i * m, factor, j * m, Math.min(i, j) + 1)));
  }
  const spread = wanted.map((value, i) => value / Math.hypot(...columns.map((column) => column[i]!)));
  const basis: Float64Array[] = [];
  const beyondNoise = (values: Float64Array) => {
    const rest = values.slice();
    for (const unit of basis) addMultiple(rest, -dot(unit, 0, rest, 0, m), unit, 0, m);
    return rest;
  };
  const squared = (values: Float64Array) => dot(values, 0, values, 0, m);
  for (const column of columns) {
    const direction = column.map((value, i) => spread[i]! * value);
    const rest = beyondNoise(beyondNoise(direction));
    const norm = Math.sqrt(squared(rest));
    if (norm > 1e-9 * Math.sqrt(squared(direction))) basis.push(rest.map((value) => value / norm));
  }
  const draw = drawn((random) => {
    const z = standardNormals(random, columns.length);
    return spread.map((value, i) => value * columns.reduce((sum, column, k) => sum + z[k]! * column[i]!, 0));
  });
  const lossOf = ({ numbers }: AttackedNumbers) => {
    const [before, after] = [first, second].map((from) =>
      squared(beyondNoise(numbers.map((value, i) => value - from[i]!))),
    );
    return before! - after!;
  };
  return { draw, lossOf };
}
