import type { BandwidthRule, DensityPurchase } from "../../../core/density/densityPurchase.ts";
import { lawOfRoute, type BernsteinRoute } from "../model/bernsteinScenario.ts";
import type { DensityScenario } from "../model/scenario.ts";

/** `multiplier` is σ/Δ of the coming release, `epsilon` the part that pays. */
interface Bought {
  readonly plan: DensityPurchase["kind"];
  readonly rule: BandwidthRule;
  readonly tail: number;
  readonly multiplier: number;
  readonly epsilon: number;
}

export function purchaseFrom(
  shown: Pick<DensityScenario, "y" | "domainX" | "domainY" | "epsilon" | "delta" | "route" | "h" | "hy">,
  { plan, rule, tail, multiplier, epsilon }: Bought,
): DensityPurchase {
  const shared = { epsilon, domain: shown.y === "" ? [shown.domainX] : [shown.domainX, shown.domainY] };
  if (plan === "proposeTestRelease") return { ...shared, kind: plan, rule, delta: shown.delta / 2 };
  if (plan === "crossValidation") return { ...shared, kind: plan, noiseMultiplier: multiplier };
  if (plan === "polynomial") {
    return {
      ...shared,
      kind: plan,
      bandwidths: [shown.h, shown.hy].slice(0, shared.domain.length),
      // Offered only on these routes.
      law: lawOfRoute[shown.route as BernsteinRoute],
      budget: { epsilon: shown.epsilon - epsilon, delta: shown.delta },
    };
  }
  return plan === "ends" ? { ...shared, kind: plan, tail } : { ...shared, kind: plan, rule };
}

/** Bought fields need no declaration. */
export function purchaseFields(plan: DensityPurchase["kind"]): readonly string[] {
  const always = ["x", "y", "person", "perPerson", "fill", "domainX", "domainY", "epsilon", "delta"];
  // The coming release's noise is a cost of each candidate.
  if (plan === "polynomial") return [...always, "h", "hy", "correlation", "route"];
  return plan === "crossValidation" ? [...always, "route", "calibration"] : always;
}
