import { checkOpenUnit, checkPositive, checkPositiveInteger } from "../checks.ts";
import { latticeNoiseMultiplier } from "../bernstein/bernstein.ts";
import type { LatticeLaw } from "../bernstein/latticeLaw.ts";

/** A mechanism on the records, ready for any draw. */
export interface Contender {
  readonly law: LatticeLaw;
  /** Public. */
  readonly detail: string;
  /** On the grid, without noise. Private. */
  readonly estimate: Float64Array;
  readonly sensitivity: number;
  draws(seed: number, count: number): readonly Float64Array[];
}

/** Public. */
export interface ComparisonParameters {
  readonly epsilons: readonly number[];
  readonly delta: number;
  /** ≥ 2 draws at each ε. */
  readonly repeats: number;
  readonly seed: number;
  /** True for a function that decides by its sign. */
  readonly signs?: boolean;
  readonly shown: { readonly epsilon: number; readonly count: number };
}

export interface ErrorOfDraws {
  readonly mean: number;
  readonly standardError: number;
  /** Nine of ten draws lie above it. */
  readonly tenth: number;
  readonly ninetieth: number;
}

/** Errors of a mechanism against the original. Private. */
export interface ComparedMechanism {
  readonly law: LatticeLaw;
  readonly recordCount: number;
  /** Parameters at the shown ε; empty, like the results below, if the mechanism is not proved there. */
  readonly detail: string;
  /** max |release without noise − f_D|. */
  readonly approximation: number;
  readonly releases: readonly Float64Array[];
  readonly errors: readonly {
    readonly epsilon: number;
    readonly detail: string;
    /** max |release − f_D| over the grid. */
    readonly supremum: ErrorOfDraws;
    /** Mean of |release − f_D| over the grid. */
    readonly average: ErrorOfDraws;
    /** Share of the grid on which the release has another sign than f_D. */
    readonly disagreement?: ErrorOfDraws;
  }[];
}

const batch = 20;

/**
 * Errors of one mechanism against ε over many draws. Equal parameters share draws. Private.
 *
 * @param original f_D on the grid. Private
 * @param contenderAt the mechanism at (ε, δ), from public numbers, one object per set of parameters; undefined where
 * Theorem 7 is not proved
 */
export function* comparing(
  original: Float64Array,
  recordCount: number,
  contenderAt: (epsilon: number) => Contender | undefined,
  { epsilons: requested, delta, repeats, seed, shown, signs = false }: ComparisonParameters,
): Generator<number, ComparedMechanism> {
  checkPositiveInteger("repeats", repeats - 1);
  checkOpenUnit("delta", delta);
  requested.forEach((epsilon, i) => checkPositive(`epsilons[${i}]`, epsilon));
  const contenders: Contender[] = [];
  const epsilons: number[] = [];
  for (const epsilon of requested) {
    const contender = contenderAt(epsilon);
    if (contender) {
      contenders.push(contender);
      epsilons.push(epsilon);
    }
    yield 0;
  }
  const scales = contenders.map(({ law, sensitivity }, e) => {
    return sensitivity * latticeNoiseMultiplier(law, { epsilon: epsilons[e]!, delta });
  });
  const biases = new Map<Contender, Float64Array>();
  for (const contender of new Set(contenders)) {
    biases.set(
      contender,
      contender.estimate.map((value, i) => value - original[i]!),
    );
    yield 0;
  }
  const suprema = epsilons.map(() => new Float64Array(repeats));
  const averages = epsilons.map(() => new Float64Array(repeats));
  const disagreements = epsilons.map(() => new Float64Array(signs ? repeats : 0));
  for (let start = 0; start < repeats; start += batch) {
    const count = Math.min(batch, repeats - start);
    for (const [contender, bias] of biases) {
      const noises = contender.draws(seed + 1 + start, count);
      epsilons.forEach((_, e) => {
        if (contenders[e] !== contender) return;
        noises.forEach((noise, q) => {
          let [largest, total, others] = [0, 0, 0];
          for (let i = 0; i < noise.length; i++) {
            const difference = bias[i]! + scales[e]! * noise[i]!;
            const error = Math.abs(difference);
            total += error;
            if (error > largest) largest = error;
            if (original[i]! >= 0 !== original[i]! + difference >= 0) others++;
          }
          if (signs) disagreements[e]![start + q] = others / noise.length;
          suprema[e]![start + q] = largest;
          averages[e]![start + q] = total / noise.length;
        });
      });
      yield (start + count) / repeats;
    }
  }
  return {
    recordCount,
    ...shownOf(contenderAt(shown.epsilon), original, { delta, seed, shown }),
    errors: epsilons.map((epsilon, e) => ({
      epsilon,
      detail: contenders[e]!.detail,
      supremum: summary(suprema[e]!),
      average: summary(averages[e]!),
      ...(signs && { disagreement: summary(disagreements[e]!) }),
    })),
  };
}

function shownOf(
  here: Contender | undefined,
  original: Float64Array,
  { delta, seed, shown }: Pick<ComparisonParameters, "delta" | "seed" | "shown">,
): Pick<ComparedMechanism, "law" | "detail" | "approximation" | "releases"> {
  if (!here) return { law: "composedLaplace", detail: "", approximation: NaN, releases: [] };
  const { law, detail, estimate, sensitivity } = here;
  const scale = sensitivity * latticeNoiseMultiplier(law, { epsilon: shown.epsilon, delta });
  return {
    law,
    detail,
    approximation: estimate.reduce((most, value, i) => Math.max(most, Math.abs(value - original[i]!)), 0),
    releases: here.draws(seed, shown.count).map((noise) => noise.map((value, i) => estimate[i]! + scale * value)),
  };
}

function summary(errors: Float64Array): ErrorOfDraws {
  const n = errors.length;
  const sorted = errors.slice().sort();
  const mean = sorted.reduce((sum, value) => sum + value, 0) / n;
  const squares = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const at = (share: number) => sorted[Math.min(n - 1, Math.floor(share * n))]!;
  return { mean, standardError: Math.sqrt(squares / (n - 1) / n), tenth: at(0.1), ninetieth: at(0.9) };
}
