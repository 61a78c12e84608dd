import { ParameterError } from "../../../core/errors.ts";
import { gridAxis, type RegularGrid } from "../../../core/grids.ts";
import type { ReleaseFile } from "../../../core/release/file/releaseFile.ts";

export interface ReleasedDensity {
  readonly grid: RegularGrid;
  readonly values: Float64Array;
  readonly names: readonly string[];
  /** First line of a file: no commas, and no text from other people. */
  readonly title: string;
  readonly said: string;
}

/**
 * The density in a release file.
 *
 * @throws {ParameterError} if the file holds a function that is no density on one or two regular axes
 */
export function sourceOfFile({ study, view, mechanism, digest }: ReleaseFile): ReleasedDensity {
  if (study !== "density") throw new ParameterError("study", study, "density");
  const axes = view.axes.map(({ coordinates }) => {
    if (coordinates.kind === "points") throw new ParameterError("view.axes", "points", "regular");
    return gridAxis(coordinates);
  });
  if (axes.length !== 1 && axes.length !== 2) throw new ParameterError("view.axes", axes.length, "1 or 2");
  const { epsilon, delta } = mechanism;
  return {
    grid: { axes },
    values: Float64Array.from(view.values),
    names: view.axes.map(({ name }) => name),
    title: `Curveil synthetic records; post-processing of the release with digest ${digest}; epsilon = ${epsilon}; delta = ${delta}`,
    said: `ε = ${epsilon}, δ = ${delta}, digest ${digest.slice(0, 12)}…`,
  };
}
