import { gaussianMechanism } from "../../core/privacy/mechanisms/mechanism.ts";
import { mechanismOfLaw } from "../../core/bernstein/latticeLaw.ts";
import { isBernstein, lawOfRoute } from "./model/bernsteinScenario.ts";
import { isGrouped, levelAxis, type Interval } from "../../core/grids.ts";
import { postMapOfParts } from "../../core/release/postMap.ts";
import { drawnDomain } from "../../core/release/heldBox.ts";
import { goesWith } from "../../core/combinations.ts";
import { densityCombinations, densityOptions, type DensityUse } from "../../core/density/densityCombinations.ts";
import { recordsHeld } from "../../core/density/placedRecords.ts";
import { densityGrid } from "../../core/density/densityGrid.ts";
import { privateRequest } from "../../core/release/privateRequest.ts";
import type { DensityContract } from "../../core/density/densityContract.ts";
import type { DensityParameters } from "../../core/density/densityParameters.ts";
import { densityFrame } from "../../core/density/densityFrame.ts";
import { integralFunctional } from "../../core/release/curveFunctionals.ts";
import { remember } from "../../core/remember.ts";
import { clipAndNormalise } from "../../core/release/scale.ts";
import { populationTitle } from "../../panels/study/releaseLook.ts";
import type { StudyDefinition } from "../../panels/study/study.ts";
import { later } from "../../panels/shared/Later.tsx";
import { whoseRecords } from "../../panels/controls/words.ts";
import { curvesSvg } from "../../plots/small/curvesSvg.ts";
import { fieldSvg } from "../../plots/plane/fieldSvg.ts";
import { curveSvg } from "../../plots/curve/curveSvg.ts";
import { BernsteinErrors } from "./picture/BernsteinErrors.tsx";
import { choiceOf, chooseColumns, fitsTable } from "./model/columns.ts";
import { densityDeclaration } from "./model/declaration.ts";
import { DensityControls, MainSliders } from "./controls/DensityControls.tsx";
import { DensityPicture } from "./picture/DensityPicture.tsx";
import { densityExamples } from "./model/examples.ts";
import { guaranteeOf } from "./words/guarantee.tsx";
import { groupPicturesOf } from "./picture/groups.ts";
import { curvePictureOf, fieldPicturesOf } from "./picture/pictures.ts";
import { PictureTools } from "./picture/PictureTools.tsx";
import { densityProblems } from "./model/problems.ts";
import { groupsOf, requestOf } from "./model/request.ts";
import { densityFields, densityRoles } from "./model/fields.ts";
import type { DensityScenario } from "./model/scenario.ts";
import { densityLinks } from "./model/links.ts";
import { densitySections } from "./sections.ts";
import { arePeaksGone, sentenceOf } from "./words/sentence.ts";
import { foundLead } from "../../panels/study/foundLead.ts";
import { exportedTableOf } from "./model/table.ts";
import type { FormRequest } from "./model/noiseForm.ts";
import { blockedBy } from "../../state/scenario/problems.ts";
import {
  isPolynomial,
  type DensityFacts,
  type DensityInside,
  type DensityMeasured,
  type DensityView,
} from "./model/view.ts";
import { defined } from "../../core/defined.ts";

const PlanOfDeclared = later(async () => (await import("./planning/plan.tsx")).Declared);

const frameOf = remember(densityFrame);
const repeated = (values: Float64Array, times: number) =>
  Float64Array.from({ length: times * values.length }, (_, i) => values[i % values.length]!);

const formOf = remember((of: FormRequest) => async () => (await import("./planning/plan.tsx")).noiseForm(of));

function polynomialOf(view: DensityView): FormRequest["polynomial"] {
  if (!isPolynomial(view)) return undefined;
  const { degree, iterations, law } = view.facts.polynomial;
  return { degree, iterations, law };
}

const postMapOfGroups = remember(
  ({ levels, ...framing }: Parameters<typeof frameOf>[0] & { readonly levels: readonly string[] }) => {
    const frame = densityFrame(framing);
    return frame && postMapOfParts(frame.postMap, frame.count, levels);
  },
);
const axesOf = remember(
  ({ domain, levels }: { readonly domain: readonly Interval[]; readonly levels?: readonly string[] }) => {
    const { axes } = densityGrid(domain);
    return levels ? [...axes, levelAxis(levels)] : axes;
  },
);

function postMapOf({ domain, bandwidths, correlation, route, bump, relativeRate, levels, ...rest }: DensityParameters) {
  const { transformation, reflection } = rest;
  if (transformation === undefined && reflection !== true) return undefined;
  const framing = {
    domain,
    bandwidths,
    correlation,
    route,
    relativeRate,
    ...defined({ bump, transformation, reflection }),
  };
  return levels ? postMapOfGroups({ ...framing, levels }) : frameOf(framing)?.postMap;
}

export const study: StudyDefinition<DensityScenario, DensityContract, DensityMeasured, DensityFacts, DensityInside> = {
  id: "density",
  label: "Private density",
  what: (scenario) => (groupsOf(scenario) ? "curves" : scenario.y === "" ? "curve" : "surface"),
  fileName: "density",
  links: densityLinks(densityExamples),
  fields: densityFields,
  editable: {
    rowsOf: ({ points: { coordinates: values, dimension: width } }) => ({ values, width }),
    withRows: (records, coordinates) =>
      coordinates.length === 0 || records.groups
        ? undefined
        : { ...records, points: { ...records.points, coordinates } },
  },
  roles: densityRoles,
  session: {
    choiceOf,
    fits: fitsTable,
    choose: chooseColumns,
    requestOf,
    blocked: blockedBy(densityProblems, "scaled"),
    measure: async (client, { id, value }, parameters, signal) => {
      const options = densityOptions(parameters, value);
      const asked = (use: DensityUse) => goesWith(densityCombinations, use, options);
      const counting = asked("peaks") ? client.run("visibility", id, parameters, { signal }) : undefined;
      const comparing = asked("exactSum") ? client.run("difference", id, parameters, { signal }) : undefined;
      const [visibility, difference] = await Promise.all([counting, comparing]);
      if (visibility && !visibility.ok) return visibility;
      if (difference && !difference.ok) return difference;
      return { ok: true, value: { difference: difference?.value, visibility: visibility?.value } };
    },
  },
  declaration: { ...densityDeclaration, Plan: PlanOfDeclared },
  views: {
    mechanismOf: ({ route }) => (isBernstein(route) ? mechanismOfLaw[lawOfRoute[route]] : gaussianMechanism),
    live: ["post", "display", "band", "records", "layout", "plan"],
    axesOf: ({ parameters }) => {
      const { levels } = parameters;
      return postMapOf(parameters)?.axes ?? axesOf({ domain: drawnDomain(parameters), ...defined({ levels }) });
    },
    postMapOf,
    finishOf: ({ post }, axes) => {
      if (post !== "density") return undefined;
      const [line, groups] = axes;
      const cell =
        line?.at === undefined
          ? axes.reduce((volume, { lower, upper, count, levels }) => volume * (levels ? 1 : (upper - lower) / count), 1)
          : repeated(integralFunctional(line.at, [line.at[0]!, line.at.at(-1)!]), groups?.count ?? 1);
      return (values, apart) => {
        const rest = 1 - apart.reduce((sum, share) => sum + share, 0);
        clipAndNormalise(values, cell, Math.min(1, Math.max(0, rest)));
      };
    },
    factsOf: ({ release, records }) => {
      const isCounted = records.multiplicities !== undefined;
      if ("polynomial" in release) {
        const { estimate, unitNoise, clampedCount, original, approximationError, ...facts } = release;
        return { ...facts, isCounted };
      }
      const { estimate, unitNoise, clampedCount, original, ...facts } = release;
      return { ...facts, isCounted };
    },
    insideOf: ({ records, records: { points, multiplicities, groups }, release }, _, measured) => ({
      held: recordsHeld(records),
      points,
      multiplicities,
      groupOf: groups?.of,
      clampedCount: release.clampedCount,
      ofPolynomial:
        "polynomial" in release
          ? { approximationError: release.approximationError, exact: release.estimate }
          : undefined,
      difference: measured?.difference,
      visibility: measured?.visibility,
    }),
    problemsOf: densityProblems,
  },
  guarantee: guaranteeOf,
  table: exportedTableOf,
  privately: (client, records, scenario, budget) =>
    client.run("latticeRelease", records, privateRequest(requestOf(scenario), budget)),
  svg: (shown, view) => {
    if (isGrouped(view.axes)) return curvesSvg(groupPicturesOf(shown, view));
    return view.axes.length === 1 ? curveSvg(curvePictureOf(shown, view)) : fieldSvg(fieldPicturesOf(shown, view));
  },
  lead: ({ data, y, further, person, perPerson, most }, view) => {
    const { axes, facts } = view;
    const { recordCount } = facts;
    const whose = whoseRecords(recordCount, densityExamples.find(({ id }) => id === data)?.who, {
      person,
      perPerson,
      most,
    });
    if (isGrouped(axes))
      return `${whose.count} in ${axes[1].levels.length} groups. Publish a curve for each group ${whose.unseen}, nor ${whose.anyones} group. Pull ε left and see which groups still differ.`;
    if (arePeaksGone(view))
      return foundLead(view.budget.epsilon, "no peak can be told from noise. More people would bring them back");
    const numbers = ["one number", "two numbers"][(y === "" ? 0 : 1) + further.length] ?? "three numbers";
    return `${whose.gave(numbers)}. Publish the ${y === "" ? "curve" : "surface"} ${whose.unseen}. Pull ε left until the peaks are gone.`;
  },
  sentence: sentenceOf,
  screen: {
    firstTool: undefined,
    Tools: PictureTools,
    Picture: DensityPicture,
    pictureSettings: ({ y }) => (y === "" ? [] : ["h", "hy", "correlation"]),
    Sliders: MainSliders,
    Controls: DensityControls,
    follows: ({ shown, view }) => ({
      isDensity: true,
      formOf: formOf({ shown, polynomial: view && polynomialOf(view) }),
    }),
    Below: BernsteinErrors,
    sections: densitySections,
  },
  released: {
    look: {
      density: true,
      sections: [
        {
          id: "population",
          title: populationTitle,
          load: async () => ({ Section: (await import("./sections/population.tsx")).SectionOfFile }),
        },
      ],
    },
  },
};
