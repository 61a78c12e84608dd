import type { BandwidthRule, DensityPurchase } from "../../../core/density/densityPurchase.ts";
import type { DensityScenario } from "../model/scenario.ts";

/** `multiplier` is σ/Δ of the release to come, `epsilon` the part that pays. */
interface Bought {
  readonly plan: DensityPurchase["kind"];
  readonly rule: BandwidthRule;
  readonly tail: number;
  readonly multiplier: number;
  readonly epsilon: number;
}

export function purchaseFrom(
  shown: Pick<DensityScenario, "y" | "domainX" | "domainY" | "delta">,
  { plan, rule, tail, multiplier, epsilon }: Bought,
): DensityPurchase {
  const shared = { epsilon, domain: shown.y === "" ? [shown.domainX] : [shown.domainX, shown.domainY] };
  if (plan === "proposeTestRelease") return { ...shared, kind: plan, rule, delta: shown.delta / 2 };
  if (plan === "crossValidation") return { ...shared, kind: plan, noiseMultiplier: multiplier };
  return plan === "ends" ? { ...shared, kind: plan, tail } : { ...shared, kind: plan, rule };
}

/** Bought fields need no declaration. */
export function purchaseFields(plan: DensityPurchase["kind"]): readonly string[] {
  const always = ["x", "y", "person", "perPerson", "fill", "domainX", "domainY", "epsilon", "delta"];
  // The noise of the release to come is a cost of each candidate.
  return plan === "crossValidation" ? [...always, "route", "calibration"] : always;
}
