import type { PrivacyBudget } from "../privacy/calibration/privacyBudget.ts";
import type { NoiseRequest } from "./contract.ts";

/** Parameters of a preview, with a budget in place of seed and number of draws. */
export type PrivateRequest<Parameters extends NoiseRequest> = Omit<Parameters, keyof NoiseRequest> & {
  readonly budget: PrivacyBudget;
};

export function privateRequest<Parameters extends NoiseRequest>(
  { seed, drawCount, ...parameters }: Parameters,
  { epsilon, delta, calibration }: PrivacyBudget,
): PrivateRequest<Parameters> {
  return { ...parameters, budget: { epsilon, delta, calibration } };
}
