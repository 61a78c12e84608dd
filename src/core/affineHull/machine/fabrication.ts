import { checkPositive, checkPositiveInteger } from "../../checks.ts";
import type { Points } from "../../points.ts";
import { fitAffineHullMachine, type AffineHullMachine } from "./affineHullMachine.ts";

/** Nothing of the rule may be computed from the records. */
interface FabricationRule {
  /** n, from 1 to p. */
  readonly subspaceDimension: number;
  /**
   * r > 0: smoothing ends at an error of at most r, **public, or bought** by `buyingTolerance` (errata K3). If absent,
   * exactly `mostSteps` steps.
   */
  readonly tolerance?: number | undefined;
  /** ≥ 0; a small r needs very many (errata K7). */
  readonly mostSteps?: number;
}

export interface FabricatedRows {
  /** M̃, the number of steps plus one. */
  readonly steps: number;
  /** True if the error reached r, or without an r. */
  readonly reached: boolean;
  readonly smoothed: Points;
  /** Images in that machine. */
  readonly fabricated: Points;
  readonly machine: AffineHullMachine;
  /** Σᵢ‖yᵢ − A(yᵢ)‖ before each step, and at the end. */
  readonly errors: Float64Array;
}

interface FabricationStep {
  readonly step: number;
  readonly rows: Points;
  readonly images: Points;
  readonly error: number;
}

/**
 * Fabricated table, step by step: noisy rows are smoothed until the error of their machine is at most r, then replaced
 * by their images. Post-processing if r is public or bought. Each step replaces Y by
 *
 *     K(K + λ*I)⁻¹Y = Y − λ*C,
 *
 * with kernel and penalty of the machine of Y. In the limit all rows shrink to the origin (errata K7).
 *
 * @param points N ≥ 1 noisy rows in ℝᵖ, finite
 * @param first the machine of the rows, if already fitted
 * @see Kumar, Moser & Fischer (2024), Definitions 13 and 14, eqs (80)–(93); errata K3, K7, K11
 */
export function* fabrication({
  points,
  subspaceDimension,
  tolerance,
  mostSteps = defaultMostSteps,
  first,
}: FabricationRule & { readonly points: Points; readonly first?: AffineHullMachine | undefined }): Generator<
  FabricationStep,
  FabricatedRows
> {
  if (tolerance !== undefined) checkPositive("tolerance", tolerance);
  if (mostSteps !== 0) checkPositiveInteger("mostSteps", mostSteps);
  const errors: number[] = [];
  let rows = points;
  for (let step = 0; ; step++) {
    const known = step === 0 ? first : undefined;
    const machine = known ?? fitAffineHullMachine({ points: rows, subspaceDimension });
    const { image, distance } = machine.ownImage();
    const error = distance.reduce((sum, x) => sum + x, 0);
    errors.push(error);
    yield { step, rows, images: image, error };
    const reached = tolerance === undefined ? step === mostSteps : error <= tolerance;
    if (reached || step === mostSteps) {
      return {
        steps: step + 1,
        reached,
        smoothed: rows,
        fabricated: image,
        machine,
        errors: Float64Array.from(errors),
      };
    }
    rows = smoothedOnce(machine);
  }
}

const defaultMostSteps = 200;

function smoothedOnce({ points, penalty, coefficients }: AffineHullMachine): Points {
  const p = points.dimension;
  const N = points.coordinates.length / p;
  const coordinates = points.coordinates.slice();
  for (let j = 0; j < p; j++) for (let i = 0; i < N; i++) coordinates[i * p + j]! -= penalty * coefficients[j * N + i]!;
  return { dimension: p, coordinates };
}
