import type { Interval } from "../../../core/grids.ts";
import { bumpKernel } from "../../../core/kernels/bumpKernel.ts";
import { kernelDensityNeighbourDistance } from "../../../core/privacy/sensitivity/neighbourDistance.ts";
import { sobolevBumpDistance, sobolevTerms } from "../../../core/privacy/sensitivity/sobolevNorm.ts";
import type { DensityParameters } from "../../../core/density/densityParameters.ts";
import { normalCdf } from "../../../core/special/normal.ts";

interface NeighbourPair {
  /** f_D − f_D′ at places. */
  readonly change: Float64Array;
  /** ‖f_D − f_D′‖ in the norm of the noise. */
  readonly distance: number;
  /** Parts of its square from ends, slopes and values, in the norm of Hall's equation (9) only. */
  readonly terms: { readonly ends: number; readonly slopes: number; readonly values: number } | undefined;
}

/**
 * The pair of neighbours that differ in one value of n.
 *
 * @param from the value in one of them
 * @param to the value in the other
 * @see Hall, Rinaldo & Wasserman (2013), sections 4.1 and 4.2, eqs (9), (10)
 */
export function neighbourPair(
  {
    domain,
    bandwidths,
    route,
    relativeRate,
    bump = "gaussian",
  }: Pick<DensityParameters, "domain" | "bandwidths" | "route" | "relativeRate" | "bump">,
  recordCount: number,
  { from, to, places }: { readonly from: number; readonly to: number; readonly places: Float64Array },
): NeighbourPair {
  const [lower, upper] = domain[0] as Interval;
  const [h] = bandwidths as [number];
  const n = recordCount;
  if (route === "sobolev") {
    // Eq. (9) is on [0, 1]: a bump of x is 1/L times one of the share, and γ becomes γL.
    const side = upper - lower;
    const share = (x: number) => (x - lower) / side;
    const [a, b] = [share(from), share(to)];
    const [width, rate] = [h / side, (relativeRate / h) * side];
    const bumpAt = (centre: number) => ({
      value: (t: number) => normalDensity((t - centre) / width) / (width * side * n),
      slope: (t: number) => (-(t - centre) / width ** 2) * (normalDensity((t - centre) / width) / (width * side * n)),
    });
    const [first, second] = [bumpAt(a), bumpAt(b)];
    const difference = {
      value: (t: number) => first.value(t) - second.value(t),
      derivative: (t: number) => first.slope(t) - second.slope(t),
    };
    return {
      change: places.map((x) => difference.value(share(x))),
      distance: sobolevBumpDistance({ first: [a], second: [b], bandwidth: width, rate }) / (side * n),
      terms: sobolevTerms({ first: difference, second: difference, rate, panels: 2000 }),
    };
  }
  if (bump === "gaussian") {
    const height = (x: number, centre: number) => normalDensity((x - centre) / h) / (h * n);
    return {
      change: places.map((x) => height(x, from) - height(x, to)),
      distance: kernelDensityNeighbourDistance({ from: [from], to: [to], recordCount: n, bandwidth: h }),
      terms: undefined,
    };
  }
  const kernel = bumpKernel({ name: bump, bandwidths: [h] });
  const of = (x: number, y: number) => kernel.evaluate([x], [y]);
  return {
    change: places.map((x) => (kernel.height / n) * (of(x, from) - of(x, to))),
    distance: (kernel.height / n) * Math.sqrt(Math.max(0, of(from, from) + of(to, to) - 2 * of(from, to))),
    terms: undefined,
  };
}

/** Probability that the best attacker tells neighbours apart, at μ = distance/σ: Φ(μ/2). */
export function bestGuess(distance: number, sigma: number): number {
  return normalCdf(distance / sigma / 2);
}

function normalDensity(z: number): number {
  return Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
}
