import { classifiedRecordsFrom } from "../../src/core/records/classifiedRecords.ts";
import { inValueOrder } from "../../src/core/release/valueOrder.ts";
import { digitsOfTable, type DigitTable } from "../../src/core/records/digits.ts";
import { smallDigits } from "../../src/core/examples/smallDigits.ts";
import { ParameterError } from "../../src/core/errors.ts";
import { checkingBounds } from "../../src/core/affineHull/fabrication/boundChecks.ts";
import type { StudyWorker } from "../../src/core/release/contract.ts";
import { measuringDigits } from "../../src/core/affineHull/digits/digitDistances.ts";
import { picturingDigits } from "../../src/core/affineHull/digits/digitPictures.ts";
import { digitOutline, digitsOf } from "../../src/core/affineHull/digits/digits.ts";
import { digitArchive } from "../../src/core/release/file/digitArchive.ts";
import { assembledImages, releasingDigits } from "../../src/core/affineHull/digits/digitRelease.ts";
import {
  answeringFabrication,
  type DigitRecords,
  type FabricationContract,
  type FabricationRequest,
} from "../../src/core/affineHull/fabricationContract.ts";
import { federating } from "../../src/core/affineHull/fabrication/federation.ts";
import { attackedRow } from "../../src/core/affineHull/fabrication/attackedRow.ts";
import { attacking, spreadOf, type RecordMove } from "../../src/core/release/attacking.ts";
import { justOnce } from "../../src/core/slices.ts";
import { boundOnRecords } from "../../src/core/release/recordsPerPerson.ts";
import { smoothedDraws } from "../../src/core/affineHull/fabrication/smoothedDraws.ts";
import { releasingTable } from "../../src/core/affineHull/fabrication/tableRelease.ts";
import { buyingTolerance } from "../../src/core/affineHull/fabrication/tolerancePurchase.ts";
import { cryptographicSource } from "../../src/core/random/cryptographicSource.ts";
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
    const ofPersons = <P extends { readonly recordsPerPerson?: number | undefined }>(parameters: P): P => ({
      ...parameters,
      recordsPerPerson: boundOnRecords(parameters.recordsPerPerson, tableOf(records).recordsPerPerson),
    });
    const digitTable = () => (digits ??= readDigits(records));
    const rowOf = (record: number, move: RecordMove | undefined) => {
      const { dimension: p, coordinates } = tableOf(records).points;
      return move?.to ?? Array.from(coordinates.subarray(record * p, (record + 1) * p));
    };
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
      describingDigits: { run: () => digitOutline(digitTable()) },
      picturingDigits: { run: (parameters) => picturingDigits(digitTable(), parameters) },
      measuringDigits: { run: (parameters) => measuringDigits(digitTable(), parameters), inTurn: true },
      releasingDigits: {
        run: (parameters) => releasingDigits(digitTable(), parameters, freshWords()),
        arraysOf: ({ pixels, numbers }) => [pixels, ...(numbers ? [numbers.integers, numbers.values] : [])],
        inTurn: true,
      },
      packingDigits: {
        run: ({ classes, count, height, width, ...about }) =>
          digitArchive({ ...assembledImages(classes, { count, pixels: height * width }), height, width, ...about }),
        arraysOf: (archive) => [archive],
      },
      purchase: {
        run: (parameters) => buyingTolerance(tableOf(records), ofPersons(parameters), cryptographicSource()),
      },
      smoothing: { run: (parameters) => smoothedDraws(tableOf(records), ofPersons(parameters)) },
      checkingBounds: { run: (parameters) => checkingBounds(tableOf(records), ofPersons(parameters)) },
      federating: { run: (parameters) => federating(tableOf(records), ofPersons(parameters)) },
    };
  },
};

function tableOf(records: Records): Exclude<Records, DigitRecords> {
  if ("points" in records) return records;
  throw new ParameterError("data", records.kind, "a table");
}

function readDigits(records: Records): DigitTable {
  if ("points" in records) throw new ParameterError("data", "a table", "digits");
  return records.kind === "bundled" ? smallDigits() : digitsOf(records);
}
