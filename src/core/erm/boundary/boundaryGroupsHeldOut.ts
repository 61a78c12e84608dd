import type { BoundaryRecords } from "../../records/boundaryRecords.ts";
import { evaluateExpansion } from "../expansion/kernelExpansion.ts";
import { kernelOf } from "../../kernels/kernelOf.ts";
import { pointCount, pointsAt } from "../../points.ts";
import { portion } from "../../slices.ts";
import type { BoundaryFits } from "./boundaryFits.ts";
import { heldOutParts } from "./boundaryHeldOut.ts";
import type { FitParameters } from "./boundaryParameters.ts";
import { makeSolver, problemOf } from "./boundaryProblem.ts";
import { rowsOfGroups } from "../../release/sharedGroups.ts";
import type { Grouped } from "../../release/sharedGroups.ts";

/**
 * f of a record's own group at each record, from fits without the records of its part; 0 outside all groups. Private.
 *
 * @param fits of each group; undefined for an empty one
 */
export function* heldOutOfGroups(
  { points, groups }: Required<Pick<BoundaryRecords, "points" | "groups">>,
  fits: readonly (BoundaryFits | undefined)[],
  parameters: Grouped<FitParameters>,
): Generator<number, Float64Array> {
  const n = pointCount(points);
  const copies = fits.length;
  const kernel = kernelOf(parameters.kernel, parameters.lengthScale);
  const predicted = new Float64Array(n);
  for (let part = 0; part < heldOutParts && part < n; part++) {
    const kept = n - Math.ceil((n - part) / heldOutParts);
    for (const [k, rows] of rowsOfGroups(groups.of, copies).entries()) {
      const own = rows.flatMap((row, i) => (row % heldOutParts !== part ? [i] : []));
      const others = rows.flatMap((row, i) => (row % heldOutParts === part ? [i] : []));
      if (own.length === 0 || others.length === 0) continue;
      const inputs = fits[k]!.boxed(parameters.domain).points;
      const outputs = fits[k]!.ranged(parameters.responseRange).responses;
      const solver = makeSolver(pointsAt(inputs, own), parameters);
      const penalty = (parameters.penalty * parameters.groups.shares[k]! * kept) / own.length;
      const problem = problemOf({ ...parameters, penalty }, own.length, solver);
      const fit = yield* portion(
        solver.fitting({ ...problem, responses: Float64Array.from(own, (i) => outputs[i]!) }),
        (part + k / copies) / heldOutParts,
        (part + (k + 1) / copies) / heldOutParts,
      );
      const values = evaluateExpansion({ kernel, ...fit }, pointsAt(inputs, others));
      others.forEach((i, at) => (predicted[rows[i]!] = values[at]!));
    }
  }
  return predicted;
}
