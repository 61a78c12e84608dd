import { entryMechanism } from "../../core/privacy/mechanisms/entryMechanism.ts";
import { gaussianMechanism } from "../../core/privacy/mechanisms/mechanism.ts";
import { recordSensitivity } from "../../core/privacy/sensitivity/recordRange.ts";
import type { FabricationContract } from "../../core/releases/fabricationContract.ts";
import { remember } from "../../core/remember.ts";
import type { StudyDefinition } from "../../panels/study.ts";
import { tableSvg } from "../../plots/tableSvg.ts";
import { chooseColumns, choiceOf, fitsTable } from "./columns.ts";
import { fabricationExamples } from "./examples.ts";
import { FabricationControls, MainSliders } from "./FabricationControls.tsx";
import { FabricationPicture } from "./FabricationPicture.tsx";
import { FabricationTools } from "./FabricationTools.tsx";
import { guaranteeOf } from "./guarantee.tsx";
import { tablePictureOf } from "./pictures.ts";
import { fabricationProblems, isBlocked } from "./problems.ts";
import { requestOf } from "./request.ts";
import { fabricationLinks, fabricationRoles } from "./scenario.ts";
import type { FabricationScenario } from "./scenario.ts";
import { sentenceOf } from "./sentence.ts";
import { exportedTableOf, fabricatedCsv } from "./table.ts";
import type { FabricationFacts, FabricationInside, Smoothing } from "./view.ts";

/** Entries of a record: the columns of the plane. */
const entries = 2;

const mechanismOf = remember(({ adjacency, atom }: { readonly adjacency: number; readonly atom: number }) =>
  entryMechanism({ entries, adjacency, atom }),
);

/** A table is a function of column and row. */
const axesOf = remember((rowCount: number) => [
  { lower: 1, upper: entries, count: entries },
  { lower: 1, upper: rowCount, count: rowCount },
]);

/** √p. */
const recordShift = recordSensitivity({ lower: [0, 0], upper: [1, 1] }).l2;

/** A private table in place of the records, with the machines that are made of it. */
export const study: StudyDefinition<
  FabricationScenario,
  FabricationContract,
  undefined,
  FabricationFacts,
  FabricationInside,
  Smoothing
> = {
  id: "fabrication",
  label: "Fabricated table",
  what: () => "table",
  fileName: "fabricated",
  links: fabricationLinks(fabricationExamples),
  roles: fabricationRoles,
  session: { choiceOf, fits: fitsTable, choose: chooseColumns, requestOf, blocked: isBlocked },
  views: {
    mechanismOf: ({ protection, adjacency, atom, delta }) =>
      protection === "record" ? gaussianMechanism : mechanismOf({ adjacency, atom: atom === "delta" ? delta : 0 }),
    live: ["field", "layers"],
    axesOf: ({ release: { rowCount } }) => axesOf(rowCount),
    factsOf: ({ release, parameters: { protection, adjacency }, records }) => {
      const { estimate, draws, deviation, clampedCount, memberDistances, testDistances, score, accuracy, ...facts } =
        release;
      return {
        ...facts,
        classNames: "points" in records ? records.classNames : [],
        recordCount: facts.rowCount,
        sensitivity: protection === "record" ? recordShift : adjacency,
        ...{ jitter: 0, roundingError: 0, covarianceError: 0 },
        samplingMethod: "entry by entry",
      };
    },
    insideOf: ({ release: { clampedCount, memberDistances, testDistances, score, accuracy } }) => ({
      clampedCount,
      memberDistances,
      testDistances,
      score,
      accuracy,
    }),
    labelColumnOf: ({ label }) => (label === "" ? undefined : label),
    problemsOf: fabricationProblems,
  },
  guarantee: guaranteeOf,
  table: exportedTableOf,
  privately: (client, records, scenario, budget) => {
    const { epsilon, delta, seed, drawCount, frames, fieldCount, ...parameters } = requestOf(scenario);
    return client.run("latticeRelease", records, { ...parameters, budget });
  },
  releasedTable: (shown, view, { values }) => fabricatedCsv(shown, view, values),
  svg: (shown, view) => tableSvg(tablePictureOf(shown, view)),
  lead: (_, { facts: { recordCount } }) =>
    `${recordCount.toLocaleString("en")} records of two numbers each. Publish a table of as many rows that could be theirs, and is not. Pull ε to the left until their pattern is gone.`,
  sentence: sentenceOf,
  firstTool: { at: "result", playing: false },
  Tools: FabricationTools,
  Picture: FabricationPicture,
  Sliders: MainSliders,
  Controls: FabricationControls,
  follows: "nothing",
  look: { table: true },
  sections: [
    {
      id: "compare",
      title: "One entry or a whole record: the same ε, side by side",
      inside: true,
      load: () => import("./sections/compare.tsx"),
    },
    {
      id: "membership",
      title: "Can one tell who is in the table?",
      inside: true,
      load: () => import("./sections/membership.tsx"),
    },
    {
      id: "digits",
      title: "Digits: pictures before and after, and what they still teach",
      inside: true,
      load: () => import("./sections/digits.tsx"),
    },
  ],
};
