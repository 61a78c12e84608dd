import { gridAxis, gridPoints } from "../../core/grids.ts";
import { scaleRelease } from "../../core/releases/scale.ts";
import { csvText } from "../../panels/csv.ts";
import type { CsvColumn } from "../../panels/csv.ts";
import { randomnessText } from "../../panels/randomnessText.ts";
import type { TakeAway } from "../../panels/ReleasePanel.tsx";
import { boundarySvg, curveSvg } from "../../plots/exportSvg.ts";
import { notPrivateBecause } from "./BoundaryGuarantee.tsx";
import { boundaryPictureOf, regressionPictureOf } from "./pictures.ts";
import type { BoundaryScenario } from "./scenario.ts";
import type { BoundaryConductor } from "./session.ts";
import type { BoundaryView } from "./useBoundaryView.ts";

/** What can be taken away from a boundary. */
export function takeAwayOf(scenario: BoundaryScenario, view: BoundaryView, conductor: BoundaryConductor): TakeAway {
  const { records, parameters } = view.answer;
  const { noiseMultiplier } = view.budget;
  return {
    noiseMultiplier,
    pictureDraws: 1 + view.others.length,
    takeOut: parameters.seed === "secure" ? () => conductor.takeOut(view.answer) : undefined,
    notPrivate: notPrivateBecause(scenario),
    csv: () => rowsOf(scenario, view),
    svg: () =>
      view.task === "classification"
        ? boundarySvg(boundaryPictureOf(scenario, view, records))
        : curveSvg(regressionPictureOf(scenario, view, records)),
    fresh: async () => {
      const outcome = await conductor.freshRelease();
      if (!outcome.ok) return outcome;
      const { value } = outcome;
      const [lower, upper] = parameters.responseRange ?? [-1, 1];
      const middle = (lower + upper) / 2;
      const released = scaleRelease(value, 0, noiseMultiplier, new Float64Array(value.estimate.length)).map((f) =>
        parameters.responseRange ? middle + view.unit * f : f,
      );
      const answer = { ...view.answer, parameters: { ...parameters, seed: "secure" as const } };
      return {
        ok: true,
        csv: rowsOf({ ...scenario, view: "outside" }, { ...view, answer, released, inside: undefined }),
      };
    },
  };
}

/** The grid's values as CSV; from inside the original as well. No names in the comments: text of others stays in cells. */
export function rowsOf(scenario: BoundaryScenario, view: BoundaryView): string {
  const { released, inside, domain, counts, answer } = view;
  const { release, parameters } = answer;
  const points = gridPoints({ axes: domain.map(([lower, upper], j) => gridAxis({ lower, upper, count: counts[j]! })) });
  const { x, y } = answer.records.names;
  const inputs = view.task === "classification" ? [x, y] : [x];
  const columns: CsvColumn[] = [
    ...inputs.map((name, j) => ({ name, at: (row: number) => points.coordinates[row * inputs.length + j]! })),
    { name: "private", at: (row) => released[row]! },
    ...(inside ? [{ name: "original", at: (row: number) => inside.original[row]! }] : []),
    { name: "noise standard deviation", at: () => view.standardDeviation },
  ];
  const { origin } = scenario;
  const { epsilon, delta, calibration, noiseMultiplier, deltaAchieved } = view.budget;
  const comments = [
    inside
      ? `Curveil ${view.task}; inside view: holds the original and is not private; do not pass it on`
      : `Curveil ${view.task}; outside view: the private function only`,
    "neighbours = one record replaced; number of records public",
    ...(origin === "records" ? ["NOT PRIVATE: lambda was chosen from the records"] : []),
    `epsilon = ${epsilon}`,
    `delta = ${delta}`,
    `calibration = ${calibration}`,
    `delta achieved = ${deltaAchieved}`,
    `sensitivity = ${release.sensitivity} in units of the fit`,
    `noise multiplier = ${noiseMultiplier}`,
    `n = ${release.recordCount}`,
    `loss = ${parameters.loss}${parameters.responseRange ? ` ${parameters.lossParameter}` : ""}`,
    `lambda = ${parameters.penalty}`,
    `kernel = ${parameters.kernel} with length scale ${parameters.lengthScale} of the domain's side`,
    `fit = ${parameters.solver}`,
    `domain = ${domain.map(([lower, upper]) => `${lower}..${upper}`).join(" x ")}`,
    ...(parameters.responseRange ? [`range = ${parameters.responseRange.join("..")}`] : []),
    randomnessText({ seed: parameters.seed, data: scenario.data, view: inside ? "inside" : "outside" }),
  ];
  return csvText({ comments, columns, rowCount: released.length });
}
