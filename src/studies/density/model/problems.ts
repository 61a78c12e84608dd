import { scaleWords } from "../../../core/density/densityFrame.ts";
import { transformations } from "../../../core/special/transformation.ts";
import { fieldProblems } from "../../../state/scenario/fieldTable.ts";
import { commonFields } from "../../../state/scenario/sharedFields.ts";
import { isDomain } from "../../../state/scenario/linkFields.ts";
import { fourDigitText } from "../../../core/numberFormats.ts";
import { problemIf } from "../../../state/scenario/problems.ts";
import type { ScenarioProblem } from "../../../state/scenario/problems.ts";
import { isBernstein } from "./bernsteinScenario.ts";
import { levelProblems, typedLevels } from "../../../panels/controls/typedGroups.ts";
import { atomOf, groupsOf } from "./request.ts";
import { densityFields } from "./fields.ts";
import type { DensityScenario } from "./scenario.ts";

/** What is wrong with a scenario, or must be known about it, control by control. Empty when all is well. */
export function densityProblems(scenario: DensityScenario): readonly ScenarioProblem<DensityScenario>[] {
  const { x, y, correlation, further, route, bump } = scenario;
  const dimension = (y === "" ? 1 : 2) + further.length;
  const plane = y !== "";
  const sobolev = route === "sobolev";
  const ofBumps = route === "gaussian" && bump !== "gaussian";
  const correlationUnused = sobolev
    ? "The Sobolev route has a kernel without correlation (Hall 2013, section 4.2): drawn with 0."
    : "Only Gaussian bumps can be tilted: drawn with 0.";
  return [
    ...fieldProblems(densityFields, scenario, commonFields),
    ...problemIf(plane && x === y, "y", "Choose a second column other than the first."),
    ...scaleProblems(scenario),
    ...problemIf(
      scenario.only !== "" && (isBernstein(route) || ofBumps),
      "only",
      "Some of the rows are drawn by a Gaussian process of Gaussian bumps alone: how many there are is private.",
    ),
    ...problemIf(
      scenario.atom !== "none" && atomOf(scenario) === "none",
      "atom",
      "A value is counted apart beside one curve of Gaussian bumps on one column: drawn without.",
      false,
    ),
    ...groupProblems(scenario),
    ...problemIf(ofBumps && bump === "epanechnikov", "bump", notPositiveDefinite),
    ...problemIf(ofBumps && plane && bump === "triangular", "bump", onLineOnly),
    ...furtherProblems(scenario, dimension),
    ...problemIf(plane && (sobolev || ofBumps) && correlation !== 0, "correlation", correlationUnused, false),
  ];
}

/** Groups that cannot be told apart, or have no curve. */
function groupProblems(scenario: DensityScenario) {
  const { groups, levels } = scenario;
  if (groups === "") return [];
  return [
    ...problemIf(
      groupsOf(scenario) === undefined,
      "groups",
      "Groups have curves of Gaussian bumps on one column: drawn without.",
      false,
    ),
    ...levelProblems(typedLevels(levels), groups),
  ];
}

/** Columns that are not drawn: what cannot be released with them. */
function furtherProblems({ x, y, further, route, correlation }: DensityScenario, dimension: number) {
  if (further.length === 0) return [];
  const twice = further.find(({ name }) => name === x || name === y);
  return [
    ...problemIf(
      twice !== undefined,
      "further",
      `“${twice?.name ?? ""}” is drawn: leave it out of the further columns.`,
    ),
    ...problemIf(
      dimension > mostColumns,
      "further",
      `${dimension} columns are too many: a lattice for at most ${mostColumns} is released.`,
    ),
    ...problemIf(
      !isBernstein(route),
      "route",
      "Columns that are not drawn are released by the Bernstein mechanism: choose it as the noise, or leave them out.",
    ),
    ...problemIf(
      y !== "" && correlation !== 0,
      "correlation",
      "With further columns the bump is a product over all of them: drawn with 0.",
      false,
    ),
  ];
}

/** Of a fourth one even a coarse lattice has too many values. */
const mostColumns = 3;

/** A scale that the domain does not have, or that nothing is drawn on. */
function scaleProblems({ y, domainX, scale, ends, route }: DensityScenario) {
  const unused = y !== "" || isBernstein(route);
  const asked = scale !== "own" || ends !== "open";
  const { holds, requirement } = scale === "own" ? { holds: () => true, requirement: "" } : transformations[scale];
  return [
    ...problemIf(
      asked && unused,
      "scale",
      "Another scale, and folded ends, are for one column and noise that is a Gaussian process: drawn without.",
      false,
    ),
    ...problemIf(
      !unused && isDomain(domainX) && !holds(domainX[0], domainX[1]),
      "scale",
      `The ${scale === "own" ? "" : scaleWords[scale]} scale needs a domain ${requirement}; got ${fourDigitText(domainX[0])} to ${fourDigitText(domainX[1])}. Records below its lower end are moved to it.`,
    ),
  ];
}

const notPositiveDefinite =
  "Epanechnikov’s bump is not positive definite (its Fourier transform is negative from 4.5/h to 7.7/h): no noise has this covariance. Triangular bumps look much the same.";
const onLineOnly =
  "The triangular bump is positive definite on a line, but not as a function of the distance in a plane: choose another one for two columns.";
