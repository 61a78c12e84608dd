import type { PrivacyBudget } from "../privacy/calibration/privacyBudget.ts";
import type { NoiseRequest } from "./contract.ts";

/** The request of a private release: what a preview is computed from, with a budget in place of seed and number of draws. */
export type PrivateRequest<Parameters extends NoiseRequest> = Omit<Parameters, keyof NoiseRequest> & {
  readonly budget: PrivacyBudget;
};

/** What a private release is asked with, of what its preview was asked with: the seed and the draws stay behind. */
export function privateRequest<Parameters extends NoiseRequest>(
  { seed, drawCount, ...parameters }: Parameters,
  { epsilon, delta, calibration }: PrivacyBudget,
): PrivateRequest<Parameters> {
  return { ...parameters, budget: { epsilon, delta, calibration } };
}
