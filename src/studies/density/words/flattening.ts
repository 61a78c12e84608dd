import { numberText } from "../../../core/numberFormats.ts";
import type { DensityScenario } from "../model/scenario.ts";

/** Effect of smoothing alone on normal peaks, from h: public. docs/proofs/planning.md, Lemma 8. */
export function flatteningOf({ y, h, route, bump }: Pick<DensityScenario, "y" | "h" | "route" | "bump">): string {
  if (y !== "" || (route === "gaussian" && bump !== "gaussian")) return "";
  return ` Smoothing comes before the noise: bumps of h = ${numberText(h)} merge any two peaks closer than ${numberText(2 * h)}, and lower a peak as narrow as they are by 29 %.`;
}
