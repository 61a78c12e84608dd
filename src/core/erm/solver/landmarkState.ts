import type { DualPoint } from "./dualPoint.ts";
import type { LandmarkFeatures } from "./landmarkFeatures.ts";

/** f = v·φ with its fitted values, and b. */
export interface LandmarkState extends DualPoint {
  readonly features: LandmarkFeatures;
  /** v, shape (rank,). */
  readonly weights: Float64Array;
  /** w = Σ bᵢ φ(xᵢ)/2λn, which is v at the minimum; shape (rank,). */
  readonly dualWeights: Float64Array;
}

export function refreshDualWeights({ features, dual, scale, dualWeights }: LandmarkState): void {
  dualWeights.fill(0);
  features.addSum(
    dual.map((b) => b / scale),
    dualWeights,
  );
}

export function moveTo(weights: Float64Array, { features, weights: v, fitted }: LandmarkState): void {
  v.set(weights);
  features.evaluate(v, fitted);
}

export function squaredDistance({ weights, dualWeights }: LandmarkState): number {
  return weights.reduce((sum, v, j) => sum + (v - dualWeights[j]!) ** 2, 0);
}
