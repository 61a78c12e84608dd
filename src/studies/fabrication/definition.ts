import { entryMechanism, type EntryProtection } from "../../core/privacy/mechanisms/entryMechanism.ts";
import { gaussianMechanism } from "../../core/privacy/mechanisms/mechanism.ts";
import type { SmoothedDraws } from "../../core/affineHull/fabrication/smoothedDraws.ts";
import { tableSize } from "../../core/affineHull/fabrication/tableRows.ts";
import type { FabricationContract } from "../../core/affineHull/fabricationContract.ts";
import { remember } from "../../core/remember.ts";
import { countText, numberText, ratioText } from "../../core/numberFormats.ts";
import { protectsHardlyAnyone } from "../../panels/guarantee/promiseWords.ts";
import { later } from "../../panels/shared/Later.tsx";
import { sharedSection } from "../../panels/shared/sharedSection.ts";
import { foundLead } from "../../panels/study/foundLead.ts";
import type { StudyDefinition } from "../../panels/study/study.ts";
import { tableSvg } from "../../plots/plane/tableSvg.ts";
import { chooseColumns, choiceOf, fitsTable } from "./model/columns.ts";
import { fabricationDeclaration } from "./model/declaration.ts";
import { fabricationExamples } from "./model/examples.ts";
import { FabricationControls, MainSliders } from "./controls/FabricationControls.tsx";
import { FabricationPicture } from "./picture/FabricationPicture.tsx";
import { FabricationTools } from "./picture/FabricationTools.tsx";
import { guaranteeOf } from "./words/guarantee.tsx";
import { tablePictureOf } from "./picture/pictures.ts";
import { fabricationProblems } from "./model/problems.ts";
import { columnCount, entriesOfPerson, requestOf } from "./model/request.ts";
import { fabricationFields, fabricationRoles } from "./model/fields.ts";
import type { FabricationScenario } from "./model/scenario.ts";
import { fabricationLinks } from "./model/links.ts";
import { isPatternGone, sentenceOf } from "./words/sentence.ts";
import { exportedTableOf, fabricatedCsv } from "./model/table.ts";
import { pick } from "../../state/scenario/fieldTable.ts";
import { blockedBy } from "../../state/scenario/problems.ts";
import type { FabricationFacts, FabricationInside, Smoothing } from "./model/view.ts";

const TableFollows = later(async () => (await import("./words/TableFollows.tsx")).TableFollows, null);
const PlanOfDeclared = later(async () => (await import("./planning/plan.tsx")).Declared);

/** Rows times steps. */
const mostSmoothed = 8000;

const mechanismOf = remember((of: EntryProtection) => entryMechanism(of));

const axesOf = remember(({ p, rowCount }: { readonly p: number; readonly rowCount: number }) => [
  { lower: 1, upper: p, count: p },
  { lower: 1, upper: rowCount, count: rowCount },
]);

export const study: StudyDefinition<
  FabricationScenario,
  FabricationContract,
  SmoothedDraws | undefined,
  FabricationFacts,
  FabricationInside,
  Smoothing
> = {
  id: "fabrication",
  label: "Fabricated table",
  what: () => "table",
  fileName: "fabricated",
  links: fabricationLinks(fabricationExamples),
  fields: fabricationFields,
  editable: {
    rowsOf: (records) =>
      "points" in records
        ? { values: records.points.coordinates, width: records.points.dimension }
        : { values: new Float64Array(0), width: 1 },
    withRows: (records, coordinates) =>
      "points" in records && coordinates.length === records.points.coordinates.length
        ? { ...records, points: { ...records.points, coordinates } }
        : undefined,
  },
  roles: fabricationRoles,
  session: {
    choiceOf,
    classesOf: ({ label }) => label,
    fits: fitsTable,
    choose: chooseColumns,
    requestOf,
    blocked: blockedBy(fabricationProblems, "asked"),
    measure: (client, { id, value }, parameters, signal) =>
      "points" in value && tableSize(value, parameters) * parameters.steps <= mostSmoothed
        ? client.run("smoothing", id, parameters, { signal })
        : Promise.resolve({ ok: true, value: undefined }),
  },
  views: {
    mechanismOf: (scenario) => {
      const { protection, adjacency, atom, delta } = scenario;
      if (protection === "record") return gaussianMechanism;
      const entries = entriesOfPerson(scenario);
      const isStaircase = atom === "staircase";
      return mechanismOf({ entries, adjacency, pointMass: atom === "delta" ? delta : 0, isStaircase });
    },
    live: ["field", "layers", "plan"],
    axesOf: ({ release: { rowCount, noisy } }) => axesOf({ p: noisy.dimension, rowCount }),
    factsOf: ({ release, parameters, records }) => {
      const { protection, adjacency, subspaceDimension, recordsPerPerson = 1, mostRecords } = parameters;
      const { estimate, draws, deviation, clampedCount, memberDistances, testDistances, accuracy, ...facts } = release;
      const places = mostRecords !== undefined && "points" in records ? mostRecords * records.classCount : undefined;
      return {
        ...facts,
        asked: subspaceDimension,
        classNames: "points" in records ? records.classNames : [],
        recordCount: places ?? facts.rowCount,
        ...(places !== undefined && { mostRecords: places }),
        sensitivity: protection === "record" ? Math.sqrt(release.noisy.dimension * recordsPerPerson) : adjacency,
        jitter: 0,
        roundingError: 0,
        covarianceError: 0,
        samplingMethod: "entry by entry",
      };
    },
    insideOf: ({ release }, _, smoothed) => ({
      ...pick(release, "clampedCount", "memberDistances", "testDistances", "accuracy"),
      smoothed,
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
  svg: (shown, view) => tableSvg(tablePictureOf(shown, view)),
  declaration: { ...fabricationDeclaration, Plan: PlanOfDeclared },
  lead: (shown, view) => {
    const { epsilon } = view.budget;
    if (isPatternGone(shown, view))
      return foundLead(
        epsilon,
        "the pattern is gone: most numbers carry more noise than their range is wide. A shape that is left comes from smoothing",
      );
    const weak = protectsHardlyAnyone(epsilon)
      ? `ε = ${numberText(epsilon)} protects hardly anyone: pull it left`
      : "Pull ε left";
    const atMost = view.facts.mostRecords === undefined ? "" : "At most ";
    return `${atMost}${countText(view.facts.recordCount)} records of ${numberWord(columnCount(shown))} numbers each. Publish as many made-up rows like them, without giving anyone away. ${weak} until the pattern is gone.`;
  },
  sentence: sentenceOf,
  screen: {
    firstTool: { at: "result", playing: false },
    Tools: FabricationTools,
    Picture: FabricationPicture,
    Sliders: MainSliders,
    Controls: FabricationControls,
    follows: "nothing",
    Below: TableFollows,
    drawn: {
      valuesOf: ({ facts }) => facts.noisy.coordinates,
      unitAt: (shown, index) => {
        const { ranges } = requestOf(shown);
        const [lower, upper] = ranges[index % ranges.length]!;
        return upper - lower;
      },
      said: (within) => `the average of each number with its noise is within ± ${ratioText(within)} its range`,
    },
    sections: [
      {
        id: "plan",
        title: "Plan: which ε, n and M reach a target",
        load: () => import("./planning/plan.tsx"),
      },
      {
        id: "compare",
        title: "One entry or a whole record: the same ε, side by side",
        inside: true,
        load: () => import("./sections/compare.tsx"),
      },
      {
        id: "buyTolerance",
        title: "Buy where the smoothing ends",
        inside: false,
        load: () => import("./sections/buyTolerance.tsx"),
      },
      sharedSection(
        "attacker",
        () => import("./sections/attacker.tsx"),
        ({ records }) => records !== undefined && "points" in records,
      ),
      {
        id: "membership",
        title: "Can one tell who is in the table?",
        inside: true,
        load: () => import("./sections/membership.tsx"),
      },
      {
        id: "federated",
        title: "Several parties, one classifier",
        inside: true,
        load: () => import("./sections/federated.tsx"),
      },
      {
        id: "bounds",
        title: "The bounds of the paper’s theorems, checked on these machines",
        inside: false,
        load: () => import("./sections/bounds.tsx"),
      },
      {
        id: "digits",
        title: "Digits: pictures before and after, and what they still teach",
        inside: true,
        load: () => import("./sections/digits.tsx"),
      },
    ],
  },
  released: {
    look: { table: true },
    table: (shown, view, { values }) => fabricatedCsv(shown, view, values),
  },
};

function numberWord(count: number): string {
  return ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"][count - 2] ?? String(count);
}
