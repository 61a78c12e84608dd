import { gridCoordinates } from "../grids.ts";
import { peakVisibility, processNoise, visibilityAt, type PeakVisibility } from "../density/peakVisibility.ts";
import { achievedEpsilon, analyticNoiseMultiplier } from "../privacy/calibration/gaussian.ts";
import { smallestJitter } from "../privacy/sensitivity/roundingJitter.ts";
import { densityErrors, type PlannedDensity } from "./densityErrors.ts";
import { noiseScaleOf } from "./plannedErrors.ts";
import type { PlannedRelease, Solution } from "./planTarget.ts";

/** Public: no records are among the parameters. */
export interface PlannedPeaksRequest extends PlannedDensity {
  readonly bandwidth: number;
  readonly releaseCount: number;
}

/** Counts of simulated releases that show the peaks of a truth, by noise size, and Δ·n of one record. */
export interface PlannedPeaks {
  readonly visibility: PeakVisibility;
  readonly sensitivityOfOne: number;
}

/**
 * Simulated releases that show the peaks of the truth: the expected curve of this h with draws of its noise from a seed of
 * its own, at 41 noise levels. The records' own chance is left out.
 *
 * @yields the share done
 * @throws {ParameterError}
 */
export function* plannedPeaks({
  bandwidth,
  releaseCount,
  ...planned
}: PlannedPeaksRequest): Generator<number, PlannedPeaks> {
  const errors = densityErrors(planned);
  const { grid, kernel, expected, noiseQuantile, sensitivityOfOne } = errors.of(bandwidth);
  const visibility = yield* peakVisibility({
    values: expected(),
    original: gridCoordinates(grid.axes[0]!).map(errors.truth.densityAt),
    grid,
    noiseOn: processNoise({ kernel, grid, jitter: smallestJitter }),
    quantile: noiseQuantile(),
    releaseCount,
  });
  return { visibility, sensitivityOfOne };
}

/** Share of releases that show all peaks, and its standard error √(p(1 − p)/r). */
export function allPeaksAt(
  { visibility, sensitivityOfOne }: PlannedPeaks,
  { epsilon, delta, ...rest }: Omit<PlannedRelease, "tuning">,
): { readonly share: number; readonly standardError: number } {
  const multiplier = analyticNoiseMultiplier({ epsilon, delta });
  const share = visibilityAt(visibility, noiseScaleOf({ sensitivityOfOne }, { ...rest, multiplier })).showing.at(-1)!;
  return { share, standardError: Math.sqrt((share * (1 - share)) / visibility.releaseCount) };
}

/**
 * Largest σ up to which at least a share of the releases shows all peaks, on the ladder of noise levels.
 *
 * @returns the largest share on the ladder if none suffices
 */
function noiseForPeaks({ visibility }: PlannedPeaks, share: number): Solution<number> {
  const { deviations } = visibility;
  const showing = (log: number) => visibilityAt(visibility, Math.exp(log)).showing.at(-1)!;
  const logs = Array.from(deviations, Math.log);
  const first = logs.findIndex((log) => showing(log) < share);
  if (first === 0) return { isReached: false, least: showing(logs[0]!), goal: share };
  if (first < 0) return { isReached: true, value: deviations.at(-1)! };
  let [low, high] = [logs[first - 1]!, logs[first]!];
  for (let k = 0; k < 50; k++) {
    const middle = (low + high) / 2;
    if (showing(middle) >= share) low = middle;
    else high = middle;
  }
  return { isReached: true, value: Math.exp(low) };
}

/** The ε and the n with which a share of the releases shows all peaks. */
export function releaseForPeaks(
  peaks: PlannedPeaks,
  share: number,
  { epsilon, delta, recordCount, recordsPerPerson }: Omit<PlannedRelease, "tuning">,
): Solution<{ readonly epsilon: number; readonly recordCount: number }> {
  const noise = noiseForPeaks(peaks, share);
  if (!noise.isReached) return noise;
  const one = noiseScaleOf(peaks, { recordCount, recordsPerPerson, multiplier: 1 });
  return {
    isReached: true,
    value: {
      epsilon: achievedEpsilon({ delta, noiseMultiplier: noise.value / one }),
      recordCount: (analyticNoiseMultiplier({ epsilon, delta }) * one * recordCount) / noise.value,
    },
  };
}
