import type { DensityScenario } from "../model/scenario.ts";
import type { DensityView } from "../model/view.ts";

type Columns = Pick<DensityScenario, "further">;

/**
 * The mean height of a density on the domain, 1 over its length, area or volume, on the scale where its noise is even. Public,
 * and the same for every draw.
 */
export function meanHeight({ axes }: Pick<DensityView, "axes">, { further }: Columns): number {
  // Of groups, whose sizes are private, it is that of all of them in one curve.
  const drawn = axes
    .filter(({ levels }) => levels === undefined)
    .reduce((volume, { lower, upper, evenLength }) => volume * (evenLength ?? upper - lower), 1);
  return 1 / further.reduce((volume, { domain: [lower, upper] }) => volume * (upper - lower), drawn);
}

/** How large the noise is beside the function: its standard deviation at a point over the mean height. Public. */
export function noiseShare(view: Pick<DensityView, "axes" | "sigma">, columns: Columns): number {
  return view.sigma / meanHeight(view, columns);
}
