import type { DensityScenario } from "../model/scenario.ts";
import type { DensityView } from "../model/view.ts";

type Columns = Pick<DensityScenario, "further">;

/** 1 over the domain's length, area or volume, on the scale of even noise. Public. */
export function meanHeight({ axes }: Pick<DensityView, "axes">, { further }: Columns): number {
  // Sizes of groups are private, so all groups share the domain.
  const drawn = axes
    .filter(({ levels }) => levels === undefined)
    .reduce((volume, { lower, upper, evenLength }) => volume * (evenLength ?? upper - lower), 1);
  return 1 / further.reduce((volume, { domain: [lower, upper] }) => volume * (upper - lower), drawn);
}

/** Public. */
export function noiseShare(view: Pick<DensityView, "axes" | "sigma">, columns: Columns): number {
  return view.sigma / meanHeight(view, columns);
}
