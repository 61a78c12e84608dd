import { densityCombinations, type DensityOption } from "../../../core/density/densityCombinations.ts";
import { scaleWords } from "../../../core/density/densityFrame.ts";
import { transformations } from "../../../core/special/transformation.ts";
import { clashProblems } from "../../../state/scenario/combinations.ts";
import { fieldProblems } from "../../../state/scenario/fieldTable.ts";
import { commonFields } from "../../../state/scenario/sharedFields.ts";
import { isDomain } from "../../../state/scenario/linkFields.ts";
import { fourDigitText } from "../../../core/numberFormats.ts";
import { problemIf, type ScenarioProblem } from "../../../state/scenario/problems.ts";
import { levelProblems, typedLevels } from "../../../panels/controls/declared/typedGroups.ts";
import { densityFields } from "./fields.ts";
import { askedOptions, drawn } from "./options.ts";
import type { DensityScenario } from "./scenario.ts";

export function densityProblems(scenario: DensityScenario): readonly ScenarioProblem<DensityScenario>[] {
  const { x, y, groups, levels, route, bump } = scenario;
  return [
    ...fieldProblems(densityFields, scenario, commonFields),
    ...problemIf(y !== "" && x === y, "y", "Choose a second column other than the first."),
    ...scaleProblems(scenario),
    ...clashProblems<DensityOption, DensityScenario>(densityCombinations, askedOptions(scenario)),
    ...(groups === "" ? [] : levelProblems(typedLevels(levels), groups)),
    ...problemIf(route === "gaussian" && bump === "epanechnikov", "bump", notPositiveDefinite),
    ...furtherProblems(scenario),
  ];
}

/** Repeated or too many columns. */
function furtherProblems({ x, y, further }: DensityScenario) {
  const twice = further.find(({ name }) => name === x || name === y);
  const dimension = (y === "" ? 1 : 2) + further.length;
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
  ];
}

/** With a fourth even a coarse lattice has too many values. */
const mostColumns = 3;

function scaleProblems(scenario: DensityScenario) {
  const { domainX, scale } = drawn(scenario);
  if (scale === "own") return [];
  const { holds, requirement } = transformations[scale];
  return problemIf(
    isDomain(domainX) && !holds(domainX[0], domainX[1]),
    "scale",
    `The ${scaleWords[scale]} scale needs a domain ${requirement}; got ${fourDigitText(domainX[0])} to ${fourDigitText(domainX[1])}. Records below its lower end are moved to it.`,
  );
}

const notPositiveDefinite =
  "Epanechnikov’s bump is not positive definite (its Fourier transform is negative from 4.5/h to 7.7/h): no noise has this covariance. Triangular bumps look much the same.";
