import { classifiedRecordsFrom } from "../../src/core/datasets/classifiedRecords.ts";
import type { DigitTable } from "../../src/core/datasets/digits.ts";
import { smallDigits } from "../../src/core/datasets/examples/smallDigits.ts";
import { ParameterError } from "../../src/core/errors.ts";
import type { StudyWorker } from "../../src/core/releases/contract.ts";
import { digitsOf, measuringDigits, picturingDigits } from "../../src/core/releases/digits.ts";
import { answeringFabrication } from "../../src/core/releases/fabricationContract.ts";
import type { DigitRecords, FabricationContract } from "../../src/core/releases/fabricationContract.ts";
import { boundOnRecords } from "../../src/core/releases/recordsPerPerson.ts";
import { releasingTable } from "../../src/core/releases/tableRelease.ts";
import { freshWords } from "../freshWords.ts";

type Records = FabricationContract["records"];

/** The fabrication study in a worker. */
export const studyWorker: StudyWorker<FabricationContract> = {
  id: "fabrication",
  recordsFrom: (table, choice) => classifiedRecordsFrom({ table, ...choice }),
  arraysOf: (records) => ("points" in records ? [records.points.coordinates, records.classOf] : []),
  tasksOn: (records) => {
    let digits: DigitTable | undefined;
    /** No release counts on fewer records of a person than there may be. */
    const ofPersons = <P extends { readonly recordsPerPerson?: number | undefined }>(parameters: P): P => ({
      ...parameters,
      recordsPerPerson: boundOnRecords(parameters.recordsPerPerson, tableOf(records).recordsPerPerson),
    });
    const digitTable = () => (digits ??= readDigits(records));
    return {
      release: {
        run: (parameters) => answeringFabrication(tableOf(records), ofPersons(parameters)),
        arraysOf: ({ estimate, draws, noisy }) => [estimate, ...draws, noisy.coordinates],
      },
      latticeRelease: {
        run: (parameters) => releasingTable(tableOf(records), ofPersons(parameters), freshWords()),
        arraysOf: ({ integers, values }) => [integers, values],
      },
      picturingDigits: { run: (parameters) => picturingDigits(digitTable(), parameters) },
      measuringDigits: { run: (parameters) => measuringDigits(digitTable(), parameters), inTurn: true },
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
