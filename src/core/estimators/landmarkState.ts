import { addMultiple, dot } from "../linalg/vectors.ts";
import type { DualPoint } from "./dualPoint.ts";
import type { LandmarkFeatures } from "./landmarkFeatures.ts";

/** A primal and a dual point of a problem on landmarks: f = v·φ, whose values the fitted ones are, and b. */
export interface LandmarkState extends DualPoint {
  readonly features: LandmarkFeatures;
  /** v, shape (r,). */
  readonly weights: Float64Array;
  /** w = Σ bᵢ φ(xᵢ)/2λn, which is v at the minimum; shape (r,). */
  readonly dualWeights: Float64Array;
}

/** Computes w from b afresh. */
export function refreshDualWeights({ features: { rank, rows }, dual, scale, dualWeights }: LandmarkState): void {
  dualWeights.fill(0);
  for (let i = 0; i < dual.length; i++) {
    if (dual[i] !== 0) addMultiple(dualWeights, dual[i]! / scale, rows, i * rank, rank);
  }
}

/** Moves f to given weights. */
export function moveTo(weights: Float64Array, state: LandmarkState): void {
  const { rank, rows } = state.features;
  state.weights.set(weights);
  for (let i = 0; i < state.fitted.length; i++) state.fitted[i] = dot(rows, i * rank, weights, 0, rank);
}

/** ‖v − w‖². */
export function squaredDistance({ weights, dualWeights }: LandmarkState): number {
  return weights.reduce((sum, v, j) => sum + (v - dualWeights[j]!) ** 2, 0);
}
