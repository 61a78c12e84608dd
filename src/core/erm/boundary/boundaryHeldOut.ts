import { evaluateExpansion } from "../expansion/kernelExpansion.ts";
import { kernelOf } from "../../kernels/kernelOf.ts";
import { pointsAt } from "../../points.ts";
import { portion } from "../../slices.ts";
import type { BoundaryFits } from "./boundaryFits.ts";
import type { FitParameters } from "./boundaryParameters.ts";
import { checkSize, makeSolver, problemOf } from "./boundaryProblem.ts";

/** Parts of the records, each left out in turn. */
export const heldOutParts = 5;

/**
 * f at each record from a fit to the records of the other parts, shape (n,): record i is in part i mod 5. Private.
 * Choosing parameters by it is a look at the records.
 *
 * @throws {ParameterError} if a parameter is out of range
 */
export function* heldOut(fits: BoundaryFits, parameters: FitParameters): Generator<number, Float64Array> {
  const { recordCount: n } = fits;
  checkSize(n, parameters.solver);
  const { points: box } = fits.boxed(parameters.domain);
  const { responses: all } = fits.ranged(parameters.responseRange);
  const kernel = kernelOf(parameters.kernel, parameters.lengthScale);
  const predicted = new Float64Array(n);
  for (let part = 0; part < heldOutParts && part < n; part++) {
    const rest = Int32Array.from({ length: n }, (_, i) => i).filter((i) => i % heldOutParts !== part);
    const held = Int32Array.from({ length: n }, (_, i) => i).filter((i) => i % heldOutParts === part);
    if (rest.length === 0) continue;
    const solver = makeSolver(pointsAt(box, rest), parameters);
    const problem = problemOf(parameters, rest.length, solver);
    const responses = Float64Array.from(rest, (i) => all[i]!);
    // Without a start, which would depend on the records left out and on earlier fits.
    const fitting = solver.fitting({ ...problem, responses });
    const fit = yield* portion(fitting, part / heldOutParts, (part + 1) / heldOutParts);
    const values = evaluateExpansion({ kernel, ...fit }, pointsAt(box, held));
    held.forEach((i, k) => {
      predicted[i] = values[k]!;
    });
  }
  return predicted;
}
