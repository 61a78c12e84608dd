import { kMeans } from "../machine/kMeans.ts";
import { fabrication } from "../machine/fabrication.ts";
import { pointsAt, type Points } from "../../points.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { seededSource } from "../../random/seededSource.ts";
import { mapSlices } from "../../slices.ts";
import type { FabricationParameters } from "./fabricationParameters.ts";
import { putRows } from "./tableRows.ts";

export interface Unit {
  readonly class: number;
  readonly party: number;
  /** Within its class and party. */
  readonly branch: number;
  readonly rows: readonly number[];
}

/** On the scale of [0, 1]. */
interface FabricatedNoisyRows {
  readonly units: readonly Unit[];
  readonly branchOf: Float64Array;
  readonly fabricated: Points;
  readonly frames: readonly Points[];
  readonly errors: Float64Array;
  readonly reached: boolean;
}

/**
 * Noisy rows, clustered, smoothed and replaced by their images, by class and party: post-processing.
 *
 * @param noisy on the scale of [0, 1]
 */
export function* fabricateNoisyRows(
  noisy: Points,
  about: { readonly classOf: Float64Array; readonly partyOf: Float64Array; readonly classCount: number },
  parameters: FabricationParameters,
): Generator<number, FabricatedNoisyRows> {
  const rowCount = about.classOf.length;
  const units = branchesOf(noisy, { ...about, parameters });
  const branchOf = new Float64Array(rowCount);
  units.forEach(({ rows, branch }) => rows.forEach((row) => (branchOf[row] = branch)));
  const coordinates = noisy.coordinates.slice();
  const histories: BranchHistory[] = [];
  let reached = true;
  let rowsDone = 0;
  for (const { rows } of units) {
    const history: Points[] = [];
    const errors: number[] = [];
    const { subspaceDimension, steps: mostSteps, tolerancePerRow } = parameters;
    const tolerance = tolerancePerRow && tolerancePerRow * rows.length;
    const steps = fabrication({ points: pointsAt(noisy, rows), subspaceDimension, mostSteps, tolerance });
    const before = rowsDone;
    const branch = yield* mapSlices(steps, (step) => {
      if (parameters.frames) history.push(step.rows);
      errors.push(step.error);
      return (before + (rows.length * errors.length) / (mostSteps + 1)) / rowCount;
    });
    reached &&= branch.reached;
    putRows(branch.fabricated, rows, coordinates);
    histories.push({ rows, steps: history, errors });
    rowsDone += rows.length;
  }
  const fabricated = { dimension: noisy.dimension, coordinates };
  return { units, branchOf, fabricated, ...merged(histories, noisy), reached };
}

const clusteringSeed = 1;

function branchesOf(
  noisy: Points,
  {
    classOf,
    partyOf,
    classCount,
    parameters: { parties, branches },
  }: {
    readonly classOf: Float64Array;
    readonly partyOf: Float64Array;
    readonly classCount: number;
    readonly parameters: FabricationParameters;
  },
): readonly Unit[] {
  const random: RandomSource = seededSource(clusteringSeed);
  const members = Array.from({ length: parties * classCount }, (): number[] => []);
  classOf.forEach((own, row) => members[partyOf[row]! * classCount + own]!.push(row));
  return members.flatMap((rows, k) => {
    if (rows.length === 0) return [];
    const clusterCount = Math.min(branches, rows.length);
    const { assignment } = kMeans({ points: pointsAt(noisy, rows), clusterCount, random });
    return Array.from({ length: clusterCount }, (_, branch) => ({
      class: k % classCount,
      party: Math.floor(k / classCount),
      branch,
      rows: rows.filter((_, at) => assignment[at] === branch),
    }));
  });
}

interface BranchHistory {
  readonly rows: readonly number[];
  readonly steps: readonly Points[];
  readonly errors: readonly number[];
}

function merged(
  histories: readonly BranchHistory[],
  noisy: Points,
): { readonly frames: readonly Points[]; readonly errors: Float64Array } {
  const count = Math.max(...histories.map(({ errors }) => errors.length));
  const errors = Float64Array.from({ length: count }, (_, k) =>
    histories.reduce((sum, { errors: own }) => sum + own[Math.min(k, own.length - 1)]!, 0),
  );
  const kept = histories[0]!.steps.length > 0 ? count : 0;
  const frames = Array.from({ length: kept }, (_, k) => {
    const coordinates = new Float64Array(noisy.coordinates.length);
    for (const { steps, rows } of histories) putRows(steps[Math.min(k, steps.length - 1)]!, rows, coordinates);
    return { dimension: noisy.dimension, coordinates };
  });
  return { frames, errors };
}
