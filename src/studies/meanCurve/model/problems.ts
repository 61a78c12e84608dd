import { fourDigitText } from "../../../core/numberFormats.ts";
import { isDomain } from "../../../state/scenario/linkFields.ts";
import { outOfRange, problemIf } from "../../../state/scenario/problems.ts";
import type { ScenarioProblem } from "../../../state/scenario/problems.ts";
import { levelProblems, shareProblems, typedShares } from "../../../panels/controls/typedGroups.ts";
import { centreOf } from "./centre.ts";
import { meanCurveLimits, rangeLimits } from "./scenario.ts";
import type { MeanCurveScenario } from "./scenario.ts";

/** What is wrong with a scenario, or must be known about it, control by control. Empty when all is well. */
export function meanCurveProblems(scenario: MeanCurveScenario): readonly ScenarioProblem<MeanCurveScenario>[] {
  const { shape, person, domain, kernel, points, range, penalty, power, normBound, perPerson } = scenario;
  const limits = meanCurveLimits;
  const domainSentence = "The domain needs a lower end below its upper one, both within ±1e15.";
  return [
    ...(shape === "long" ? columnProblems(scenario) : []),
    ...problemIf(!isDomain(domain), "domain", domainSentence),
    ...notWhole("points", "The number of grid points", limits.points, points),
    ...(isDomain(domain) ? outOfRange("range", "ρ", rangeLimits(kernel, domain), range) : []),
    ...outOfRange("penalty", "φ", limits.penalty, penalty),
    ...outOfRange("power", "η", limits.power, power),
    ...outOfRange("normBound", "τ", limits.normBound, normBound),
    ...problemIf(centreOf(scenario.centre) === undefined, "centre", centreSentence),
    ...(scenario.groups === "" ? [] : groupProblems(scenario)),
    ...(person === "" ? [] : notWhole("perPerson", "The number of curves per person", limits.perPerson, perPerson)),
  ];
}

/** Groups that cannot be told apart, or whose shares cannot be. */
function groupProblems({ groups, levels }: MeanCurveScenario) {
  const named = typedShares(levels);
  return [...levelProblems(named.levels, groups), ...shareProblems(named)];
}

const centreSentence =
  "The centre is a number, such as 120, or a curve of two or more pairs time:value with increasing times, such as 0:40, 21:200.";

function columnProblems({ curve, time, value }: MeanCurveScenario): readonly ScenarioProblem<MeanCurveScenario>[] {
  const chosen = [curve, time, value].filter((name) => name !== "");
  return [
    ...problemIf(curve === "", "curve", "Choose the column that tells the curves apart."),
    ...problemIf(time === "", "time", "Choose the column of the times."),
    ...problemIf(value === "", "value", "Choose the column of the values."),
    ...problemIf(new Set(chosen).size < chosen.length, "value", "Choose three different columns."),
  ];
}

function notWhole<P extends string>(
  parameter: P,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
  value: number,
) {
  const holds = Number.isInteger(value) && value >= min && value <= max;
  const range = `a whole number between ${fourDigitText(min)} and ${fourDigitText(max)}`;
  return problemIf(!holds, parameter, `${name} must be ${range}; got ${fourDigitText(value)}.`);
}
