import { checkLength, checkPositive } from "../../checks.ts";
import { normalCdf } from "../../special/normal.ts";

/**
 * Share of records that sign(f) labels correctly; f = 0 counts half.
 *
 * @param predicted f at the records, shape (n,). Private
 * @param labels ±1, shape (n,). Private
 */
export function accuracy(predicted: Float64Array, labels: Float64Array): number {
  checkLength("labels", labels, predicted.length);
  let right = 0;
  for (let i = 0; i < predicted.length; i++) right += (1 + Math.sign(labels[i]! * predicted[i]!)) / 2;
  return right / predicted.length;
}

/**
 * Expected share of records that the release labels correctly,
 *
 *     (1/n) Σ Φ(yᵢ f(xᵢ)/σᵢ),   σᵢ = σ√(K(xᵢ, xᵢ) + τ).
 *
 * @param standardDeviation σᵢ > 0, the same at each record
 */
export function expectedAccuracy(predicted: Float64Array, labels: Float64Array, standardDeviation: number): number {
  checkLength("labels", labels, predicted.length);
  checkPositive("standardDeviation", standardDeviation);
  let sum = 0;
  for (let i = 0; i < predicted.length; i++) sum += normalCdf((labels[i]! * predicted[i]!) / standardDeviation);
  return sum / predicted.length;
}

/**
 * Expected pinball loss of the release at the records, q·r for r = y − f̃ ≥ 0 and (q − 1)·r below:
 *
 *     (1/n) Σ [½ E|rᵢ| + (q − ½)(yᵢ − f(xᵢ))],   E|d + σZ| = σ√(2/π) e^(−d²/2σ²) + d(1 − 2Φ(−d/σ)).
 *
 * @param standardDeviation σ ≥ 0
 */
export function expectedPinballLoss(
  predicted: Float64Array,
  responses: Float64Array,
  standardDeviation: number,
  quantile: number,
): number {
  checkLength("responses", responses, predicted.length);
  let sum = 0;
  for (let i = 0; i < predicted.length; i++) {
    const d = responses[i]! - predicted[i]!;
    const size =
      standardDeviation > 0
        ? standardDeviation * Math.sqrt(2 / Math.PI) * Math.exp(-0.5 * (d / standardDeviation) ** 2) +
          d * (1 - 2 * normalCdf(-d / standardDeviation))
        : Math.abs(d);
    sum += size / 2 + (quantile - 0.5) * d;
  }
  return sum / predicted.length;
}
