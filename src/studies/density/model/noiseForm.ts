import { densityLaw } from "../../../core/density/densityForm.ts";
import type { NoiseForm } from "../../../panels/postProcessing/whatFollows.ts";
import { requestOf } from "./request.ts";
import type { DensityScenario } from "./scenario.ts";

/** Undefined for polynomials, mapped scales and what was cut off at zero. */
export function noiseForm(shown: DensityScenario): NoiseForm | undefined {
  const parameters = requestOf(shown);
  const { polynomial, transformation, reflection, held } = parameters;
  if (polynomial || transformation || reflection || held || shown.post === "density") return undefined;
  return densityLaw(parameters);
}
