import { fitDeepAffineHullMachine, type DeepAffineHullMachine } from "../machine/deepAffineHullMachine.ts";
import type { RegularGrid } from "../../grids.ts";
import { pointsAt, type Points } from "../../points.ts";
import { shownSource } from "../../random/shownSource.ts";
import { portion } from "../../slices.ts";
import { fabricateNoisyRows, type Unit } from "./fabricatedBranches.ts";
import type { FabricationParameters } from "./fabricationParameters.ts";
import { planeIn } from "./heldPlane.ts";
import { nearestOf, type Nearest } from "./nearestMachine.ts";
import { addNoise, type TableGuarantee } from "./tableNoise.ts";
import { originShare, tableRows, type ClassifiedRecords } from "./tableRows.ts";

/** Distances in shares of the ranges. */
interface FabricationField extends Nearest {
  readonly grid: RegularGrid;
}

/** Fields not marked private are post-processing of the noisy rows. */
export interface FabricationRelease {
  readonly guarantee: TableGuarantee;
  /** `testCount` are withheld. */
  readonly rowCount: number;
  readonly testCount: number;
  /** From 0 on, increasing; sizes of classes are not protected (errata K5). */
  readonly classOf: Float64Array;
  readonly partyOf: Float64Array;
  readonly branchOf: Float64Array;
  /** In data units. **Private.** */
  readonly original: Points;
  readonly clampedCount: number;
  /** In data units. */
  readonly noisy: Points;
  readonly fabricated: Points;
  /** Rows after 0, 1, … smoothing steps, in data units; empty if not kept. */
  readonly frames: readonly Points[];
  /** Σ‖y − A(y)‖ after each number of steps, on the scale of [0, 1]. */
  readonly errors: Float64Array;
  /** Below n where noisy rows have fewer directions (errata K10). */
  readonly leastDimension: number;
  readonly reached: boolean;
  readonly field: FabricationField | undefined;
  /** Distances of released and test records from the nearest class. **Private** (errata K16). */
  readonly memberDistances: Float64Array;
  readonly testDistances: Float64Array;
  /** Share of test records whose class is found. **Private**; undefined without a test. */
  readonly accuracy: number | undefined;
}

/**
 * A fabricated table: noise, clustering, smoothing of each branch, images; then field and distances of the
 * classifier. **Noise on doubles is for display.**
 *
 * @see Kumar, Moser & Fischer (2024), Definitions 12 to 15, Remark 4, eq. (104); errata K1–K16
 */
export function* fabricateTableRelease(
  records: ClassifiedRecords,
  parameters: FabricationParameters,
): Generator<number, FabricationRelease> {
  const random = shownSource(parameters.seed);
  const { unit, test, released, kept, classOf, partyOf, clampedCount, box } = tableRows(records, parameters, random);
  const p = unit.dimension;
  const { noisy, guarantee } = addNoise(unit, parameters, random);

  const smoothing = fabricateNoisyRows(noisy, { classOf, partyOf, classCount: records.classCount }, parameters);
  const { units, branchOf, fabricated, frames, errors, reached } = yield* portion(smoothing, 0, 0.6);

  const machines = yield* portion(machinesOf({ units, fabricated, noisy }, parameters), 0.6, 0.75);

  const grid = fieldGrid(p, parameters);
  let field: FabricationField | undefined;
  if (grid) {
    const at = planeIn(box, grid, parameters.heldAt);
    const nearest = yield* portion(nearestOf(machines, at), 0.75, 0.95);
    const { distance, label, party, image, doubtful } = nearest;
    field = { grid: box.gridToData(grid), distance, label, party, image: box.toData(image), doubtful };
  }
  const members = yield* portion(nearestOf(machines, unit), 0.95, 0.97);
  const others = yield* portion(nearestOf(machines, test), 0.97, 1);

  return {
    guarantee,
    rowCount: released.length,
    testCount: kept.length,
    classOf,
    partyOf,
    branchOf,
    original: box.toData(unit),
    clampedCount,
    noisy: box.toData(noisy),
    fabricated: box.toData(fabricated),
    frames: frames.map(box.toData),
    errors,
    leastDimension: machines.reduce((least, { machine }) => Math.min(least, machine.layers[0]!.subspaceDimension), p),
    reached,
    field,
    memberDistances: members.distance,
    testDistances: others.distance,
    accuracy: foundShare(others, kept, records),
  };
}

/** @yields the fraction done */
export function* machinesOf(
  {
    units,
    fabricated,
    noisy,
  }: { readonly units: readonly Unit[]; readonly fabricated: Points; readonly noisy: Points },
  { model, subspaceDimension, depth }: FabricationParameters,
): Generator<number, (Unit & { readonly machine: DeepAffineHullMachine })[]> {
  const modelled = model === "fabricated" ? fabricated : noisy;
  const machines = [];
  for (const one of units) {
    const machine = fitDeepAffineHullMachine({ points: pointsAt(modelled, one.rows), subspaceDimension, depth });
    machines.push({ ...one, machine });
    yield machines.length / units.length;
  }
  return machines;
}

/** Share of records whose class is found; undefined for no records. Empty places are none. */
export function foundShare({ label }: Pick<Nearest, "label">, kept: readonly number[], { classOf }: ClassifiedRecords) {
  const count = kept.filter((i) => i < classOf.length).length;
  return count > 0 ? kept.filter((i, row) => label[row] === classOf[i]).length / count : undefined;
}

function fieldGrid(p: number, parameters: FabricationParameters): RegularGrid | undefined {
  const { fieldCount: count, fieldMargin } = parameters;
  if (p < 2 || count === 0) return undefined;
  const share = originShare(parameters);
  const axis = { lower: -share - fieldMargin, upper: 1 - share + fieldMargin, count };
  return { axes: [axis, axis] };
}
