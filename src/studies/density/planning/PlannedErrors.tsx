import { useMemo } from "react";
import { countText, numberText, significant } from "../../../core/numberFormats.ts";
import type { DensityPlanAnswer, DensityPlanRequest } from "../../../core/planning/densityPlan.ts";
import { planLimits } from "../../../core/planning/plan.ts";
import { ErrorParts } from "../../../panels/pictures/ErrorParts.tsx";
import { LineChart } from "../../../panels/pictures/LineChart.tsx";
import type { PartsPicture } from "../../../plots/small/partsPlot.ts";
import type { LinePicture } from "../../../plots/small/linePlot.ts";
import { niceUpper } from "../../../plots/niceUpper.ts";
import { budgetLimits } from "../../../state/scenario/sharedFields.ts";
import {
  boundedText,
  flatteningSentence,
  isBetter,
  movedSentence,
  nowSentence,
  riskSentence,
  roundedUp,
} from "./planWords.ts";
import type { Taken } from "./planProps.ts";

interface PlannedErrorsProps {
  readonly request: DensityPlanRequest;
  readonly answer: DensityPlanAnswer;
  /** False where the target is another one, and the errors only stand beside it. */
  readonly isTarget: boolean;
  readonly onTake: (change: Taken) => void;
  readonly onRecords: (count: number) => void;
}

export function PlannedErrors({ request, answer, isTarget, onTake, onRecords }: PlannedErrorsProps) {
  const h = significant(answer.best.tuning, 3);
  const moved = movedSentence(answer);
  return (
    <>
      {isTarget && (
        <div data-testid="plan-answers">
          <p>{nowSentence(request, answer)}</p>
          <ul className="plan-answers">
            <EpsilonAnswer {...{ request, answer, onTake }} />
            <RecordsAnswer {...{ request, answer, onRecords }} />
            <BandwidthAnswer {...{ request, answer, onTake }} />
          </ul>
        </div>
      )}
      <p data-testid="plan-risk">
        {riskSentence(request, answer)}{" "}
        {isBetter(answer) && (
          <button type="button" onClick={() => onTake({ h })}>
            {`Take over h = ${numberText(h)}`}
          </button>
        )}
      </p>
      <p>{flatteningSentence(request, answer)}</p>
      {moved !== undefined && <p>{moved}</p>}
    </>
  );
}

export function PlannedPictures({
  request,
  answer,
  name,
  onTake,
  onRecords,
}: Omit<PlannedErrorsProps, "isTarget"> & {
  /** Name of the axis. */
  readonly name: string;
}) {
  const pictures = useMemo(() => picturesOf(request, answer), [request, answer]);
  const curves = useMemo(() => curvesOf(request, answer, name), [request, answer, name]);
  return (
    <>
      <LineChart
        picture={curves}
        caption={`Dashed: what you declared. Solid: the smoothed curve at h = ${numberText(request.release.tuning)}, before the noise.`}
      />
      <ErrorParts
        picture={pictures.epsilon}
        caption="Click to set ε."
        onPick={(at) => onTake({ epsilon: significant(at, 3) })}
      />
      <ErrorParts
        picture={pictures.tuning}
        caption="Click to set h."
        onPick={(at) => onTake({ h: significant(at, 3) })}
      />
      <ErrorParts
        picture={pictures.recordCount}
        caption="Click to plan with another n."
        onPick={(at) => onRecords(Math.max(1, Math.round(significant(at, 3))))}
      />
    </>
  );
}

type Answering = Pick<PlannedErrorsProps, "request" | "answer">;

function EpsilonAnswer({ request, answer: { epsilon }, onTake }: Answering & Pick<PlannedErrorsProps, "onTake">) {
  if (!epsilon.isReached) return <li>{boundedText(epsilon, "epsilon")}</li>;
  const { min, max } = budgetLimits.epsilon;
  if (epsilon.value <= min) return <li>{`Every ε from ${numberText(min)} on reaches it.`}</li>;
  const value = roundedUp(epsilon.value);
  if (value > max) return <li>{`It takes ε = ${numberText(value)}, and this page goes to ${numberText(max)}.`}</li>;
  return (
    <li>
      {`It takes ε = ${numberText(value)} at this n and h. `}
      {value !== request.release.epsilon && (
        <button type="button" onClick={() => onTake({ epsilon: value })}>
          {`Take over ε = ${numberText(value)}`}
        </button>
      )}
    </li>
  );
}

function RecordsAnswer({
  request,
  answer: { recordCount },
  onRecords,
}: Answering & Pick<PlannedErrorsProps, "onRecords">) {
  if (!recordCount.isReached) return <li>{boundedText(recordCount, "recordCount")}</li>;
  // Rounding must not add a record.
  const count = Math.max(1, Math.ceil(recordCount.value * (1 - 1e-9)));
  const { max } = planLimits.recordCount;
  if (count > max) return <li>{`It takes more than ${countText(max)} records.`}</li>;
  return (
    <li>
      {`It takes ${countText(count)} records at this ε and h. `}
      {count !== request.release.recordCount && (
        <button type="button" onClick={() => onRecords(count)}>
          {`Plan with n = ${countText(count)}`}
        </button>
      )}
    </li>
  );
}

function BandwidthAnswer({ request, answer: { tuning }, onTake }: Answering & Pick<PlannedErrorsProps, "onTake">) {
  if (!tuning.isReached) return <li>{boundedText(tuning, "tuning")}</li>;
  const { from, to, best } = tuning.value;
  const { min, max } = request.limits.tuning;
  const least = from === min ? min : roundedUp(from);
  const isNoise = request.target.of === "noise";
  // The noise falls with h, which smoothing pays for: the least h that will do.
  const value = isNoise ? least : significant(best, 3);
  const range =
    to === max
      ? from === min
        ? "Every h reaches it"
        : `It takes h = ${numberText(least)} or more`
      : `It takes h from ${numberText(least)} to ${numberText(to)}; at ${numberText(value)} the error is least`;
  return (
    <li>
      {`${range}, at this ε and n. `}
      {from !== min && value !== request.release.tuning && (
        <button type="button" onClick={() => onTake({ h: value })}>
          {`Take over h = ${numberText(value)}`}
        </button>
      )}
    </li>
  );
}

const names = { epsilon: "ε", recordCount: "records n", tuning: "bandwidth h" } as const;

function picturesOf({ release, limits, target }: DensityPlanRequest, { along }: DensityPlanAnswer) {
  const all = target.of === "total";
  const picture = (of: keyof typeof names): PartsPicture => ({
    along: { name: names[of], domain: [limits[of].min, limits[of].max], now: release[of] },
    label: all ? "error" : "noise",
    parts: all ? ["smoothing", "sampling", "noise"] : ["noise"],
    points: along[of].map(({ at, smoothing, sampling, noise, goal }) => ({
      at,
      tops: all ? [smoothing, sampling, noise] : [noise],
      goal,
    })),
    description: `${all ? "the error, by its parts," : "the noise"} against ${names[of]}, with the target as a line`,
  });
  return { epsilon: picture("epsilon"), recordCount: picture("recordCount"), tuning: picture("tuning") };
}

function curvesOf(
  { density }: DensityPlanRequest,
  { x, truth, expected }: DensityPlanAnswer,
  name: string,
): LinePicture {
  const highest = Math.max(truth.reduce(larger, 0), expected.reduce(larger, 0));
  const line = (values: Float64Array) => Array.from(values, (value, i) => [x[i]!, value] as const);
  return {
    x: { domain: [density.domain[0], density.domain[1]], isLog: false, label: name },
    y: { domain: [0, niceUpper(highest)], isLog: false, label: "density" },
    series: [
      { points: line(expected), role: "quiet", as: "line" },
      { points: line(truth), role: "original", as: "line" },
    ],
    description: "the declared density and the smoothed one",
  };
}

const larger = (a: number, b: number) => Math.max(a, b);
