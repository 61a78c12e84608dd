import type { Interval } from "../../../core/grids.ts";
import { sobolevTerms } from "../../../core/privacy/sensitivity/sobolevNorm.ts";
import type { DensityParameters } from "../../../core/density/densityParameters.ts";

/**
 * Parts of ‖f − f′‖² in Hall's norm (9), ends, slopes and values, for one changed value of n. With x as a share of the
 * domain, a bump is 1/L times one on [0, 1], and γ becomes γL.
 *
 * @see Hall, Rinaldo & Wasserman (2013), section 4.2, eqs (9), (10)
 */
export function sobolevTermsOf(
  { domain, bandwidths, relativeRate }: Pick<DensityParameters, "domain" | "bandwidths" | "relativeRate">,
  recordCount: number,
  { from, to }: { readonly from: number; readonly to: number },
) {
  const [lower, upper] = domain[0] as Interval;
  const [h] = bandwidths as [number];
  const side = upper - lower;
  const width = h / side;
  const bumpAt = (x: number) => {
    const centre = (x - lower) / side;
    const value = (t: number) => normalDensity((t - centre) / width) / (width * side * recordCount);
    return { value, slope: (t: number) => (-(t - centre) / width ** 2) * value(t) };
  };
  const [first, second] = [bumpAt(from), bumpAt(to)];
  const difference = {
    value: (t: number) => first.value(t) - second.value(t),
    derivative: (t: number) => first.slope(t) - second.slope(t),
  };
  return sobolevTerms({ first: difference, second: difference, rate: (relativeRate / h) * side, panels: 2000 });
}

function normalDensity(z: number): number {
  return Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
}
