import { checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { askedNumber, checkRoom } from "./askedPoint.ts";
import { exponentialBridge } from "./exponentialBridge.ts";
import type { OnlineNoise } from "./onlineNoise.ts";
import { noNeighbours, sortedNumbers } from "./sortedNumbers.ts";

/** The most points for which the proof below holds. */
const mostPoints = 1_000_000;
/** Of 2·10⁶ normals of variance at most 1.001 none is larger, except with a probability of 2·10⁻²⁰. */
const mostNormal = 10.8;
const mostNormalFailure = 2.1e-20;
/** ν. */
const innovationFloor = 1e-12;

/**
 * Gaussian noise of the kernel exp(−γ|x − y|) on a line, point by point, each in O(log i): the Markov property leaves
 * the two neighbours, which `sortedNumbers` finds.
 *
 *     N(x) = w_l N(l) + w_r N(r) + √(variance + ν) z,   all times 1 + 10⁻⁵,  ν = 10⁻¹².
 *
 * **The covariance is at least K.**
 *
 * 1. With exact weights it is C = K + νB⁻¹B⁻ᵀ, where row i of B is 1 at i and −w at the two neighbours. Elements of B⁻¹ are
 *    between 0 and 1, so C_ii ≤ 1 + νm ≤ 1 + 10⁻⁶.
 * 2. Computed weights are off by at most 16u, since te^{−t} < ½; so B is off by E, each row of which has ‖EᵢL‖ ≤ 33u for L with
 *    LLᵀ = C.
 * 3. With S ≥ √ν the deviations, ‖S⁻¹EB⁻¹S‖ ≤ 33u√m/√ν < 4·10⁻⁶ for m ≤ 10⁶ points. So the covariance changes by a share of less
 *    than 9·10⁻⁶, and 1 + 10⁻⁵ covers it with what rounds in S.
 *
 * **Rounding.** A value is a sum of three products, so it errs by less than 5u(2·10.8) of its own, and by what its
 * neighbours err, as w_l + w_r ≤ 1 but for 32u: after i points by at most i times that.
 *
 * @param rate γ > 0
 * @param capacity m ≤ 10⁶, public
 * @param random one normal draw for each new point
 * @throws {ParameterError} if an argument is out of range
 * @see Hall, Rinaldo & Wasserman (2013), section 5, exponential kernel; errata H4
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
  // Values before the factor 1 + 10⁻⁵.
  const known = sortedNumbers(m);
  const amplitude = 1 + 1e-5;
  const around = noNeighbours();
  const law = { mean: 0, variance: 0 };
  return {
    dimension: 1,
    capacity: m,
    failure: mostNormalFailure,
    variance: 1.0001,
    forwardError: Math.sqrt(m) * m * 5 * 2 ** -53 * 2 * mostNormal * 1.01,
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
