import type { BandwidthRule, DensityPurchase } from "../../../core/density/densityPurchase.ts";
import type { DensityScenario } from "../model/scenario.ts";

/** `multiplier` is σ/Δ of the release to come, `epsilon` the part that pays. */
interface Bought {
  readonly way: DensityPurchase["kind"];
  readonly rule: BandwidthRule;
  readonly tail: number;
  readonly multiplier: number;
  readonly epsilon: number;
}

export function purchaseFrom(
  shown: Pick<DensityScenario, "y" | "domainX" | "domainY" | "delta">,
  { way, rule, tail, multiplier, epsilon }: Bought,
): DensityPurchase {
  const shared = { epsilon, domain: shown.y === "" ? [shown.domainX] : [shown.domainX, shown.domainY] };
  if (way === "proposeTestRelease") return { ...shared, kind: way, rule, delta: shown.delta / 2 };
  if (way === "crossValidation") return { ...shared, kind: way, noiseMultiplier: multiplier };
  return way === "ends" ? { ...shared, kind: way, tail } : { ...shared, kind: way, rule };
}

/** Bought fields need no declaration. */
export function purchaseFields(way: DensityPurchase["kind"]): readonly string[] {
  const always = ["x", "y", "person", "perPerson", "fill", "domainX", "domainY", "epsilon", "delta"];
  // The noise of the release to come is a cost of each candidate.
  return way === "crossValidation" ? [...always, "route", "calibration"] : always;
}
