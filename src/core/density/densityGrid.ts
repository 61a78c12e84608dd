import { checkLength, checkPositive } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { gridAxis, type GridAxis, type Interval, type RegularGrid } from "../grids.ts";
import type { Rows } from "../linalg/smallMatrix.ts";
import { drawnDomain, type HeldBox } from "../release/heldBox.ts";
import { oneOf, type Reader } from "../untrusted.ts";
import type { DensityParameters, DensityTargetParameters, NoiseRoute } from "./densityParameters.ts";

export function densityGrid(
  domain: readonly Interval[],
  count: number = domain.length === 1 ? 1000 : 200,
): RegularGrid {
  return { axes: domain.map(([lower, upper]) => gridAxis({ lower, upper, count })) };
}

export function densityAxes(box: HeldBox): readonly GridAxis[] {
  return densityGrid(drawnDomain(box)).axes;
}

/**
 * Bandwidth matrix H = [[h₁², r h₁h₂], [r h₁h₂, h₂²]], or [[h²]] in one dimension.
 *
 * @throws {ParameterError} unless there is one positive bandwidth per coordinate and −1 < r < 1, r = 0 in one dimension
 */
export function bandwidthMatrixOf({ domain, bandwidths, correlation }: DensityTargetParameters): Rows {
  checkLength("bandwidths", bandwidths, domain.length);
  bandwidths.forEach((h) => checkPositive("bandwidth", h));
  if (!(correlation > -1 && correlation < 1)) {
    throw new ParameterError("correlation", correlation, "strictly between −1 and 1");
  }
  if (domain.length === 1 && correlation !== 0)
    throw new ParameterError("correlation", correlation, "0 in one dimension");
  return bandwidths.map((a, i) => bandwidths.map((b, j) => (i === j ? a * a : correlation * a * b)));
}

const checkRoute: Reader<NoiseRoute> = oneOf("gaussian", "sobolev");

export function isOfGaussianBumps({ route, bump }: Pick<DensityParameters, "route" | "bump">): boolean {
  return checkRoute(route, "route") === "sobolev" || bump === undefined || bump === "gaussian";
}
