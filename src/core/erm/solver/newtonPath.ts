import { mapSlices } from "../../slices.ts";
import { gapOf, type DualPoint } from "./dualPoint.ts";
import { roundedSlopes, smoothSlopes, type LossSlopes } from "./lossSlopes.ts";

const mostSteps = 500;
const mostIdle = 30;
const reduction = 1 / 4;

/** Curvature below which a record counts as linear. */
const leastCurvature = 1e-200;

/** Space of f and of f_b = Σ bᵢ Kᵢ/2λn with Kᵢ = K(xᵢ, ·). */
export interface NewtonSpace {
  /** ‖f − f_b‖². */
  squaredDistance(): number;
  /**
   * Δ with (2λn + Σ wₖ Kₖ ⊗ Kₖ) Δ = Σ bᵢ Kᵢ + Σ eₖ Kₖ − 2λn f.
   *
   * @param records k; shape (m,)
   * @param curvatures wₖ > 0, shape (m,)
   * @param excesses eₖ, shape (m,)
   * @returns undefined if the step would take too long
   */
  step(
    records: Int32Array,
    curvatures: Float64Array,
    excesses: Float64Array,
  ): Generator<undefined, NewtonStep | undefined>;
  /** Adds tΔ of the last step to f. */
  advance(t: number): void;
  changeDual(changes: Float64Array): Generator<undefined, void>;
}

interface NewtonGoal {
  /** Largest P(f) − D(b). */
  readonly tolerance: number;
  readonly accepted?: () => boolean;
}

export interface NewtonStep {
  /** Δ at the records, shape (n,). */
  readonly along: Float64Array;
  /** 2λn⟨f, Δ⟩. */
  readonly linear: number;
  /** 2λn‖Δ‖². */
  readonly quadratic: number;
}

/**
 * Newton's method for the regularised risk; for kinks along the minimisers of ever less rounded losses. With μ the
 * width of the rounding, a record near a kink adds at most μ/4n to the gap, so μ falls with it. For any f and feasible
 * b,
 *
 *     P(f) − D(b) = (1/n) Σ (ℓ(yᵢ, gᵢ) + ℓ*(yᵢ, −bᵢ) + bᵢ gᵢ) + λ‖f − f_b‖².
 *
 * @param state updated
 * @yields the last duality gap
 * @returns the number of steps
 * @see Chapelle (2007), Neural Computation 19:1155–1178; Madsen & Nielsen (1993), SIAM J. Optimization 3:223–235
 */
export function* newtonPath(
  state: DualPoint,
  space: NewtonSpace,
  { tolerance, accepted = () => true }: NewtonGoal,
): Generator<number, number> {
  const { loss, scale, dual, fitted } = state;
  const n = dual.length;
  const rounded = loss.kink === undefined ? undefined : roundedSlopes(state);
  const slopes = rounded ?? smoothSlopes(state);
  const changes = new Float64Array(n);
  const records = new Int32Array(n);
  const curvatures = new Float64Array(n);
  const excesses = new Float64Array(n);
  const apart = () => (scale / (2 * n)) * space.squaredDistance();
  let gap = gapOf(state) + apart();
  if (gap <= tolerance) return 0;
  if (rounded) rounded.smoothing = (gap * n) / Math.max(n / 100, rounded.freeCount());
  else yield* inSlices(followSlopes());

  let least = Infinity;
  let idle = 0;
  for (let steps = 0; ; steps++) {
    const near = gapOf(state);
    gap = near + apart();
    idle = gap < 0.9 * least ? 0 : idle + 1;
    least = Math.min(least, gap);
    if ((gap <= tolerance && accepted()) || idle > mostIdle || steps >= mostSteps) return steps;
    yield gap;
    if (rounded && steps > 0 && gap <= 2 * near) {
      rounded.smoothing *= Math.min(1, Math.max(reduction, (0.4 * tolerance) / near));
    }

    let count = 0;
    for (let i = 0; i < n; i++) {
      const weight = slopes.curvature(i, fitted[i]!);
      if (!(weight > leastCurvature)) continue;
      records[count] = i;
      curvatures[count] = weight;
      excesses[count++] = slopes.excess(i, fitted[i]!);
    }
    const step = yield* inSlices(
      space.step(records.subarray(0, count), curvatures.subarray(0, count), excesses.subarray(0, count)),
    );
    if (!step) return steps;
    space.advance(shareOf(step, fitted, slopes));
    yield* inSlices(followSlopes());
  }

  function followSlopes(): Generator<undefined, void> {
    for (let i = 0; i < n; i++) {
      const to = slopes.at(i, fitted[i]!);
      changes[i] = to - dual[i]!;
      dual[i] = to;
    }
    return space.changeDual(changes);
  }

  function inSlices<T>(slices: Generator<undefined, T>): Generator<number, T> {
    return mapSlices(slices, () => gap);
  }
}

/** Share of a step; 0 if the objective only rises. */
export function shareOf({ along, linear, quadratic }: NewtonStep, fitted: Float64Array, slopes: LossSlopes): number {
  const slopeAt = (t: number): number => {
    let sum = linear + t * quadratic;
    for (let i = 0; i < along.length; i++) sum -= along[i]! * slopes.at(i, fitted[i]! + t * along[i]!);
    return sum;
  };
  let low = 0;
  let high = 1;
  let slopeLow = slopeAt(low);
  let slopeHigh = slopeAt(high);
  if (!(slopeLow < 0)) return 0;
  const enough = -0.1 * slopeLow;
  if (slopeHigh <= enough) return 1;
  for (let k = 0; k < 60; k++) {
    const t = k % 3 === 2 ? (low + high) / 2 : low - ((high - low) * slopeLow) / (slopeHigh - slopeLow);
    const slope = slopeAt(t);
    if (Math.abs(slope) <= enough) return t;
    if (slope > 0) [high, slopeHigh] = [t, slope];
    else [low, slopeLow] = [t, slope];
  }
  return low;
}
