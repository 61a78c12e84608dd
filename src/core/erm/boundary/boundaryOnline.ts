import { ParameterError } from "../../errors.ts";
import type { Interval } from "../../grids.ts";
import { exponentialSum } from "../../kernels/exponentialSum.ts";
import { kernelOf } from "../../kernels/kernelOf.ts";
import type { Points } from "../../points.ts";
import { indicesOfNonzero } from "../../linalg/indicesOfNonzero.ts";
import { evaluateExpansion, type KernelExpansion } from "../expansion/kernelExpansion.ts";
import { unitRecords } from "../../release/latticeTarget.ts";
import type { OnlineTarget } from "../../release/onlineFunction.ts";
import { ermCoefficientBound } from "../../privacy/sensitivity/regularisedErm.ts";
import { fittingParts, type BoundaryParts } from "./boundaryParts.ts";
import { unitsOf } from "./boundarySlice.ts";
import type { FitParameters } from "./boundaryParameters.ts";
import { lossOf } from "./boundaryProblem.ts";
import { sensitivityOf } from "./boundaryTarget.ts";
import { fitTerms } from "./boundaryTerms.ts";

/**
 * Exact fit answered point by point, in the unit box. With exponential noise on a line a value takes O(log n).
 *
 * @param parts one for all records
 * @param recordsPerPerson k ≥ 1, which multiplies Δ
 * @see docs/proofs/onlineNoise.md, Lemma 6; Hall, Rinaldo & Wasserman (2013), sections 4.3 and 5
 */
export function* onlineBoundary(
  parts: BoundaryParts,
  parameters: FitParameters,
  recordsPerPerson: number,
): Generator<number, OnlineTarget> {
  const { domain, lengthScale, penalty } = parameters;
  const kernel = kernelOf(parameters.kernel, lengthScale);
  const isFast =
    domain.length === 1 && (parameters.kernel === "exponential" || parameters.kernel === "productExponential");
  const peak = ermCoefficientBound({ penalty, lipschitz: lossOf(parameters).lipschitz });
  const roundings = isFast
    ? 6 * (parts.whole.recordCount + 2)
    : parts.whole.recordCount + 56 + domain.length + (kernel.roundings ?? 0);
  const { scale, offset } = unitsOf(parameters);
  const sensitivity = recordsPerPerson * sensitivityOf(fitTerms(parts.whole, parameters), parameters).value;
  const [fit = nobody(domain.length)] = yield* fittingParts(parts, parameters, "public");
  const sum = isFast && sumOnLine({ kernel, ...fit }, lengthScale);
  return {
    estimate: sum ? ({ coordinates }) => coordinates.map(sum) : (at) => evaluateExpansion({ kernel, ...fit }, at),
    roundingError: peak * roundings * 2 ** -53,
    peak,
    sensitivity,
    kernel: isFast ? { rate: 1 / lengthScale } : kernel,
    domain: domain.map(() => [0, 1]),
    inKernel: (at) => insideBox(at, domain),
    units: { scale, offsetsAt: ({ coordinates }) => coordinates.map(() => offset) },
  };
}

function nobody(dimension: number): Pick<KernelExpansion, "centres" | "coefficients"> {
  return { centres: { dimension, coordinates: new Float64Array(0) }, coefficients: new Float64Array(0) };
}

function sumOnLine({ centres, coefficients }: KernelExpansion, lengthScale: number): (x: number) => number {
  const used = indicesOfNonzero(coefficients).sort((i, j) => centres.coordinates[i]! - centres.coordinates[j]!);
  const places = Float64Array.from(used, (i) => centres.coordinates[i]!);
  return exponentialSum(
    places,
    Float64Array.from(used, (i) => coefficients[i]!),
    lengthScale,
  );
}

function insideBox(at: Points, domain: readonly Interval[]): Points {
  const { points, clampedCount } = unitRecords(at, domain);
  if (clampedCount === 0) return points;
  const sides = domain.map(([lower, upper]) => `${lower} to ${upper}`).join(" by ");
  throw new ParameterError("at", `${clampedCount} points outside`, `inside the domain, ${sides}`);
}
