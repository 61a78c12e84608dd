import type { DensityView } from "./view.ts";

/**
 * The mean height of a density on the domain, 1 over its length or area, on the scale where its noise is even. Public,
 * and the same for every draw.
 */
export function meanHeight({ axes }: Pick<DensityView, "axes">): number {
  return 1 / axes.reduce((volume, { lower, upper, evenLength }) => volume * (evenLength ?? upper - lower), 1);
}

/** How large the noise is beside the function: its standard deviation at a point over the mean height. Public. */
export function noiseShare(view: Pick<DensityView, "axes" | "sigma">): number {
  return view.sigma / meanHeight(view);
}
