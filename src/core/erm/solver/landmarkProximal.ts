import { mapSlices } from "../../slices.ts";
import { gapOf, rangesOf } from "./dualPoint.ts";
import { landmarkSpace } from "./landmarkSpace.ts";
import { shareOf } from "./newtonPath.ts";
import type { LossSlopes } from "./lossSlopes.ts";
import type { LandmarkState } from "./landmarkState.ts";

const mostSteps = 100;
const mostIdle = 12;
/** Towards one proximal point; fewer once apart ≤ `enough`·near. */
const mostInner = 5;
const enough = 3;
const firstFree = 10;

/**
 * Proximal points of the dual of a loss with kinks, ℓ*(y, −b) = κ|b| − y b on the dual range, each by Newton's method:
 * from a centre c,
 *
 *     max D(b) − (μ/2n) ‖b − c‖²,   bᵢ = (rᵢ ∓ κ)/μ, moved into the dual range, for r = y − g + μc beyond ±κ; 0 between,
 *
 * with g the values of the f that minimises a smooth function. The next centre is b; μ is halved after easy steps.
 *
 * @param state with v = w; updated
 * @param tolerance P(f) − D(b) at which it stops; it also stops without progress
 * @yields the last duality gap
 * @returns the number of steps
 * @see Li, Sun & Toh (2018), SIAM J. Optimization 28:433–458
 */
export function* landmarkProximal(state: LandmarkState, tolerance: number): Generator<number, number> {
  const { responses, loss, scale, dual, fitted } = state;
  const n = dual.length;
  const kink = loss.kink!;
  const { lower, upper } = rangesOf(state);
  const space = landmarkSpace(state);
  const changes = new Float64Array(n);
  const records = new Int32Array(n);
  const curvatures = new Float64Array(n);
  const nothing = new Float64Array(n);
  const centre = dual.slice();
  let smoothing = 1;
  const inside = (i: number, g: number): number => {
    const r = responses[i]! - g + smoothing * centre[i]!;
    return (r > kink ? r - kink : r < -kink ? r + kink : 0) / smoothing;
  };
  const slopes: LossSlopes = {
    at: (i, g) => Math.min(upper[i]!, Math.max(lower[i]!, inside(i, g))),
    curvature: (i, g) => {
      const b = inside(i, g);
      return b > lower[i]! && b < upper[i]! && (b !== 0 || kink === 0) ? 1 / smoothing : 0;
    },
    excess: () => 0,
  };

  let near = 0;
  let apart = 0;
  look();
  smoothing = ((near + apart) * n) / firstFree;
  let inner = 0;
  let easy = true;
  let least = Infinity;
  for (let steps = 0, idle = 0; ; steps++) {
    const gap = near + apart;
    idle = gap < 0.9 * least ? 0 : idle + 1;
    least = Math.min(least, gap);
    if (gap <= tolerance || idle > mostIdle || steps >= mostSteps) return steps;
    yield gap;
    if (inner > 0 && (apart <= enough * near || inner >= mostInner)) {
      centre.set(dual);
      if (easy) smoothing /= 2;
      else if (inner >= mostInner) smoothing *= 2;
      inner = 0;
    }
    if (inner === 0) yield* follow();

    let count = 0;
    for (let i = 0; i < n; i++) {
      const weight = slopes.curvature(i, fitted[i]!);
      if (!(weight > 0)) continue;
      records[count] = i;
      curvatures[count++] = weight;
    }
    const step = yield* inSlices(
      space.step(records.subarray(0, count), curvatures.subarray(0, count), nothing.subarray(0, count)),
    );
    const share = shareOf(step, fitted, slopes);
    space.advance(share);
    yield* follow();
    look();
    inner++;
    easy = inner <= 2 && share >= 0.5;
  }

  function* follow(): Generator<number, void> {
    for (let i = 0; i < n; i++) {
      const to = slopes.at(i, fitted[i]!);
      changes[i] = to - dual[i]!;
      dual[i] = to;
    }
    yield* inSlices(space.changeDual(changes));
  }

  /** P(f) − D(b) = near + apart. */
  function look(): void {
    near = gapOf(state);
    apart = (scale / (2 * n)) * space.squaredDistance();
  }

  function inSlices<T>(slices: Generator<undefined, T>): Generator<number, T> {
    return mapSlices(slices, () => near + apart);
  }
}
