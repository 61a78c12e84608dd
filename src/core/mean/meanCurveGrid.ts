import { ParameterError } from "../errors.ts";
import { quadratureWeights, type QuadratureRule } from "../kernels/covarianceSpectrum.ts";
import type { Interval, RegularGrid } from "../grids.ts";
import { withoutCentre, type Centre } from "../release/postMap.ts";

/** Public grid of a mean curve: m points from end to end of the declared interval. */
export function meanCurveGrid([lower, upper]: Interval, count: number): RegularGrid {
  if (!(upper > lower && upper - lower < Infinity)) {
    throw new ParameterError("domain", `${lower}..${upper}`, "a finite interval with lower below upper");
  }
  return { axes: [{ lower, upper, count }] };
}

/** Quadrature weights of m ≥ 2 even points, of total 1. */
export function meanWeights(m: number, rule: QuadratureRule): Float64Array {
  const weights = quadratureWeights({ grid: Float64Array.from({ length: m }, (_, i) => i), rule });
  return rule === "uniform" ? weights : weights.map((w) => w / (m - 1));
}

export function lessCentre(
  curves: Float64Array,
  { centre, domain }: { readonly centre?: Centre | undefined; readonly domain: Interval },
  pointCount: number,
): Float64Array {
  return centre ? withoutCentre(curves, centre, meanCurveGrid(domain, pointCount).axes[0]!) : curves;
}
