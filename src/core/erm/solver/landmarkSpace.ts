import { addMultiple, dot } from "../../linalg/vectors.ts";
import { landmarkHessian } from "./landmarkHessian.ts";
import { squaredDistance, type LandmarkState } from "./landmarkState.ts";
import type { NewtonSpace, NewtonStep } from "./newtonPath.ts";
import { ridgedSystem } from "./ridgedSystem.ts";

type LandmarkSpace = Omit<NewtonSpace, "step"> & {
  step(...system: Parameters<NewtonSpace["step"]>): Generator<undefined, NewtonStep>;
};

/** The functions v·φ, where a step solves (2λn I + ΦᵀWΦ) Δ = 2λn (w − v) + Φᵀe. */
export function landmarkSpace(state: LandmarkState): LandmarkSpace {
  const { scale, fitted, features, weights: v, dualWeights } = state;
  const { rank } = features;
  const n = fitted.length;
  const along = new Float64Array(n);
  const shares = new Float64Array(n);
  const hessian = landmarkHessian(features);
  let delta: Float64Array = new Float64Array(rank);

  return {
    squaredDistance: () => squaredDistance(state),
    *step(records, curvatures, excesses) {
      const H = yield* hessian(records, curvatures);
      const right = v.map((x, j) => scale * (dualWeights[j]! - x));
      shares.fill(0);
      records.forEach((i, k) => (shares[i] = excesses[k]!));
      if (excesses.some((e) => e !== 0)) features.addSum(shares, right);
      delta = ridgedSystem(H, rank, scale)(right);
      features.evaluate(delta, along);
      return { along, linear: scale * dot(v, 0, delta, 0, rank), quadratic: scale * dot(delta, 0, delta, 0, rank) };
    },
    advance(t) {
      addMultiple(v, t, delta, 0, rank);
      addMultiple(fitted, t, along, 0, n);
    },
    *changeDual(changes) {
      features.addSum(
        changes.map((change) => change / scale),
        dualWeights,
      );
      yield;
    },
  };
}
