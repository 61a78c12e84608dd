import { useMemo, type ReactNode } from "react";
import { numberText } from "../../core/numberFormats.ts";
import type { CurvePlanAnswer, PlanParameter } from "../../core/planning/planAnswer.ts";
import type { PlannedCurves } from "../../core/planning/plannedErrors.ts";
import type { SimulatedError } from "../../core/planning/simulatedAnswer.ts";
import type { Measure } from "../../core/planning/simulatedPlan.ts";
import { niceUpper } from "../../plots/niceUpper.ts";
import { axisOver, nearestPlace, type LinePicture, type PlottedSeries } from "../../plots/small/linePlot.ts";
import { LineChart } from "../pictures/LineChart.tsx";
import { parametersOf, type Answering } from "./answerWords.ts";
import type { PlanAnswersProps } from "./PlanAnswers.tsx";
import { takenAt } from "./PlanMaps.tsx";
import type { FindingsProps } from "./planStudy.ts";
import type { PlanWords } from "./planWords.ts";

export function PlanPictures({ children, onTake, ...answering }: PlanAnswersProps & { readonly children?: ReactNode }) {
  const { symbol } = answering.words;
  const { question, target, answer, words } = answering;
  const pictures = useMemo(
    () => (parametersOf(answer).length > 0 ? picturesOf({ question, target, answer, words }) : undefined),
    [question, target, answer, words],
  );
  if (!pictures) return children;
  return (
    <>
      {children}
      <LineChart
        picture={pictures.epsilon}
        caption="Click to set ε."
        onPick={(at) => onTake(takenAt("epsilon", at, words))}
      />
      <LineChart
        picture={pictures.tuning}
        caption={`Click to set ${symbol}.`}
        onPick={(at) => onTake(takenAt("tuning", at, words))}
      />
      <LineChart
        picture={pictures.recordCount}
        caption="Click to plan with another n."
        onPick={(at) => onTake(takenAt("recordCount", at, words))}
      />
    </>
  );
}

export function CurvePictures({
  names: [x, y],
  result,
  question,
  words,
}: Pick<FindingsProps<never, CurvePlanAnswer>, "question" | "result"> & {
  readonly words: PlanWords;
  readonly names: readonly [x: string, y: string];
}) {
  const picture = useMemo(() => curvesOf(result, [x, y]), [result, x, y]);
  return (
    <LineChart
      picture={picture}
      caption={`Dashed: the truth of this plan. Solid: what is expected at ${words.symbol} = ${numberText(question.release.tuning)}, before the noise.`}
    />
  );
}

function picturesOf({
  question: { release, limits },
  target,
  answer: { along },
  words: { axis, records, parts },
}: Answering) {
  const all = target.of === "total";
  const isPercent = target.kind === "simulated";
  const unit = isPercent ? 100 : 1;
  const names = { epsilon: "ε", recordCount: `${records} n`, tuning: axis };
  const shownParts = all
    ? roles.map((role, k) => ({ role, name: parts[k]! }))
    : [{ role: "noise" as const, name: parts[2] }];
  const most = isPercent && isShare(target.measure) ? 100 : Infinity;
  const picture = (of: PlanParameter): LinePicture => {
    const points = along[of];
    const places = points.map(({ at }) => at);
    const tops = shownParts.map(({ role }) => points.map((point) => [point.at, unit * point[role]] as const));
    const goals = points.map(({ at, goal }) => [at, unit * goal] as const);
    const within = points.map((point) => ("within" in point ? (point as SimulatedError).within : undefined));
    const nearest = nearestPlace(places, release[of]);
    const highest = Math.max(goals[nearest]?.[1] ?? 0, tops.at(-1)![nearest]![1]);
    return {
      x: axisOver(names[of], places),
      y: {
        domain: [0, Math.min(most, niceUpper(mostTimes * highest))],
        ...{ isLog: false, isClamped: true, label: `${all ? "error" : parts[2]}${isPercent ? ", %" : ""}` },
      },
      series: [
        ...tops.map((top, k): PlottedSeries => {
          const from = points.map((_, i) => tops[k - 1]?.[i]![1] ?? 0);
          return { ...shownParts[k]!, as: "area", points: top, from };
        }),
        {
          ...{ role: "quiet", as: "whiskers" },
          points: points.flatMap(({ at }, i) => (within[i] ? [[at, unit * within[i][1]] as const] : [])),
          from: within.flatMap((ends) => (ends ? [unit * ends[0]] : [])),
        },
        { points: goals, role: "original", as: "line", name: "target" },
      ],
      now: Math.min(limits[of].max, Math.max(limits[of].min, release[of])),
      read: (i) =>
        `${names[of]} ${numberText(points[i]!.at)}: ${shownParts.map(({ name }, k) => `${name} ${numberText(tops[k]![i]![1])}`).join(", with ")}`,
      description: `${all ? "the error, by its parts," : "the noise"} against ${names[of]}, with the target as a line`,
    };
  };
  return { epsilon: picture("epsilon"), recordCount: picture("recordCount"), tuning: picture("tuning") };
}

const roles = ["smoothing", "sampling", "noise"] as const;
/** Cut beyond so many times the target, or the present error. */
const mostTimes = 2.5;

function isShare(measure: Measure): boolean {
  return measure === "accuracy" || measure === "disagreement" || measure === "peaks";
}

function curvesOf({ x, truth, expected }: PlannedCurves, names: readonly [string, string]): LinePicture {
  const all = [...truth, ...expected];
  const [lowest, highest] = [Math.min(0, ...all), Math.max(0, ...all)];
  const line = (values: Float64Array) => Array.from(values, (value, i) => [x[i]!, value] as const);
  return {
    x: { domain: [x[0]!, x.at(-1)!], isLog: false, label: names[0] },
    y: { domain: [-niceUpper(-lowest) * (lowest < 0 ? 1 : 0), niceUpper(highest)], isLog: false, label: names[1] },
    series: [
      { points: line(expected), role: "quiet", as: "line" },
      { points: line(truth), role: "original", as: "line" },
    ],
    description: "what was declared, dashed, and what is expected before the noise",
  };
}
