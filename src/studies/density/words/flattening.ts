import { numberText } from "../../../core/numberFormats.ts";
import type { DensityScenario } from "../model/scenario.ts";

/** Effect of smoothing alone on normal peaks, from h: public. docs/proofs/planning.md, Lemma 8. */
export function flatteningOf({
  y,
  h,
  hy,
  route,
  bump,
}: Pick<DensityScenario, "y" | "h" | "hy" | "route" | "bump">): string {
  if (route === "gaussian" && bump !== "gaussian") return "";
  if (y !== "")
    return ` Smoothing comes before the noise: bumps of ${numberText(h)} by ${numberText(hy)} take half off a peak as narrow as they are.`;
  return ` Smoothing comes before the noise: bumps of h = ${numberText(h)} make one of any two peaks closer than ${numberText(2 * h)}, and take 29 % off a peak as narrow as they are.`;
}
