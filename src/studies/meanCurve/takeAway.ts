import { scaleRelease } from "../../core/releases/scale.ts";
import { csvText } from "../../panels/csv.ts";
import type { CsvColumn } from "../../panels/csv.ts";
import type { TakeAway } from "../../panels/ReleasePanel.tsx";
import { randomnessText } from "../../panels/randomnessText.ts";
import { curveSvg } from "../../plots/exportSvg.ts";
import { notPrivateBecause } from "./MeanCurveGuarantee.tsx";
import { meanCurvePictureOf } from "./pictures.ts";
import type { MeanCurveScenario } from "./scenario.ts";
import type { MeanCurveConductor } from "./session.ts";
import type { MeanCurveView } from "./useMeanCurveView.ts";

/** What can be taken away from a mean curve. */
export function takeAwayOf(scenario: MeanCurveScenario, view: MeanCurveView, conductor: MeanCurveConductor): TakeAway {
  const { noiseMultiplier } = view;
  return {
    noiseMultiplier,
    pictureDraws: 1 + view.others.length,
    takeOut: view.answer.parameters.seed === "secure" ? () => conductor.takeOut(view.answer) : undefined,
    notPrivate: notPrivateBecause(scenario, view),
    csv: () => rowsOf(scenario, view),
    svg: () => curveSvg(meanCurvePictureOf(scenario, view)),
    fresh: async () => {
      const outcome = await conductor.freshRelease();
      if (!outcome.ok) return outcome;
      const { value } = outcome;
      const released = scaleRelease(value, 0, noiseMultiplier, new Float64Array(value.estimate.length));
      const answer = { ...view.answer, parameters: { ...view.answer.parameters, seed: "secure" as const } };
      return {
        ok: true,
        csv: rowsOf({ ...scenario, view: "outside" }, { ...view, answer, released, inside: undefined }),
      };
    },
  };
}

/** The grid's values as CSV; from inside the original as well. No names in the comments: text of others stays in cells. */
export function rowsOf(scenario: MeanCurveScenario, view: MeanCurveView): string {
  const { times, released, inside, answer } = view;
  const { release, parameters } = answer;
  const columns: CsvColumn[] = [
    { name: scenario.time === "" ? "time" : scenario.time, at: (row) => times[row]! },
    { name: "private", at: (row) => released[row]! },
    ...(inside
      ? [
          { name: "original", at: (row: number) => inside.original[row]! },
          { name: "mean without penalty", at: (row: number) => inside.rawMean[row]! },
        ]
      : []),
    { name: "noise standard deviation", at: () => view.standardDeviation },
  ];
  const { epsilon, delta, calibration } = scenario;
  const { compatible } = release;
  const comments = [
    inside
      ? "Curveil mean curve; inside view: holds the original and is not private; do not pass it on"
      : "Curveil mean curve; outside view: the private curve only",
    `neighbours = up to ${parameters.curvesPerPerson} curves of one person replaced; number of curves public`,
    ...(scenario.origin === "records" ? ["NOT PRIVATE: phi and rho were chosen from the curves"] : []),
    ...(compatible ? [] : ["NOT PRIVATE as a curve: the noise is not compatible with the estimator"]),
    `epsilon = ${epsilon}`,
    `delta = ${delta}`,
    `calibration = ${calibration}`,
    `delta achieved = ${view.deltaAchieved}`,
    `sensitivity = ${release.sensitivity}`,
    `noise multiplier = ${view.noiseMultiplier}`,
    `N = ${release.curveCount}`,
    `phi = ${parameters.penalty}`,
    `rho = ${parameters.range}`,
    `eta = ${parameters.power}`,
    `tau = ${parameters.normBound}`,
    `kernel = ${parameters.kernel}; of the noise = ${parameters.noiseKernel}`,
    `domain = ${parameters.domain.join("..")} with ${times.length} points, ${parameters.rule} weights`,
    randomnessText({ ...scenario, seed: parameters.seed }),
  ];
  return csvText({ comments, columns, rowCount: released.length });
}
