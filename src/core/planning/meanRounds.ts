import { ParameterError } from "../errors.ts";
import { stationaryKernel } from "../kernels/stationaryKernel.ts";
import { smallestJitter } from "../privacy/sensitivity/roundingJitter.ts";
import { unitNoiseDraws } from "../release/unitNoiseDraws.ts";
import { remember, rememberEach } from "../remember.ts";
import { curveErrors } from "./curveMeasures.ts";
import { meanErrors, type PlannedMean } from "./meanErrors.ts";
import { noiseOfPlan, type PlannedRelease } from "./planTarget.ts";
import { roundOf, seedOf, type SimulatedPoint, type SimulatedQuestion, type SimulatedRound } from "./simulatedPlan.ts";

interface MeanGroup extends PlannedMean {
  /** Declared share of the curves, a divisor of the group's sum. */
  readonly share: number;
}

export interface MeanRoundRequest extends SimulatedQuestion {
  readonly groups: readonly MeanGroup[];
}

const drawsOfRound = 8;

const errorsOf = remember((groups: readonly MeanGroup[]) => {
  if (groups.length === 0) throw new ParameterError("groups.length", 0, "at least 1");
  const errors = groups.map(({ share, ...mean }) => {
    if (!(share > 0 && share <= 1)) throw new ParameterError("share", share, "above 0, at most 1");
    return meanErrors(mean);
  });
  return { errors, noise: unitNoiseDraws(), sampling: unitNoiseDraws() };
});

/**
 * A round of simulated releases of mean curves: the mean of n normal curves, which is μ + aG/√n, smoothed, and eight
 * draws of noise. A group's noise is divided by its share.
 *
 * @see docs/proofs/planning.md, Lemmas 9 and 12
 */
export function* meanRound({ groups, ...question }: MeanRoundRequest): Generator<number, SimulatedRound> {
  const { errors, noise, sampling } = errorsOf(groups);
  const seed = seedOf(question);
  const [{ x, noise: law, peak }] = errors as [(typeof errors)[number]];
  const { deviation, lengthScale } = groups[0]!.curves;
  const m = x.length;
  const shared = { grid: law.grid, jitter: smallestJitter, copies: groups.length };
  const { draws } = noise({ ...shared, kernel: law.kernel, seed, drawCount: drawsOfRound });
  const kernel = stationaryKernel("gaussian", lengthScale, 1);
  const [moves] = sampling({ ...shared, kernel, seed: seed + 2 ** 20, drawCount: 1 }).draws;
  const unit = { height: peak.value, area: peak.value * (x[m - 1]! - x[0]!) };
  const errorOf = curveErrors(x, joined(errors.map(({ mean }) => mean)), question, unit);
  const moved = rememberEach((tuning) =>
    joined(errors.map((one, k) => one.smoothed(tuning, moves!.subarray(k * m, (k + 1) * m)))),
  );

  function* pointAt(at: number, release: PlannedRelease): Generator<number, SimulatedPoint> {
    yield 0;
    const { recordCount, tuning } = release;
    const limit = joined(errors.map((one) => one.expected(tuning)));
    const scales = errors.map((one, k) => noiseOfPlan(one.of(tuning), release) / groups[k]!.share);
    const noiseless = limit.map((value, i) => {
      const curves = recordCount * groups[Math.floor(i / m)]!.share;
      return value + (deviation / Math.sqrt(curves)) * moved(tuning)[i]!;
    });
    const released = draws.map((draw) =>
      errorOf(
        noiseless.map((value, i) => value + scales[Math.floor(i / m)]! * draw[i]!),
        scales[0]! * errors[0]!.of(tuning).noiseQuantile(),
      ),
    );
    return { at, limit: errorOf(limit), noiseless: errorOf(noiseless), released };
  }
  const steps = { counts: { epsilon: 17, recordCount: 13, tuning: 13 }, most: Infinity };
  return yield* roundOf(question, 0, steps, () => undefined, pointAt);
}

function joined(curves: readonly Float64Array[]): Float64Array {
  return Float64Array.from(curves.flatMap((curve) => [...curve]));
}
