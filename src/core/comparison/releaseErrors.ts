import { checkPositive, checkPositiveInteger } from "../checks.ts";
import { latticeNoiseMultiplier, planBernstein, type BernsteinPlan } from "../bernstein/bernstein.ts";
import type { LatticeTarget } from "../release/latticeTarget.ts";
import type { LatticeLaw } from "../bernstein/latticeLaw.ts";

interface MeanError {
  readonly mean: number;
  readonly standardError: number;
}

export interface ErrorSeries {
  readonly iterations: number | "nearest";
  /** max |f − f_D| on the grid without noise. Private. */
  readonly approximation: number;
  readonly epsilons: readonly number[];
  /** Mean of max |release − f_D|. Private. */
  readonly supremum: readonly MeanError[];
  /** Mean of the mean of |release − f_D|. Private. */
  readonly average: readonly MeanError[];
}

/** Public. */
export interface ErrorParameters {
  readonly degree: number;
  readonly iterations: readonly (number | "nearest")[];
  readonly epsilons: readonly number[];
  readonly law: LatticeLaw;
  /** For Gaussian noise. */
  readonly delta: number;
  /** Sensitivity of the lattice as a vector, or the paper's: N times that of a value. */
  readonly calibration: "lattice" | "valueByValue";
  readonly repeats: number;
  readonly seed: number;
}

/**
 * Error of the Bernstein mechanism against ε over many draws of its noise, for several orders, which share draws.
 * Private.
 *
 * @param repeats ≥ 2
 */
export function* releaseErrors(
  target: LatticeTarget,
  { degree, iterations, epsilons, law, delta, calibration, repeats, seed }: ErrorParameters,
  gridCounts?: readonly number[],
): Generator<number, readonly ErrorSeries[]> {
  checkPositiveInteger("repeats", repeats - 1);
  epsilons.forEach((epsilon, i) => checkPositive(`epsilons[${i}]`, epsilon));
  const plan: BernsteinPlan = planBernstein(target, gridCounts);
  const f = plan.original();
  const sums = iterations.map(() => ({ supremum: epsilons.map(newSum), average: epsilons.map(newSum) }));
  const biases: Float64Array[] = [];
  for (let start = 0; start < repeats; start += batch) {
    // Each batch has its own seeds: draw q of seed s is draw 0 of s + q·2³².
    const drawCount = Math.min(batch, repeats - start);
    iterations.forEach((order, which) => {
      const shared = { degree, iterations: order, law, drawCount, seed: seed + start * 2 ** 32 };
      const release = plan.release(shared);
      const bias = (biases[which] ??= release.estimate.map((value, i) => value - f[i]!));
      const sensitivity = calibration === "lattice" ? release.sensitivity : release.valueByValueSensitivity;
      epsilons.forEach((epsilon, e) => {
        const scale = sensitivity * latticeNoiseMultiplier(law, { epsilon, delta });
        for (const noise of release.unitNoise) {
          let [largest, total] = [0, 0];
          for (let i = 0; i < noise.length; i++) {
            const error = Math.abs(bias[i]! + scale * noise[i]!);
            total += error;
            if (error > largest) largest = error;
          }
          addTo(sums[which]!.supremum[e]!, largest);
          addTo(sums[which]!.average[e]!, total / noise.length);
        }
      });
    });
    yield Math.min(1, (start + drawCount) / repeats);
  }
  return iterations.map((order, which) => ({
    iterations: order,
    approximation: biases[which]!.reduce((most, value) => Math.max(most, Math.abs(value)), 0),
    epsilons,
    supremum: sums[which]!.supremum.map(meanOf),
    average: sums[which]!.average.map(meanOf),
  }));
}

const batch = 50;

interface RunningSum {
  count: number;
  mean: number;
  /** Σ (x − mean)² */
  squares: number;
}

const newSum = (): RunningSum => ({ count: 0, mean: 0, squares: 0 });

function addTo(sum: RunningSum, x: number): void {
  sum.count++;
  const step = x - sum.mean;
  sum.mean += step / sum.count;
  sum.squares += step * (x - sum.mean);
}

function meanOf({ count, mean, squares }: RunningSum): MeanError {
  return { mean, standardError: Math.sqrt(squares / (count - 1) / count) };
}
