import { numberText, significant } from "../../../core/numberFormats.ts";
import { mostHeights } from "../../../core/planning/declaredTruth.ts";
import type { MeanPlanAnswer, MeanPlanRequest } from "../../../core/planning/curvePlans.ts";
import { planLimits, type MeanPlan, type MeanRoutePlan } from "../../../core/planning/plan.ts";
import { NumberControl } from "../../../panels/controls/NumberControl.tsx";
import { typedLevels } from "../../../panels/controls/declared/typedGroups.ts";
import { DrawnHeights } from "../../../panels/planning/DrawnHeights.tsx";
import { PlanRisk } from "../../../panels/planning/PlanAnswers.tsx";
import { CurvePictures } from "../../../panels/planning/PlanPictures.tsx";
import { planOfStudy, plannedStudy } from "../../../panels/planning/PlanOfStudy.tsx";
import type { SimulatedRound } from "../../../core/planning/simulatedPlan.ts";
import {
  askOnce,
  askRounds,
  roundsAnswer,
  type FindingsProps,
  type FoundTruths,
  type StudyPlan,
  type TruthProps,
} from "../../../panels/planning/planStudy.ts";
import { gridCoordinates } from "../../../core/grids.ts";
import { meanCurveGrid } from "../../../core/mean/meanCurveGrid.ts";
import { heightsOfCurve } from "../../../core/planning/foundTruth.ts";
import type { MeanCurveRecords } from "../../../core/records/curves/meanCurveRecords.ts";
import { valueFunctional, valueOf } from "../../../core/release/curveFunctionals.ts";
import { centreParameter } from "../model/centre.ts";
import { choiceOf } from "../model/columns.ts";
import { meanCurveExamples } from "../model/examples.ts";
import { exampleScenario } from "../model/links.ts";
import { plannedMean } from "../model/planned.ts";
import { requestOf } from "../model/request.ts";
import type { MeanCurveScenario } from "../model/scenario.ts";
import { closedPlan, planKind, roundsPlan, type MeanRounds } from "./asked.ts";
import { freeSentence, meanPlanWords as words } from "./meanPlanWords.ts";

/** Rises to the middle within the norm bound; curves vary by a third of it. */
function usualPlan({ domain: [lower, upper], normBound }: MeanCurveScenario): MeanPlan {
  const unit = significant(normBound / 2, 1);
  const heights = [0, 0.5, 1, 0.5, 0].map((share) => significant(share * unit, 2));
  const lengthScale = significant((upper - lower) / 5, 1);
  return {
    truth: { kind: "curves", heights, deviation: significant(unit / 3, 1), lengthScale },
    target: { kind: "share", of: "noise", confidence: "everywhere", percent: 20 },
  };
}

/** Curves less their centre, in shares of the norm bound. */
const found: FoundTruths<MeanCurveScenario, MeanPlan["truth"]> = {
  examples: meanCurveExamples,
  scenarioOf: (id) => exampleScenario(meanCurveExamples, id),
  choiceOf,
  ofRecords: ({ curves, pointCount: m }: MeanCurveRecords, truth, from, to) => {
    const n = curves.length / m;
    const scale = to.normBound / from.normBound;
    const x = gridCoordinates(meanCurveGrid(from.domain, m).axes[0]!);
    const mean = x.map((_, i) => sumOf(n, (k) => curves[k * m + i]!) / n);
    const square = sumOf(curves.length, (i) => (curves[i]! - mean[i % m]!) ** 2) / curves.length;
    const heights = heightsOfCurve(
      x,
      less(mean, x, from).map((height) => scale * height),
      from.domain,
    );
    return { ...truth, heights, deviation: significant(scale * Math.sqrt(square), 3) };
  },
  ofCurve: (x, values, truth, to) => ({ ...truth, heights: heightsOfCurve(x, less(values, x, to), to.domain) }),
};

function less(values: ArrayLike<number>, x: Float64Array, { centre }: MeanCurveScenario): Float64Array {
  const knots = centreParameter(centre).centre ?? [[0, 0]];
  const [places, levels] = [0, 1].map((k) => knots.map((knot) => knot[k]!)) as [number[], number[]];
  const at = (t: number) => (knots.length === 1 ? levels[0]! : valueOf(valueFunctional(places, t), levels));
  return x.map((t, i) => values[i]! - at(t));
}

function sumOf(count: number, of: (i: number) => number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += of(i);
  return sum;
}

type Found = FindingsProps<MeanCurveScenario, MeanPlanAnswer>;

const ofOneCurve = ["share", "functional", "simulated"] as const;

const study: StudyPlan<MeanCurveScenario, MeanPlan, MeanPlanRequest, MeanPlanAnswer> = {
  ...closedPlan,
  id: "meanCurve",
  found,
  isDeclared: ({ groups, levels }, open) => open.size === 0 && (groups === "" || typedLevels(levels).length >= 2),
  usual: usualPlan,
  targets: {
    kindsOf: () => ofOneCurve,
    domainOf: ({ domain }) => domain,
    usualWidth: ({ normBound }) => significant(normBound / 10, 1),
  },
  boundsOf: (scenario, { truth }, release) => ({
    name: "norm bound τ",
    request: { kind: "mean", mean: plannedMean(scenario, truth), release },
    take: ([, normBound]) => ({ normBound }),
  }),
  ask: askOnce("mean"),
  answerOf: (answer) => answer,
  Truth,
  Findings: ({ scenario, question, result, onTake }: Found) => (
    <>
      <PlanRisk {...{ words, question, answer: result, onTake }} />
      <p>{normSentence(result.norm, scenario.normBound)}</p>
      <p>{freeSentence(requestOf(scenario), question.release)}</p>
    </>
  ),
  Pictures: (shown: Found) => <CurvePictures {...shown} words={words} names={["time", "less the centre"]} />,
};

/** Plan of one curve, or the first two groups’, by simulated releases. */
function routes(
  isGrouped: boolean,
): StudyPlan<MeanCurveScenario, MeanRoutePlan, MeanRounds, readonly SimulatedRound[]> {
  return {
    ...roundsPlan(isGrouped),
    ...{ id: "meanCurve", isDeclared: study.isDeclared, found },
    usual: (scenario) => {
      const { truth } = usualPlan(scenario);
      return {
        truth: isGrouped ? { ...truth, second: truth.heights.map((height) => height / 2) } : truth,
        target: { kind: "simulated", of: "total", measure: isGrouped ? "area" : "place", percent: 10, inTen: 9 },
      };
    },
    targets: { kindsOf: () => (isGrouped ? ["simulated"] : ofOneCurve), domainOf: ({ domain }) => domain },
    ask: askRounds("meanRoute", 40),
    answerOf: roundsAnswer,
    Truth,
  };
}

const [closed, simulated, byGroups] = [plannedStudy(study), plannedStudy(routes(false)), plannedStudy(routes(true))];

export const { Declared, Section } = planOfStudy<MeanCurveScenario>(
  (scenario) => ({ closed, simulated, groups: byGroups })[planKind(scenario)],
);

function Truth({ scenario: { domain }, truth, onChange }: TruthProps<MeanCurveScenario, MeanPlan["truth"]>) {
  const side = domain[1] - domain[0];
  const heightsOf = (of: "heights" | "second", label: string) => (
    <DrawnHeights
      {...{ domain, axis: "time" }}
      label={`${label}, less the centre, at even times`}
      numbers={truth[of]!}
      least={2}
      most={mostHeights}
      requirement="not all the same, such as 0 0.5 1 0.5 0"
      isGood={(heights) => new Set(heights).size > 1}
      onChange={(heights) => onChange({ ...truth, [of]: heights })}
    />
  );
  return (
    <>
      {heightsOf("heights", `The mean that you expect${truth.second ? " of the first group" : ""}`)}
      {truth.second && heightsOf("second", "The mean of the second group")}
      <NumberControl
        label="Deviation of one curve from the mean"
        value={truth.deviation}
        min={0}
        max={planLimits.positive.max}
        onCommit={(deviation) => onChange({ ...truth, deviation })}
      />
      <NumberControl
        label="Time over which a curve keeps its deviation"
        value={truth.lengthScale}
        min={side / 1000}
        max={side * 1000}
        onCommit={(lengthScale) => onChange({ ...truth, lengthScale })}
      />
    </>
  );
}

function normSentence(norm: number, bound: number): string {
  const size = `The declared curves have a norm of ${numberText(norm)}, in root mean square`;
  return norm > bound / 1.5
    ? `${size}: many are beyond the bound τ = ${numberText(bound)} and would be shrunk, which the plan leaves out.`
    : `${size}, and the bound is τ = ${numberText(bound)}.`;
}
