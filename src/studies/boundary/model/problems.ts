import type { BoundaryRecords } from "../../../core/records/boundaryRecords.ts";
import { boundaryLimits } from "../../../core/erm/boundary/boundaryParameters.ts";
import { countText } from "../../../core/numberFormats.ts";
import { boundaryCombinations, type BoundaryOption } from "../../../core/erm/boundary/boundaryCombinations.ts";
import { clashProblems } from "../../../state/scenario/combinations.ts";
import { fieldProblems } from "../../../state/scenario/fieldTable.ts";
import { problemIf, type ScenarioProblem } from "../../../state/scenario/problems.ts";
import { commonFields } from "../../../state/scenario/sharedFields.ts";
import { levelProblems, shareProblems, typedShares } from "../../../panels/controls/declared/typedGroups.ts";
import { boundaryFields } from "./fields.ts";
import { askedOptions } from "./options.ts";
import type { BoundaryScenario } from "./scenario.ts";

export function boundaryProblems(
  scenario: BoundaryScenario,
  records: BoundaryRecords | undefined,
): readonly ScenarioProblem<BoundaryScenario>[] {
  const { task, x, y, response, further } = scenario;
  return [
    ...fieldProblems(boundaryFields, scenario, commonFields),
    ...furtherProblems(further, [x, ...(task === "classification" ? [y] : []), response]),
    ...clashProblems<BoundaryOption, BoundaryScenario>(boundaryCombinations, askedOptions(scenario)),
    ...(scenario.groups === "" ? [] : groupProblems(scenario)),
    ...tooMany(scenario, records?.responses.length ?? 0),
  ];
}

/** Drawn and released point by point. */
const mostPlanes = 12;

function groupProblems({ task, x, y, response, groups, levels }: BoundaryScenario) {
  const named = typedShares(levels);
  const isTaken = [x, y, response].includes(groups);
  const tooMany = task === "classification" && named.levels.length > mostPlanes;
  return [
    ...levelProblems(named.levels, groups),
    ...shareProblems(named),
    ...problemIf(isTaken, "groups", `“${groups}” is an input or the response: choose another column for the groups.`),
    ...problemIf(tooMany, "levels", `${named.levels.length} planes are too many: at most ${mostPlanes}.`),
  ];
}

function furtherProblems(further: BoundaryScenario["further"], others: readonly string[]) {
  const twice = further.find(({ name }) => others.includes(name));
  return problemIf(
    twice !== undefined,
    "further",
    `“${twice?.name ?? ""}” is drawn or is the response: leave it out of the further inputs.`,
  );
}

function tooMany({ solver, groups }: BoundaryScenario, recordCount: number) {
  if (recordCount <= boundaryLimits[solver]) return [];
  const [count, exact, landmarks] = [recordCount, boundaryLimits.exact, boundaryLimits.landmarks].map((n) =>
    countText(n),
  );
  const sentence =
    groups !== ""
      ? `${count} records are too many for groups, which take ${exact} in all. Load a random sample of the rows.`
      : recordCount > boundaryLimits.landmarks
        ? `${count} records are too many: the exact fit takes ${exact}, the fit on landmarks ${landmarks}. Load a random sample of the rows.`
        : `${count} records are too many for the exact fit, which takes ${exact}: choose the fit on public landmarks.`;
  // The worker also refuses, and its answer dims the picture.
  return problemIf(true, "solver", sentence, false);
}
