import type { ComparedMechanism } from "../comparison/comparison.ts";
import type { Computation, Task } from "../release/contract.ts";
import { boundaryRound, type BoundaryPlanRequest } from "./boundaryRounds.ts";
import {
  planDensityRelease,
  planMeanRelease,
  type DensityPlanAnswer,
  type DensityPlanRequest,
  type MeanPlanAnswer,
  type MeanPlanRequest,
} from "./curvePlans.ts";
import { meanRound, type MeanRoundRequest } from "./meanRounds.ts";
import { densityRound, type RoutePlanRequest } from "./densityRounds.ts";
import { plannedComparison, type PlannedComparisonRequest } from "./plannedComparison.ts";
import { plannedBounds, type BoundsPoint, type BoundsRequest } from "./plannedBounds.ts";
import type { SimulatedRound } from "./simulatedPlan.ts";
import { tableRound, type TablePlanRequest } from "./tableRounds.ts";

/** Plans that a worker computes from public parameters. */
export interface PlanningTasks {
  readonly density: Task<DensityPlanRequest, DensityPlanAnswer>;
  readonly mean: Task<MeanPlanRequest, MeanPlanAnswer>;
  readonly comparison: Task<PlannedComparisonRequest, ComparedMechanism>;
  readonly bounds: Task<BoundsRequest, readonly BoundsPoint[]>;
  readonly route: Task<RoutePlanRequest, SimulatedRound>;
  readonly meanRoute: Task<MeanRoundRequest, SimulatedRound>;
  readonly boundary: Task<BoundaryPlanRequest, SimulatedRound>;
  readonly table: Task<TablePlanRequest, SimulatedRound>;
}

export type PlanName = keyof PlanningTasks;

export const planningTasks: {
  readonly [T in PlanName]: Computation<PlanningTasks[T]["parameters"], PlanningTasks[T]["result"]>;
} = {
  density: { run: planDensityRelease },
  mean: { run: planMeanRelease },
  comparison: { run: plannedComparison },
  bounds: { run: plannedBounds },
  route: { run: densityRound },
  meanRoute: { run: meanRound },
  boundary: { run: boundaryRound },
  table: { run: tableRound },
};
