import { levelsOf, type ShownAxis } from "../../core/grids.ts";
import { gaussianMechanism } from "../../core/privacy/mechanisms/mechanism.ts";
import { privateRequest } from "../../core/release/privateRequest.ts";
import { countText } from "../../core/numberFormats.ts";
import { boundaryView, sliceOf, unitsOf } from "../../core/erm/boundary/boundarySlice.ts";
import type { BoundaryContract } from "../../core/erm/boundaryContract.ts";
import type { BoundaryParameters } from "../../core/erm/boundary/boundaryParameters.ts";
import { remember } from "../../core/remember.ts";
import { later } from "../../panels/shared/Later.tsx";
import { askedSections, sharedSection } from "../../panels/shared/sharedSection.ts";
import { populationTitle } from "../../panels/study/releaseLook.ts";
import type { StudyDefinition } from "../../panels/study/study.ts";
import { whoseRecords } from "../../panels/controls/words.ts";
import { boundarySvg } from "../../plots/plane/boundarySvg.ts";
import { boundariesSvg, curvesSvg } from "../../plots/small/curvesSvg.ts";
import { curveSvg } from "../../plots/curve/curveSvg.ts";
import { BoundaryControls, MainSliders } from "./controls/BoundaryControls.tsx";
import { BoundaryPicture } from "./picture/BoundaryPicture.tsx";
import { BoundaryTools } from "./picture/BoundaryTools.tsx";
import { chooseColumns, choiceOf, fitsTable, repairedClass } from "./model/columns.ts";
import { boundaryDeclaration } from "./model/declaration.ts";
import { rowsOf, withRows } from "./model/editing.ts";
import { boundaryExamples } from "./model/examples.ts";
import { guaranteeOf } from "./words/guarantee.ts";
import { groupCurvesOf, groupPlanesOf, rowsOfGroup } from "./picture/groups.ts";
import { influentialOf, type Performance, performanceOf } from "./model/performance.ts";
import { boundaryPictureOf, regressionPictureOf } from "./picture/pictures.ts";
import { boundaryProblems } from "./model/problems.ts";
import { offered } from "./model/options.ts";
import { requestOf } from "./model/request.ts";
import { boundaryFields, boundaryRoles } from "./model/fields.ts";
import type { BoundaryScenario } from "./model/scenario.ts";
import { boundaryLinks } from "./model/links.ts";
import { isDrowned, sentenceOf } from "./words/sentence.ts";
import { foundLead } from "../../panels/study/foundLead.ts";
import { declaredSides, exportedTableOf } from "./model/table.ts";
import { pick } from "../../state/scenario/fieldTable.ts";
import { blockedBy } from "../../state/scenario/problems.ts";
import type { BoundaryFacts, BoundaryInside, Tool } from "./model/view.ts";

const PlanOfDeclared = later(async () => (await import("./planning/plan.tsx")).Declared);

/** Inside view only. */
interface BoundaryMeasured {
  /** f at each record from a fit without it. */
  readonly heldOut: Float64Array;
  /** max |f − f_exact| / max |f_exact|; absent for the exact fit and slow ones. */
  readonly landmarkError: number | undefined;
}

const drawnOf = remember((drawn: Pick<BoundaryParameters, "domain" | "held" | "groups" | "responseRange">) =>
  boundaryView(drawn, sliceOf(drawn)),
);
const shownOf = (parameters: BoundaryParameters) =>
  drawnOf(pick(parameters, "domain", "held", "groups", "responseRange"));

const formOf = remember(
  ({ shown, axes }: { readonly shown: BoundaryScenario; readonly axes: readonly ShownAxis[] }) =>
    async () =>
      (await import("./planning/plan.tsx")).noiseForm(shown, axes),
);

const comparedRecords = 5000;
const Below = later(async () => (await import("./picture/PenaltyMap.tsx")).PenaltyMap, null);

export const study: StudyDefinition<
  BoundaryScenario,
  BoundaryContract,
  BoundaryMeasured,
  BoundaryFacts,
  BoundaryInside,
  Tool | undefined
> = {
  id: "boundary",
  label: "Private boundary",
  what: ({ task, groups }) =>
    task === "classification" ? (groups === "" ? "boundary" : "boundaries") : groups === "" ? "curve" : "curves",
  fileName: "boundary",
  links: boundaryLinks(boundaryExamples),
  fields: boundaryFields,
  editable: { rowsOf, withRows },
  repair: repairedClass,
  roles: boundaryRoles,
  session: {
    choiceOf,
    classesOf: ({ task, response }) => (task === "classification" ? response : ""),
    fits: fitsTable,
    choose: chooseColumns,
    requestOf,
    blocked: blockedBy(boundaryProblems, "scaled"),
    settle: ({ release, parameters }) =>
      release.start === "public" || parameters.seed === "secure" ? undefined : { ...parameters, start: "public" },
    measure: async (client, { id, value }, parameters, signal) => {
      const heldOut = await client.run("heldOut", id, parameters, { signal });
      if (!heldOut.ok) return heldOut;
      const compare = parameters.solver === "landmarks" && value.responses.length <= comparedRecords;
      const error = compare ? await client.run("landmarkError", id, parameters, { signal }) : undefined;
      return { ok: true, value: { heldOut: heldOut.value, landmarkError: error?.ok ? error.value : undefined } };
    },
  },
  declaration: { ...boundaryDeclaration, Plan: PlanOfDeclared },
  views: {
    mechanismOf: () => gaussianMechanism,
    live: ["field", "band", "records", "plan"],
    axesOf: ({ parameters }) => shownOf(parameters).axes,
    unitsOf: (parameters) => {
      const { scale, offset } = shownOf(parameters).units;
      return { unit: scale, offset };
    },
    postMapOf: (parameters) => shownOf(parameters).postMap,
    factsOf: ({ release, records: { classNames } }, shown) => {
      const { estimate, unitNoise, clampedCount, clampedResponseCount, ...rest } = release;
      const { dualityGap, rkhsNorm, fitted, support, ...facts } = rest;
      return { ...facts, classNames: shown.view === "inside" ? classNames : declaredSides(shown, classNames) };
    },
    insideOf: ({ release, parameters, records }, { sigma }, measured) => {
      const { fitted } = release;
      const { responses, groups } = records;
      const shown = parameters.groups && groups;
      const { scale: unit } = unitsOf(parameters);
      // Records beyond N have no prediction.
      const isSurplus = responses.length > (parameters.mostRecords ?? Infinity);
      const predicted = (rows: readonly number[]) => (isSurplus ? rows.filter((row) => fitted[row] !== 0) : rows);
      const parts = shown?.levels.map((_, k) => ({
        rows: predicted(rowsOfGroup(shown.of, k, (some) => some)),
        deviation: (sigma * unit) / parameters.groups!.shares[k]!,
      })) ?? [{ rows: isSurplus ? predicted([...fitted.keys()]) : undefined, deviation: sigma }];
      const sizes = parts.map(({ rows }) => rows?.length ?? 1);
      // Computed when read: sentences wait while a slider moves.
      const perform = (predicted: Float64Array) =>
        lazily(() =>
          parts.map(({ rows, deviation }) => {
            const own = (values: Float64Array) => (rows ? Float64Array.from(rows, (row) => values[row]!) : values);
            if (rows?.length === 0) return undefined;
            return performanceOf({
              ...{ parameters, sigma: deviation },
              ...{ responses: own(responses), predicted: own(predicted) },
            });
          }),
        );
      const onRecords = perform(fitted);
      const heldOut = measured && perform(measured.heldOut);
      const influential = measured && !shown ? lazily(() => influentialOf(fitted, measured.heldOut)) : undefined;
      return {
        ...pick(release, "clampedCount", "clampedResponseCount", "dualityGap", "rkhsNorm", "fitted", "support"),
        records,
        get onRecords() {
          return together(onRecords(), sizes);
        },
        get heldOut() {
          return heldOut && together(heldOut(), sizes);
        },
        get ofGroups() {
          return shown && (heldOut ?? onRecords)();
        },
        landmarkError: measured?.landmarkError,
        get influential() {
          return influential?.();
        },
      };
    },
    labelColumnOf: ({ task, response }) => (task === "classification" ? response : undefined),
    problemsOf: boundaryProblems,
  },
  guarantee: guaranteeOf,
  table: exportedTableOf,
  privately: (client, records, scenario, budget) =>
    client.run("latticeRelease", records, privateRequest(requestOf(scenario), budget)),
  svg: (shown, view) => {
    if (levelsOf(view.axes).length > 0) {
      return shown.task === "classification"
        ? boundariesSvg(groupPlanesOf(shown, view))
        : curvesSvg(groupCurvesOf(shown, view));
    }
    return shown.task === "classification"
      ? boundarySvg(boundaryPictureOf(shown, view, view.inside?.records))
      : curveSvg(regressionPictureOf(shown, view, view.inside?.records));
  },
  lead: ({ data, task, person, perPerson, most }, view) => {
    const { axes, facts } = view;
    const { recordCount } = facts;
    const { length: groupCount } = levelsOf(axes);
    if (groupCount > 0) {
      const what = task === "classification" ? "the line between two kinds" : "how one number follows from another";
      return `${most === "public" ? "" : "At most "}${countText(recordCount)} records in ${groupCount} groups. Publish ${what} for each group without giving any record away, nor its group. Pull ε left and see which groups still differ.`;
    }
    if (task === "classification" && isDrowned(view))
      return foundLead(view.budget.epsilon, "the line is lost. More records, or a larger λ, would bring it back");
    const { count, gave, unseen } = whoseRecords(recordCount, boundaryExamples.find(({ id }) => id === data)?.who, {
      ...{ person, perPerson, most },
    });
    return task === "classification"
      ? `${count}, each of one of two kinds. Publish the line between the kinds ${unseen}. Pull ε left until it is lost.`
      : `${gave("two numbers")}. Publish how one follows from the other ${unseen}. Pull ε left until it is lost.`;
  },
  sentence: sentenceOf,
  screen: {
    firstTool: undefined,
    stagedTools: {
      flip: { tool: "flip", hint: "Tap a point to flip its label. With keys: arrows to a point, then Enter." },
    },
    Tools: BoundaryTools,
    Picture: BoundaryPicture,
    pictureSettings: () => ["penalty", "lengthScale"],
    Sliders: MainSliders,
    Controls: BoundaryControls,
    follows: ({ shown, view }) => ({ formOf: view && formOf({ shown, axes: view.axes }) }),
    Below,
    sections: [
      {
        id: "plan",
        title: "Plan: which ε, n and λ reach a target",
        load: () => import("./planning/plan.tsx"),
      },
      sharedSection(
        "comparison",
        () => import("./sections/comparison.tsx"),
        (props) => offered("comparison")(props) && (offered("sobolev")(props) || offered("lattice")(props)),
      ),
      {
        id: "aldaFigure",
        title: "Figure 2 of Aldà & Rubinstein",
        inside: true,
        applies: ({ shown }) => shown.data === "alda-2",
        load: () => import("./sections/aldaFigure.tsx"),
      },
      {
        id: "learners",
        title: "Other learners, as polynomials",
        applies: offered("learners", "manyInputs"),
        load: () => import("./sections/learners.tsx"),
      },
      sharedSection(
        "attacker",
        () => import("./sections/attacker.tsx"),
        ({ records }) => records !== undefined,
      ),
      {
        id: "buyPenalty",
        title: "Buy λ with a part of the budget",
        applies: offered("buyPenalty"),
        load: () => import("./sections/buyPenalty.tsx"),
      },
      {
        id: "predictions",
        title: "Private predictions for points of your own",
        applies: offered("predictions", "landmarks"),
        load: () => import("./sections/predictions.tsx"),
      },
      { id: "population", title: populationTitle, load: () => import("./sections/population.tsx") },
      ...askedSections(() => import("./sections/asked.tsx"), offered),
      sharedSection("counts", () => import("./sections/countsQuery.tsx")),
    ],
  },
  released: { look: { boundary: true } },
};

function together(each: readonly (Performance | undefined)[], sizes: readonly number[]): Performance {
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const mean = (part: (one: Performance) => number) =>
    each.reduce((sum, own, k) => sum + (own ? (sizes[k]! / all) * part(own) : 0), 0);
  return { original: mean(({ original }) => original), expectedPrivate: mean((one) => one.expectedPrivate) };
}

function lazily<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => (found ??= { value: find() }).value;
}
