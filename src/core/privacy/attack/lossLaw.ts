import { checkPositive, checkUnit } from "../../checks.ts";
import { normalCdf } from "../../special/normal.ts";
import { seededSource } from "../../random/seededSource.ts";
import { standardLaplaces } from "../../random/standardLaplaces.ts";

/** Laws of the best statistic ℓ under f and f′. */
export interface LossLaw {
  /** Errors of "f′ where ℓ > t": false alarms P(ℓ > t | f), misses P(ℓ ≤ t | f′). */
  readonly errorsAt: (threshold: number) => { readonly alarms: number; readonly misses: number };
  /** Probability that the best guess between equally likely neighbours is right, 1 − (alarms + misses)/2 at t = 0. */
  readonly right: number;
  readonly reach: number;
}

/**
 * Laws of ℓ for Gaussian noise, N(∓μ²/2, μ²): the best guess is right with probability Φ(μ/2).
 *
 * @param mu μ = d/σ > 0
 * @see Dong, Roth & Su (2022), section 2.2
 */
export function gaussianLossLaw(mu: number): LossLaw {
  checkPositive("mu", mu);
  return {
    errorsAt: (t) => ({ alarms: normalCdf(-t / mu - mu / 2), misses: normalCdf(t / mu - mu / 2) }),
    right: normalCdf(mu / 2),
    reach: mu * (mu / 2 + 3.3),
  };
}

/**
 * Laws of ℓ = Σ (|z| − |z − a|) for independent Laplace numbers z of scale 1, moved by a = |f′ − f|/b: exact for one
 * number that moves, right = 1 − ½e^(−a/2); else by 20,000 seeded draws. With a point mass δ there is no error with
 * probability 1 − (1 − δ)^k, k numbers moving.
 *
 * @param shifts a ≥ 0, shape (m,), not all 0
 * @param pointMass δ in [0, 1)
 * @see errata K2 on Kumar, Moser & Fischer (2024), Result 1
 */
export function laplaceLossLaw(shifts: Float64Array, pointMass = 0): LossLaw {
  const moved = shifts.filter((shift) => shift > 0);
  const reach = checkPositive(
    "shifts",
    moved.reduce((sum, shift) => sum + shift, 0),
  );
  const above = moved.length === 1 ? aboveOfOne(moved[0]!) : aboveOfMany(moved);
  const hidden = (1 - checkUnit("pointMass", pointMass)) ** moved.length;
  const law = { errorsAt: (t: number) => ({ alarms: hidden * above(t), misses: hidden * above(-t, true) }), reach };
  const { alarms, misses } = law.errorsAt(0);
  return { ...law, right: 1 - (alarms + misses) / 2 };
}

type Above = (t: number, orAt?: boolean) => number;

/** P(ℓ > t | f), or P(ℓ ≥ t | f): ℓ is −a up to z = 0, 2z − a up to z = a, and a beyond. */
function aboveOfOne(a: number): Above {
  return (t, orAt = false) => {
    if (orAt ? t <= -a : t < -a) return 1;
    if (orAt ? t > a : t >= a) return 0;
    return Math.exp(-(t + a) / 2) / 2;
  };
}

const drawCount = 20_000;

function aboveOfMany(moved: Float64Array): Above {
  const losses = new Float64Array(drawCount);
  const random = seededSource(39);
  for (const shift of moved) {
    const z = standardLaplaces(random, drawCount);
    for (let k = 0; k < drawCount; k++) losses[k]! += Math.abs(z[k]!) - Math.abs(z[k]! - shift);
  }
  losses.sort();
  return (t, orAt = false) => {
    let [low, high] = [0, drawCount];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (orAt ? losses[middle]! < t : losses[middle]! <= t) low = middle + 1;
      else high = middle;
    }
    return 1 - low / drawCount;
  };
}
