import { createErmSolver } from "../solver/ermSolver.ts";
import { landmarkCoefficientBound, landmarkGrid } from "../solver/landmarkErm.ts";
import { kernelOf } from "../../kernels/kernelOf.ts";
import { stationaryKernel } from "../../kernels/stationaryKernel.ts";
import { pointCount } from "../../points.ts";
import {
  ermCoefficientBound,
  gapInflatedSensitivity,
  regularisedErmSensitivity,
} from "../../privacy/sensitivity/regularisedErm.ts";
import { representableBound } from "../../representableBound.ts";
import type { BoundaryFits } from "./boundaryFits.ts";
import { gapShare, type FitParameters } from "./boundaryParameters.ts";
import { checkSize, lossOf, ontoUnitRange, problemOf } from "./boundaryProblem.ts";
import { kernelOnSlice, sliceOf, type BoundarySlice } from "./boundarySlice.ts";
import { countedGroup, type SharedGroups } from "../../release/sharedGroups.ts";

interface FitTerms {
  /** M. */
  readonly lipschitz: number;
  /** Δ of the exact minimiser. */
  readonly exact: number;
  /** g. */
  readonly gapTolerance: number;
  /** 2√(g/λ). */
  readonly stop: number;
  /** Δ + stop. */
  readonly stopped: number;
}

/**
 * Δ for the functions of all parts together. For part g with the declared share q, and n the number of *all* records,
 *
 *     f_g = argmin (1/qn) Σ_{i in g} ℓ(yᵢ, f(xᵢ)) + λ‖f‖².
 *
 * All q·f_g, and the sizes of groups, are one function of Δ = M√(sup K)/(λn). Public.
 *
 * @param whole fits to all records
 * @see docs/proofs/disjointParts.md, Lemma 6
 */
export function fitTerms(whole: BoundaryFits, parameters: FitParameters): FitTerms {
  const { penalty, solver, groups } = parameters;
  const { recordCount } = whole;
  checkSize(recordCount, solver);
  const { lipschitz } = lossOf(parameters);
  const exact = regularisedErmSensitivity({ recordCount, penalty, lipschitz, kernelBound: 1 });
  ontoUnitRange(new Float64Array(0), parameters.responseRange);
  if (groups) return { lipschitz, exact, ...stopOfGroups({ ...parameters, groups }, recordCount, exact) };
  const gapTolerance = whole.gapTolerance(parameters);
  const stopped = gapInflatedSensitivity({ sensitivity: exact, gapTolerance, penalty });
  return { lipschitz, exact, gapTolerance, stop: stopped - exact, stopped };
}

export type BoundaryTerms = ReturnType<typeof boundaryTerms>;

/**
 * Σ_g |q·f_g(x)| ≤ M sup K/2λ over all parts, since Σ|cᵢ| of one is at most M n_g/(2λqn): B and η are those of one
 * function.
 */
export function boundaryTerms(
  { whole, names }: { readonly whole: BoundaryFits; readonly names: readonly string[] },
  parameters: FitParameters,
) {
  const { penalty, lengthScale, kernel: name, solver, groups, domain } = parameters;
  const { recordCount } = whole;
  const slice: BoundarySlice = sliceOf(parameters);
  const { grid } = slice;
  const fit = fitTerms(whole, parameters);
  const { exact, lipschitz } = fit;
  const shares = groups?.shares ?? [1];
  const kernel = kernelOf(name, lengthScale);
  const onSlice = kernelOnSlice(kernel, slice);
  const counted = countedGroup({ sensitivity: exact, recordCount });
  const landmarkCount =
    solver === "landmarks" ? pointCount(landmarkGrid({ dimension: domain.length, lengthScale })) : undefined;
  return {
    ...fit,
    slice,
    kernel,
    shares,
    landmarkCount,
    counted,
    extra: names.map((count) => ({ name: count, weight: counted.weight })),
    noise: { kernel: stationaryKernel(name, lengthScale, grid.axes.length), grid, copies: shares.length },
    sum: {
      // A share adds two roundings.
      kernel: { ...onSlice, roundings: (onSlice.roundings ?? 0) + (groups ? 2 : 0) },
      lengthScale,
      grid,
      centreCount: landmarkCount ?? recordCount,
      coefficientBound:
        landmarkCount === undefined
          ? ermCoefficientBound({ penalty, lipschitz })
          : landmarkCoefficientBound({ landmarkCount, penalty, lipschitz }),
    },
  };
}

/**
 * 2‖Σ q(f_g − f*_g)‖ over all groups together, whatever the n records. λ′ = λqn/n_g ≥ λq; the root of a group's
 * tolerance over λ′ is largest for n_g = n; λ′ errs by 3u of itself, which moves q·f_g by 3u M n_g/(2λn) at most.
 *
 * @param exact Δ of one minimiser of all records
 */
function stopOfGroups(
  parameters: FitParameters & { readonly groups: SharedGroups },
  n: number,
  exact: number,
): Pick<FitTerms, "gapTolerance" | "stop" | "stopped"> {
  const { kernel, lengthScale, domain, penalty } = parameters;
  const { shares } = parameters.groups;
  const share = gapShare / Math.sqrt(shares.length);
  const anywhere = { dimension: domain.length, coordinates: new Float64Array(domain.length) };
  const solver = createErmSolver({ points: anywhere, kernel: kernelOf(kernel, lengthScale) });
  const distances = shares.map((q) => {
    const own = problemOf({ ...parameters, penalty: penalty * q }, n, solver, share);
    return q * Math.sqrt(own.gapTolerance / (penalty * q));
  });
  const stop = representableBound((2 * Math.hypot(...distances) + 4 * 2 ** -53 * n * exact) * (1 + 2 ** -40));
  return { gapTolerance: penalty * (stop / 2) ** 2, stop, stopped: exact + stop };
}
