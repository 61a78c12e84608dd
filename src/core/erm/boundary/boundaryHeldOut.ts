import { evaluateExpansion } from "../expansion/kernelExpansion.ts";
import { kernelOf } from "../../kernels/kernelOf.ts";
import { pointsAt } from "../../points.ts";
import { portion } from "../../slices.ts";
import type { FitParameters } from "./boundaryParameters.ts";
import { ownPenalty, type BoundaryParts } from "./boundaryParts.ts";
import { checkSize, makeSolver, problemOf } from "./boundaryProblem.ts";

const foldCount = 5;

/**
 * f at each record, or its group's f, from a fit without its fold, i mod 5; 0 in no group. Shape (n,). Private.
 *
 * @param recordCount of the records that are there; n if absent
 */
export function* heldOut(
  { whole, parts }: BoundaryParts,
  parameters: FitParameters,
  recordCount = whole.recordCount,
): Generator<number, Float64Array> {
  const { recordCount: n } = whole;
  checkSize(n, parameters.solver);
  const kernel = kernelOf(parameters.kernel, parameters.lengthScale);
  const predicted = new Float64Array(recordCount);
  for (let fold = 0; fold < foldCount && fold < n; fold++) {
    const all = n - Math.ceil((n - fold) / foldCount);
    for (const [k, { rows, fits }] of parts.entries()) {
      const inFold = (i: number) => rows[i]! % foldCount === fold;
      const kept = Array.from(rows.keys()).filter((i) => !inFold(i));
      const left = Array.from(rows.keys()).filter(inFold);
      if (kept.length === 0 || left.length === 0) continue;
      const { points } = fits!.boxed(parameters.domain);
      const { responses } = fits!.ranged(parameters.responseRange);
      const solver = makeSolver(pointsAt(points, kept), parameters);
      const penalty = ownPenalty(parameters, k, { all, own: kept.length });
      const problem = problemOf({ ...parameters, penalty }, kept.length, solver);
      const fitting = solver.fitting({ ...problem, responses: Float64Array.from(kept, (i) => responses[i]!) });
      const done = (j: number) => (fold + j / parts.length) / foldCount;
      const fit = yield* portion(fitting, done(k), done(k + 1));
      const values = evaluateExpansion({ kernel, ...fit }, pointsAt(points, left));
      left.forEach((i, at) => (predicted[rows[i]!] = values[at]!));
    }
  }
  return predicted;
}
