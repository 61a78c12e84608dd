import { classifiedRecordsFrom } from "../../src/core/datasets/classifiedRecords.ts";
import type { StudyWorker } from "../../src/core/releases/contract.ts";
import { answeringFabrication } from "../../src/core/releases/fabricationContract.ts";
import type { FabricationContract } from "../../src/core/releases/fabricationContract.ts";
import { releasingTable } from "../../src/core/releases/tableRelease.ts";
import { freshWords } from "../freshWords.ts";

/** The fabrication study in a worker. */
export const studyWorker: StudyWorker<FabricationContract> = {
  id: "fabrication",
  recordsFrom: (table, choice) => classifiedRecordsFrom({ table, ...choice }),
  arraysOf: ({ points, classOf }) => [points.coordinates, classOf],
  tasksOn: (records) => ({
    release: {
      run: (parameters) => answeringFabrication(records, parameters),
      arraysOf: ({ estimate, draws, noisy }) => [estimate, ...draws, noisy.coordinates],
    },
    latticeRelease: {
      run: (parameters) => releasingTable(records, parameters, freshWords()),
      arraysOf: ({ integers, values }) => [integers, values],
    },
  }),
};
