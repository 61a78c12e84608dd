import { ParameterError } from "../errors.ts";
import { gridPeaks, leastVisible, matchedPeaks, placeOnGrid } from "../density/peakVisibility.ts";
import { gridAxis, type Interval } from "../grids.ts";
import { integralFunctional, valueOf } from "../release/curveFunctionals.ts";
import { functionalOnGrid } from "./plannedErrors.ts";
import type { SimulatedQuestion } from "./simulatedPlan.ts";

/**
 * Errors of functions on the points of a line, one behind the other, against their truth. In shares of the unit, or of
 * the domain for a place; the area is ∫|f₁ − f₂| of the first two. For peaks the share that does not show: a peak shows
 * if it rises above its valleys by twice the band and a twentieth of the curve's rise.
 *
 * @param x m increasing places
 * @param truth of all functions, shape (functions·m,)
 * @param unit height of the true peak, and area that counts as 1
 * @returns the error; `band` is half the width of the 95 % band of the noise
 * @throws {ParameterError} for another measure, or fewer than two points between the places
 */
export function curveErrors(
  x: Float64Array,
  truth: Float64Array,
  { measure, between, functional }: Pick<SimulatedQuestion, "measure" | "between" | "functional">,
  unit: { readonly height: number; readonly area: number },
): (curves: Float64Array, band?: number) => number {
  const m = x.length;
  if (functional) {
    const c = functionalOnGrid(functional, x);
    const own = valueOf(c, truth);
    return (curves) => valueOf(c, curves) - own;
  }
  const away = (curves: Float64Array, i: number) => Math.abs(curves[i]! - truth[i]!);
  switch (measure) {
    case "supremum":
      return (curves) => curves.reduce((most, _, i) => Math.max(most, away(curves, i)), 0) / unit.height;
    case "square": {
      const size = truth.reduce((sum, value) => sum + value * value, 0);
      return (curves) => Math.sqrt(curves.reduce((sum, _, i) => sum + away(curves, i) ** 2, 0) / size);
    }
    case "place":
    case "height": {
      const span = placesBetween(x, between);
      const top = highestIn(truth, span);
      return measure === "place"
        ? (curves) => Math.abs(x[highestIn(curves, span)]! - x[top]!) / (x[m - 1]! - x[0]!)
        : (curves) => Math.abs(curves[highestIn(curves, span)]! - truth[top]!) / unit.height;
    }
    case "area": {
      if (!(truth.length >= 2 * m))
        throw new ParameterError("measure", measure, "an error of one curve, without groups");
      const integral = integralFunctional(x, [x[0]!, x[m - 1]!]);
      const areaOf = (curves: Float64Array) =>
        valueOf(
          integral,
          x.map((_, i) => Math.abs(curves[i]! - curves[i + m]!)),
        );
      const own = areaOf(truth);
      return (curves) => Math.abs(areaOf(curves) - own) / unit.area;
    }
    case "peaks": {
      const grid = { axes: [gridAxis({ lower: x[0]!, upper: x[m - 1]!, count: m })] };
      const showing = (curves: Float64Array, band = 0) => {
        const own = curves.subarray(0, m);
        const rise = own.reduce((most, value) => Math.max(most, value)) - own.reduce((a, b) => Math.min(a, b), 0);
        const least = leastVisible({ deviation: band, quantile: 1, largest: rise });
        return gridPeaks(own, grid, least).map((index) => placeOnGrid(grid, index));
      };
      const places = showing(truth);
      return (curves, band) =>
        1 - matchedPeaks(places, showing(curves, band), [[x[0]!, x[m - 1]!]]).length / places.length;
    }
    default:
      throw new ParameterError("measure", measure, "an error of a curve");
  }
}

function placesBetween(x: Float64Array, [from, to]: Interval = [-Infinity, Infinity]): Interval {
  const [first, last] = [x.findIndex((place) => place >= from), x.findLastIndex((place) => place <= to)];
  if (!(first >= 0 && last > first))
    throw new ParameterError("between", `${from} … ${to}`, "an interval of the domain");
  return [first, last];
}

function highestIn(curve: Float64Array, [first, last]: Interval): number {
  let best = first;
  for (let i = first + 1; i <= last; i++) if (curve[i]! > curve[best]!) best = i;
  return best;
}
