import { remember } from "../../core/remember.ts";
import { gaussianMechanism } from "../../core/privacy/mechanisms/mechanism.ts";
import type { MeanCurveContract } from "../../core/mean/meanCurveContract.ts";
import { privateRequest } from "../../core/release/privateRequest.ts";
import { isGrouped } from "../../core/grids.ts";
import { goesWith, optionsOn } from "../../core/combinations.ts";
import { meanCurveCombinations, type MeanCurveUse } from "../../core/mean/meanCurveCombinations.ts";
import { countText } from "../../core/numberFormats.ts";
import { later } from "../../panels/shared/Later.tsx";
import { askedSections, sharedSection } from "../../panels/shared/sharedSection.ts";
import { populationTitle } from "../../panels/study/releaseLook.ts";
import type { StudySection } from "../../panels/shared/StudySections.tsx";
import type { StudyDefinition } from "../../panels/study/study.ts";
import { curvesSvg } from "../../plots/small/curvesSvg.ts";
import { curveSvg } from "../../plots/curve/curveSvg.ts";
import { chooseLayout, choiceOf, fitsTable } from "./model/columns.ts";
import { meanCurveDeclaration } from "./model/declaration.ts";
import { meanCurveExamples } from "./model/examples.ts";
import { noiseForm } from "./model/functionals.ts";
import { groupPicturesOf } from "./picture/groups.ts";
import { guaranteeOf } from "./words/guarantee.ts";
import { MainSliders, MeanCurveControls } from "./controls/MeanCurveControls.tsx";
import { MeanCurvePicture } from "./picture/MeanCurvePicture.tsx";
import { MeanCurveTools } from "./picture/MeanCurveTools.tsx";
import { meanCurvePictureOf } from "./picture/pictures.ts";
import { meanCurveProblems } from "./model/problems.ts";
import { requestOf } from "./model/request.ts";
import { separateColumns } from "./model/separateColumns.ts";
import { columnsOfFile } from "../../panels/inference/columnMeans.ts";
import { meanCurveFields, meanCurveRoles } from "./model/fields.ts";
import type { MeanCurveScenario } from "./model/scenario.ts";
import { meanCurveLinks } from "./model/links.ts";
import { ScenarioStrip, stripHeightOf } from "./picture/SmallMultiples.tsx";
import { isMeanLost, sentenceOf } from "./words/sentence.ts";
import { foundLead } from "../../panels/study/foundLead.ts";
import { exportedTableOf } from "./model/table.ts";
import {
  type MeanCurveProps,
  postMapOf,
  factsOf,
  shownAxesOf,
  type MeanCurveFacts,
  type MeanCurveInside,
} from "./model/view.ts";
import { blockedBy } from "../../state/scenario/problems.ts";
import { defined } from "../../core/defined.ts";

/** Sections that need no curve. */
const ofColumns = new Set(["columns", "attacker"]);
const columnsTitle = "The mean of each column, in its unit";
const coefficientsTitle = "Coefficients of the released curve in a basis";
const PlanOfDeclared = later(async () => (await import("./planning/plan.tsx")).Declared);
const Below = later(async () => (await import("./sections/Consequences.tsx")).Consequences, null);

const formOf = remember((shown: MeanCurveScenario) => () => Promise.resolve(noiseForm(shown)));

export const study: StudyDefinition<MeanCurveScenario, MeanCurveContract, undefined, MeanCurveFacts, MeanCurveInside> =
  {
    id: "meanCurve",
    label: "Private mean curve",
    what: ({ groups }) => (groups === "" ? "curve" : "curves"),
    fileName: "mean-curve",
    links: meanCurveLinks(meanCurveExamples),
    fields: meanCurveFields,
    roles: meanCurveRoles,
    editable: {
      rowsOf: ({ curves: values, pointCount: width }) => ({ values, width }),
      withRows: (records, curves) =>
        curves.length === records.curves.length && !records.summed ? { ...records, curves } : undefined,
    },
    session: {
      choiceOf,
      fits: fitsTable,
      choose: chooseLayout,
      requestOf,
      blocked: blockedBy(meanCurveProblems, "scaled"),
      isForCurves: true,
    },
    declaration: { ...meanCurveDeclaration, Plan: PlanOfDeclared },
    views: {
      mechanismOf: () => gaussianMechanism,
      live: ["band", "records", "show", "window", "weight", "plan"],
      axesOf: ({ scenario: { domain, points }, parameters: { groups } }) =>
        shownAxesOf({ domain, points, ...defined({ levels: groups?.levels }) }),
      postMapOf: ({ centre, domain, groups }, { points }) =>
        postMapOf({ domain, points, ...defined({ centre, groups }) }),
      factsOf: ({ release, records }) => factsOf(release, records),
      insideOf: ({ release: { rawMean, clippedCount, largestNorm }, records }) => ({
        records,
        held: records.summed?.curveCount ?? records.curves.length / records.pointCount,
        rawMean,
        clippedCount,
        largestNorm,
      }),
      problemsOf: meanCurveProblems,
    },
    guarantee: guaranteeOf,
    table: exportedTableOf,
    privately: (client, records, scenario, budget) =>
      client.run("latticeRelease", records, privateRequest(requestOf(scenario), budget)),
    svg: (shown, view) =>
      isGrouped(view.axes) ? curvesSvg(groupPicturesOf(shown, view)) : curveSvg(meanCurvePictureOf(shown, view)),
    lead: (shown, view) => {
      const { axes, budget, facts } = view;
      const count = `${facts.mostRecords === undefined ? "" : "At most "}${countText(facts.recordCount)}`;
      if (!isGrouped(axes) && isMeanLost(view))
        return foundLead(budget.epsilon, "the noise hides the mean. More curves, or a larger φ, would bring it back");
      const columns = separateColumns(shown);
      if (columns)
        return `${count} records of ${columns.length} columns. Publish the mean of each column without giving any record away. Pull ε left and see which means are still useful.`;
      return isGrouped(axes)
        ? `${count} curves in ${axes[1].levels.length} groups. Publish a mean for each group without giving any curve away, nor its group. Pull ε left and see which groups still differ.`
        : `${count} curves. Publish their mean without giving any of them away. Pull ε left until it is lost.`;
    },
    sentence: sentenceOf,
    screen: {
      firstTool: undefined,
      Tools: MeanCurveTools,
      strip: {
        Part: ScenarioStrip,
        heightOf: stripHeightOf,
      },
      Picture: MeanCurvePicture,
      Sliders: MainSliders,
      Controls: MeanCurveControls,
      follows: ({ shown, set }) =>
        separateColumns(shown)
          ? "nothing"
          : {
              formOf: formOf(shown),
              held: {
                window: shown.window,
                weight: shown.weight,
                onWindow: (window) => set({ window }, { commit: true }),
                onWeight: (weight) => set({ weight }, { commit: true }),
              },
            },
      Below,
      sections: [
        {
          id: "columns",
          title: columnsTitle,
          applies: ({ shown }: MeanCurveProps) => separateColumns(shown) !== undefined,
          load: () => import("./sections/columnMeans.tsx"),
        },
        {
          id: "plan",
          title: "Plan: which ε, n and φ reach a target",
          load: () => import("./planning/plan.tsx"),
        },
        sharedSection("comparison", () => import("./sections/comparison.tsx"), offered("comparison")),
        sharedSection(
          "attacker",
          () => import("./sections/attacker.tsx"),
          ({ records }: MeanCurveProps) => records !== undefined && !records.summed,
        ),
        { id: "population", title: populationTitle, load: () => import("./sections/population.tsx") },
        {
          id: "coefficients",
          title: coefficientsTitle,
          load: async () => ({ Section: (await import("./sections/population.tsx")).Coefficients }),
        },
        {
          id: "freePrivacy",
          title: "Theorem 4.2: from how many curves on privacy is free",
          load: () => import("./sections/freePrivacy.tsx"),
        },
        {
          id: "buySmoothing",
          title: "Buy φ, ρ or τ with a part of the budget",
          applies: offered("buySmoothing"),
          load: () => import("./sections/buySmoothing.tsx"),
        },
        ...askedSections(() => import("./sections/asked.tsx"), offered),
        {
          id: "tables",
          title: "Both tables of the paper: φ and ρ by cross-validation",
          inside: true,
          applies: offered("tuning"),
          load: () => import("./sections/tables.tsx"),
        },
        {
          id: "curveSums",
          title: "Data of any size: add the curves where they are",
          inside: true,
          load: () => import("./sections/curveSums.tsx"),
        },
      ].map(whereItApplies),
    },
    released: {
      look: {
        sections: [
          {
            id: "columns",
            title: columnsTitle,
            applies: ({ file }) => columnsOfFile(file) !== undefined,
            load: async () => ({ Section: (await import("./sections/columnMeans.tsx")).SectionOfFile }),
          },
          {
            id: "population",
            title: populationTitle,
            applies: ({ file }) => columnsOfFile(file) === undefined,
            load: async () => ({ Section: (await import("./sections/population.tsx")).SectionOfFile }),
          },
          {
            id: "coefficients",
            title: coefficientsTitle,
            applies: ({ file }) => columnsOfFile(file) === undefined,
            load: async () => ({ Section: (await import("./sections/population.tsx")).CoefficientsOfFile }),
          },
        ],
      },
    },
  };

function whereItApplies(section: StudySection<MeanCurveProps>): StudySection<MeanCurveProps> {
  if (ofColumns.has(section.id)) return section;
  return {
    ...section,
    applies: (props) => !separateColumns(props.shown) && (section.applies?.(props) ?? true),
  };
}

function offered(use: MeanCurveUse) {
  return ({ shown, view }: Pick<MeanCurveProps, "shown" | "view">): boolean =>
    goesWith(
      meanCurveCombinations,
      use,
      optionsOn({
        groups: shown.groups !== "",
        absent: shown.most !== "public",
        persons: shown.person !== "",
        sums: view?.facts.isSummed === true,
        otherNoise: shown.noiseKernel !== "same" && shown.noiseKernel !== shown.kernel,
      }),
    );
}
