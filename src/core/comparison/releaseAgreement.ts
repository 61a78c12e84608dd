import { checkPositive, checkPositiveInteger } from "../checks.ts";
import { latticeNoiseMultiplier, type BernsteinPlan } from "../bernstein/bernstein.ts";

/** Public. */
export interface AgreementParameters {
  readonly sizes: readonly { readonly degree: number; readonly iterations: number }[];
  readonly epsilons: readonly number[];
  /** Sensitivity of the lattice as a vector, or the paper's: that of a value times their number. */
  readonly calibration: "lattice" | "valueByValue";
  /** ≥ 1 */
  readonly draws: number;
  /** ≥ 1, of the first draw */
  readonly seed: number;
}

/** Means over draws. Private. */
export interface AgreementEntry {
  readonly degree: number;
  readonly iterations: number;
  readonly epsilon: number;
  /** Share of the grid with equal signs. */
  readonly agreement: number;
  /** max |released − original|, relative to max |original|. */
  readonly largestError: number;
}

/** With the original, and one release at the middle ε of the middle size. */
export interface ReleaseAgreement {
  readonly gridCounts: readonly number[];
  readonly original: Float64Array;
  readonly shown: AgreementEntry & { readonly released: Float64Array };
  readonly entries: readonly AgreementEntry[];
}

/** Share of the grid on which private releases with Laplace noise decide as the original function, for each size and ε. */
export function* releaseAgreement(
  plan: BernsteinPlan,
  { sizes, epsilons, calibration, draws, seed }: AgreementParameters,
): Generator<number, ReleaseAgreement> {
  checkPositiveInteger("draws", draws);
  checkPositiveInteger("seed", seed);
  epsilons.forEach((epsilon, i) => checkPositive(`epsilons[${i}]`, epsilon));
  const original = plan.original();
  const height = original.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const entries: AgreementEntry[] = [];
  const [size, budget] = [sizes[sizes.length >> 1], epsilons[epsilons.length >> 1]];
  let shown: ReleaseAgreement["shown"] | undefined;
  for (const [row, { degree, iterations }] of sizes.entries()) {
    const release = plan.release({ degree, iterations, law: "laplace", drawCount: draws, seed });
    const { estimate, unitNoise } = release;
    const sensitivity = calibration === "lattice" ? release.sensitivity : release.valueByValueSensitivity;
    for (const epsilon of epsilons) {
      const scale = sensitivity * latticeNoiseMultiplier("laplace", { epsilon, delta: 0 });
      let [agreement, largestError] = [0, 0];
      unitNoise.forEach((noise) => {
        let [same, largest] = [0, 0];
        for (let i = 0; i < noise.length; i++) {
          const value = estimate[i]! + scale * noise[i]!;
          if (value >= 0 === original[i]! >= 0) same++;
          largest = Math.max(largest, Math.abs(value - original[i]!));
        }
        agreement += same / noise.length / draws;
        largestError += largest / height / draws;
      });
      const entry = { degree, iterations, epsilon, agreement, largestError };
      entries.push(entry);
      if (sizes[row] === size && epsilon === budget) {
        const released = estimate.map((value, i) => value + scale * unitNoise[0]![i]!);
        shown = { ...entry, released };
      }
      yield entries.length / (sizes.length * epsilons.length);
    }
  }
  return {
    gridCounts: plan.axes.map((axis) => axis.length),
    original: original.slice(),
    shown: shown ?? { degree: 0, iterations: 0, epsilon: 0, agreement: 1, largestError: 0, released: original.slice() },
    entries,
  };
}
