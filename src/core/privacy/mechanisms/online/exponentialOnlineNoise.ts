import { checkPositive, checkPositiveInteger } from "../../../checks.ts";
import { ParameterError } from "../../../errors.ts";
import type { RandomSource } from "../../../random/randomSource.ts";
import { askedNumber, checkRoom } from "./queryPoint.ts";
import { exponentialBridge } from "./exponentialBridge.ts";
import { gaussianNormTail } from "../gaussianNorm.ts";
import type { OnlineNoise } from "./onlineNoise.ts";
import { noNeighbours, sortedNumbers } from "./sortedNumbers.ts";

const mostPoints = 1_000_000;
/** y: no normal and no value is larger. */
const largestValue = 39.1;
const innovationFloor = 1e-12;

/**
 * Gaussian noise of the kernel exp(−γ|x − y|) on a line, point by point, each in O(log i), from its two neighbours:
 *
 *     N(x) = w_l N(l) + w_r N(r) + √(variance + 10⁻¹²) z,   all times 1 + 10⁻⁵.
 *
 * The covariance is at least K, however points are chosen.
 *
 * @param rate γ > 0
 * @param capacity m ≤ 10⁶, public
 * @param random one normal draw for each new point
 * @see docs/proofs/onlineNoise.md, Lemmas 2 to 5; Hall, Rinaldo & Wasserman (2013), section 5; errata H4
 */
export function createExponentialOnlineNoise({
  rate,
  capacity,
  random,
}: {
  readonly rate: number;
  readonly capacity: number;
  readonly random: RandomSource;
}): OnlineNoise {
  checkPositive("rate", rate);
  const m = checkPositiveInteger("capacity", capacity);
  if (m > mostPoints) throw new ParameterError("capacity", m, `at most ${mostPoints}`);
  const known = sortedNumbers(m);
  const amplitude = 1 + 1e-5;
  const around = noNeighbours();
  const law = { mean: 0, variance: 0 };
  const forwardError = 1.01 * 5 * 2 ** -53 * largestValue * Math.sqrt((m + 1) ** 3 / 3);
  return {
    dimension: 1,
    capacity: m,
    failure: 2 * gaussianNormTail,
    forwardError,
    normBound: amplitude * largestValue * Math.sqrt(m) + forwardError,
    size: known.size,
    at: (point) => {
      const x = askedNumber("point", point);
      known.neighbours(x, around);
      if (around.leftKey === x) return amplitude * around.leftValue;
      checkRoom(known.size(), m);
      const { mean, variance } = exponentialBridge(rate, around, x, law);
      const value = mean + Math.sqrt(variance + innovationFloor) * random.normal();
      known.insert(x, value);
      return amplitude * value;
    },
  };
}
