import { numberText } from "../../../core/numberFormats.ts";
import type { DensityScenario } from "../model/scenario.ts";

/** Effect of smoothing on normal peaks, from the public h (docs/proofs/planning.md, Lemma 8). */
export function flatteningOf(shown: Pick<DensityScenario, "y" | "h" | "hy" | "route" | "bump">): string {
  const { y, h, hy, route, bump } = shown;
  if (route === "gaussian" && bump !== "gaussian") return "";
  if (y !== "")
    return ` Smoothing comes before the noise: bumps of ${numberText(h)} by ${numberText(hy)} lower a peak as narrow as they are by half.`;
  return ` Smoothing comes before the noise: bumps of h = ${numberText(h)} merge any two peaks closer than ${numberText(2 * h)}, and lower a peak as narrow as they are by 29 %.`;
}
