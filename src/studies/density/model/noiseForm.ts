import type { PolynomialChoice, PolynomialSize } from "../../../core/bernstein/polynomialChoice.ts";
import { densityLaw } from "../../../core/density/densityForm.ts";
import { densityFrame } from "../../../core/density/densityFrame.ts";
import { densityAxes } from "../../../core/density/densityGrid.ts";
import { axisPlaces } from "../../../core/grids.ts";
import { drawnDomain, heldPlaces } from "../../../core/release/heldBox.ts";
import type { NoiseForm } from "../../../panels/postProcessing/whatFollows.ts";
import { requestOf } from "./request.ts";
import type { DensityScenario } from "./scenario.ts";

export interface FormRequest {
  readonly shown: DensityScenario;
  readonly polynomial: (PolynomialSize & Pick<PolynomialChoice, "law">) | undefined;
}

/** Undefined for values cut off at zero. */
export function noiseForm({ shown, polynomial }: FormRequest): NoiseForm | undefined {
  const parameters = requestOf(shown);
  if (shown.post === "density" || (parameters.polynomial && !polynomial)) return undefined;
  if (polynomial) {
    const shares = densityAxes(parameters).map((axis) =>
      axisPlaces(axis).map((x) => (x - axis.lower) / (axis.upper - axis.lower)),
    );
    return { ...polynomial, places: [...shares, ...heldPlaces(parameters)] };
  }
  const domain = drawnDomain(parameters);
  const frame = densityFrame(parameters);
  const law = densityLaw({
    ...parameters,
    domain: frame ? [frame.domain] : domain,
    bandwidths: parameters.bandwidths.slice(0, domain.length),
  });
  if (!frame) return law;
  const [axis] = law.grid.axes;
  return { ...law, grid: { axes: [{ ...axis!, count: frame.count }] } };
}
