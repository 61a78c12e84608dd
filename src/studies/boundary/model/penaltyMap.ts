import {
  gapInflatedSensitivity,
  gapToleranceOf,
  regularisedErmSensitivity,
} from "../../../core/privacy/sensitivity/regularisedErm.ts";
import { gaussianMechanism } from "../../../core/privacy/mechanisms/mechanism.ts";
import type { PrivacyBudget } from "../../../core/privacy/calibration/privacyBudget.ts";
import type { BoundaryContract } from "../../../core/erm/boundaryContract.ts";
import { gapShare, type BoundaryParameters } from "../../../core/erm/boundary/boundaryParameters.ts";
import { shortText, significant } from "../../../core/numberFormats.ts";
import type { RecordsId, StudyClient } from "../../../engine/contract.ts";
import type { Outcome } from "../../../engine/outcome.ts";
import type { MapJob } from "../../../panels/hooks/useMapColumns.ts";
import { calibrate } from "../../../state/presented/budgetInForce.ts";
import { requestOf } from "./request.ts";
import type { BoundaryScenario } from "./scenario.ts";
import { performanceOf } from "./performance.ts";

interface HeldOutFit {
  readonly lipschitz: number;
  readonly responses: Float64Array;
  readonly heldOut: Float64Array;
}

/** Expected performance for each ε; NaN without a calibration. */
export interface MapColumn {
  readonly penalty: number;
  readonly expected: readonly number[];
}

function logSteps(from: number, to: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => significant(from * (to / from) ** (i / (count - 1)), 3));
}

export const mapPenalties = logSteps(0.001, 1, 13);
export const mapEpsilons = logSteps(0.05, 20, 13).toReversed();

interface MapSource {
  readonly scenario: BoundaryScenario;
  readonly recordsId: RecordsId;
  readonly responses: Float64Array;
  readonly lipschitz: number;
  readonly client: StudyClient<BoundaryContract>;
}

export function mapJobs(
  { scenario, recordsId, responses, lipschitz, client }: MapSource,
  penalties: readonly number[],
): MapJob<MapColumn>[] {
  return penalties.map((penalty) => ({
    name: `λ = ${shortText(penalty)}`,
    run: async (signal: AbortSignal): Promise<Outcome<MapColumn>> => {
      const parameters = { ...requestOf(scenario), penalty };
      const outcome = await client.run("heldOut", recordsId, parameters, { signal });
      if (!outcome.ok) return outcome;
      const fit = { lipschitz, responses, heldOut: outcome.value };
      return { ok: true, value: expectedOverBudgets(fit, parameters, scenario) };
    },
  }));
}

/** All of the scenario but λ, ε, seed, draws and view. */
export function mapKey(scenario: BoundaryScenario, records: number | undefined): string {
  const { delta, calibration } = scenario;
  return JSON.stringify([requestOf({ ...scenario, penalty: 1, seed: 1, draws: 1 }), delta, calibration, records]);
}

/** Δ lacks rounding, a thousandth at most. */
export function expectedOverBudgets(
  { lipschitz, responses, heldOut }: HeldOutFit,
  parameters: BoundaryParameters,
  { delta, calibration }: PrivacyBudget,
): MapColumn {
  const { penalty } = parameters;
  const exact = regularisedErmSensitivity({ recordCount: responses.length, penalty, lipschitz, kernelBound: 1 });
  const gapTolerance = gapToleranceOf({ sensitivity: exact, share: gapShare, penalty });
  const sensitivity = gapInflatedSensitivity({ sensitivity: exact, gapTolerance, penalty });
  const [lower, upper] = parameters.responseRange ?? [-1, 1];
  const unit = (upper - lower) / 2;
  const expected = mapEpsilons.map((epsilon) => {
    const calibrated = calibrate({ epsilon, delta, calibration }, gaussianMechanism);
    if (!("multiplier" in calibrated)) return NaN;
    const sigma = calibrated.multiplier * sensitivity * unit;
    return performanceOf({ parameters, responses, predicted: heldOut, sigma }).expectedPrivate;
  });
  return { penalty, expected };
}
