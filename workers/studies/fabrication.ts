import { classifiedRecordsFrom } from "../../src/core/records/classifiedRecords.ts";
import { inValueOrder } from "../../src/core/release/valueOrder.ts";
import { digitsOfTable, type DigitTable } from "../../src/core/records/digits.ts";
import { ParameterError } from "../../src/core/errors.ts";
import { checkingBounds } from "../../src/core/affineHull/fabrication/boundChecks.ts";
import type { StudyWorker } from "../../src/core/release/contract.ts";
import {
  answeringFabrication,
  type DigitRecords,
  type FabricationContract,
  type FabricationRequest,
} from "../../src/core/affineHull/fabricationContract.ts";
import { federating } from "../../src/core/affineHull/fabrication/federation.ts";
import { attackedRow } from "../../src/core/affineHull/fabrication/attackedRow.ts";
import { attacking, spreadOf, type RecordMove } from "../../src/core/release/attacking.ts";
import { pointAt } from "../../src/core/points.ts";
import { justOnce } from "../../src/core/slices.ts";
import { boundOnRecords } from "../../src/core/release/recordsPerPerson.ts";
import { smoothedDraws } from "../../src/core/affineHull/fabrication/smoothedDraws.ts";
import { membershipScore } from "../../src/core/affineHull/machine/membershipScore.ts";
import { releasingTable } from "../../src/core/affineHull/fabrication/tableRelease.ts";
import { buyingTolerance } from "../../src/core/affineHull/fabrication/tolerancePurchase.ts";
import { cryptographicSource } from "../../src/core/random/cryptographicSource.ts";
import type * as digitCode from "../digitCode.ts";
import { freshWords } from "../freshWords.ts";

type Records = FabricationContract["records"];

export const studyWorker: StudyWorker<FabricationContract> = {
  id: "fabrication",
  recordsFrom: (table, choice) =>
    "digitsTo" in choice
      ? { kind: "table", digits: digitsOfTable(table, choice.digitsTo), droppedCount: 0 }
      : classifiedRecordsFrom({ table, ...choice }),
  ordered: (records) => ("points" in records ? inValueOrder(records) : records),
  arraysOf: (records) => {
    if ("points" in records) return [records.points.coordinates, records.classOf];
    return records.kind === "table" ? [records.digits.entries, records.digits.classOf] : [];
  },
  tasksOn: (records) => {
    let digits: DigitTable | undefined;
    /** The service awaits what `run` returns. */
    const inDigits = <T>(use: (code: typeof digitCode, table: () => DigitTable) => T) =>
      import("../digitCode.ts").then((code) => use(code, () => (digits ??= readDigits(records, code)))) as unknown as T;
    const ofPersons = <P extends { readonly recordsPerPerson?: number | undefined }>(parameters: P): P => ({
      ...parameters,
      recordsPerPerson: boundOnRecords(parameters.recordsPerPerson, tableOf(records).recordsPerPerson),
    });
    const rowOf = (record: number, move: RecordMove | undefined) =>
      move?.to ?? Array.from(pointAt(tableOf(records).points, record));
    return {
      attack: {
        run: attacking<FabricationRequest>({
          isRowByRow: true,
          functionOf: (parameters, move, record) => justOnce(attackedRow(rowOf(record, move), ofPersons(parameters))),
          settingOf: (move) => {
            const { dimension: p, coordinates } = tableOf(records).points;
            const moved = coordinates.slice();
            if (move) moved.set(move.to, move.record * p);
            return spreadOf(moved);
          },
        }),
      },
      release: {
        run: (parameters) => answeringFabrication(tableOf(records), ofPersons(parameters)),
        arraysOf: ({ estimate, draws, noisy }) => [estimate, ...draws, noisy.coordinates],
      },
      latticeRelease: {
        run: (parameters) => releasingTable(tableOf(records), ofPersons(parameters), freshWords()),
        arraysOf: ({ integers, values }) => [integers, values],
      },
      describingDigits: { run: () => inDigits((code, table) => code.digitOutline(table())) },
      picturingDigits: { run: (asked) => inDigits((code, table) => code.picturingDigits(table(), asked)) },
      measuringDigits: {
        run: (asked) => inDigits((code, table) => code.measuringDigits(table(), asked)),
        inTurn: true,
      },
      releasingDigits: {
        run: (asked) => inDigits((code, table) => code.releasingDigits(table(), asked, freshWords())),
        arraysOf: ({ pixels, numbers }) => [pixels, ...(numbers ? [numbers.integers, numbers.values] : [])],
        inTurn: true,
      },
      packingDigits: {
        run: ({ classes, count, height, width, ...about }) =>
          inDigits(({ assembledImages, digitArchive }) =>
            digitArchive({ ...assembledImages(classes, { count, pixels: height * width }), height, width, ...about }),
          ),
        arraysOf: (archive) => [archive],
      },
      purchase: {
        run: (parameters) => buyingTolerance(tableOf(records), ofPersons(parameters), cryptographicSource()),
      },
      smoothing: { run: (parameters) => smoothedDraws(tableOf(records), ofPersons(parameters)) },
      membership: {
        run: ({ members, others }) => membershipScore({ members: finite(members), others: finite(others) }),
      },
      checkingBounds: { run: (parameters) => checkingBounds(tableOf(records), ofPersons(parameters)) },
      federating: { run: (parameters) => federating(tableOf(records), ofPersons(parameters)) },
    };
  },
};

const finite = (distances: Float64Array) => distances.filter((d) => d < Infinity);

function tableOf(records: Records): Exclude<Records, DigitRecords> {
  if ("points" in records) return records;
  throw new ParameterError("data", records.kind, "a table");
}

function readDigits(records: Records, { digitsOf, smallDigits }: typeof digitCode): DigitTable {
  if ("points" in records) throw new ParameterError("data", "a table", "digits");
  return records.kind === "bundled" ? smallDigits() : digitsOf(records);
}
