import { useMemo } from "react";
import { countText, decimalsText, numberText, significant } from "../../core/numberFormats.ts";
import type { PlanAnswer, PlanParameter, PlanQuestion } from "../../core/planning/planAnswer.ts";
import { planLimits } from "../../core/planning/plan.ts";
import { ErrorParts } from "../pictures/ErrorParts.tsx";
import { HeatMap } from "../pictures/HeatMap.tsx";
import { LineChart } from "../pictures/LineChart.tsx";
import type { PartsPicture } from "../../plots/small/partsPlot.ts";
import type { LinePicture } from "../../plots/small/linePlot.ts";
import { niceUpper } from "../../plots/niceUpper.ts";
import { budgetLimits } from "../../state/scenario/sharedFields.ts";
import { boundedText, isBetter, nowSentence, riskSentence, roundedUp, type PlanWords } from "./planWords.ts";

/** Parameters taken over from a plan. */
export type Taken = { readonly epsilon?: number; readonly tuning?: number };

interface PlanAnswersProps {
  readonly words: PlanWords;
  readonly request: PlanQuestion;
  readonly answer: PlanAnswer;
  /** False where the target is another one, and the errors only stand beside it. */
  readonly isTarget: boolean;
  readonly onTake: (change: Taken) => void;
  readonly onRecords: (count: number) => void;
}

export function PlanAnswers({ words, request, answer, isTarget, onTake, onRecords }: PlanAnswersProps) {
  const best = significant(answer.best.tuning, 3);
  return (
    <>
      {isTarget && (
        <div data-testid="plan-answers">
          <p>{nowSentence(request, answer, words)}</p>
          <ul className="plan-answers">
            <EpsilonAnswer {...{ words, request, answer, onTake }} />
            <RecordsAnswer {...{ words, request, answer, onRecords }} />
            <TuningAnswer {...{ words, request, answer, onTake }} />
          </ul>
        </div>
      )}
      <p data-testid="plan-risk">
        {riskSentence(request, answer, words)}{" "}
        {isBetter(answer) && (
          <button type="button" onClick={() => onTake({ tuning: best })}>
            {`Take over ${words.symbol} = ${numberText(best)}`}
          </button>
        )}
      </p>
    </>
  );
}

export function PlanPictures({
  words,
  request,
  answer,
  isTarget,
  curves,
  onTake,
  onRecords,
}: PlanAnswersProps & {
  /** The declared and the expected function. */
  readonly curves: PlannedCurves;
}) {
  const { symbol } = words;
  const pictures = useMemo(() => picturesOf({ request, answer, words, isTarget }), [request, answer, words, isTarget]);
  const picture = useMemo(() => curvesOf(curves), [curves]);
  return (
    <>
      <LineChart
        picture={picture}
        caption={`Dashed: what you declared. Solid: what is expected at ${symbol} = ${numberText(request.release.tuning)}, before the noise.`}
      />
      <ErrorParts
        picture={pictures.epsilon}
        caption="Click to set ε."
        onPick={(at) => onTake({ epsilon: significant(at, 3) })}
      />
      <ErrorParts
        picture={pictures.tuning}
        caption={`Click to set ${symbol}.`}
        onPick={(at) => onTake({ tuning: significant(at, 3) })}
      />
      <ErrorParts
        picture={pictures.recordCount}
        caption="Click to plan with another n."
        onPick={(at) => onRecords(Math.max(1, Math.round(significant(at, 3))))}
      />
      <RiskMapPart {...{ words, request, answer, onTake }} />
    </>
  );
}

/** Map of the error over ε, in multiples of that at the best tuning parameter. */
function RiskMapPart({
  words: { symbol },
  request,
  answer: { map },
  onTake,
}: Answering & Pick<PlanAnswersProps, "onTake">) {
  const { epsilons, tunings, ratios } = map;
  const at = (column: number, row: number) => ratios[row + tunings.length * column]!;
  const take = (column: number, row: number) => ({ epsilon: epsilons[column]!, tuning: tunings[row]! });
  return (
    <figure>
      <HeatMap
        label={`Mean integrated squared error over ε and ${symbol}`}
        corner={`${symbol} \\ ε`}
        columns={epsilons}
        rows={tunings}
        valueAt={at}
        quality={(ratio) => 1 / ratio}
        text={ratioWords}
        describe={(column, row) =>
          `${ratioWords(at(column, row))} times the least error of ε = ${numberText(epsilons[column]!)}, at ${symbol} = ${numberText(tunings[row]!)}`
        }
        now={{ column: request.release.epsilon, row: request.release.tuning }}
        markAt={(column, row) => (at(column, row) <= 1.05 ? "within 5 % of the least" : undefined)}
        onChoose={(column, row) => onTake(take(column, row))}
      />
      <figcaption className="source">
        {`Mean integrated squared error, in multiples of that at the best ${symbol} for the same ε. Framed: at most 5 % more. Click to take over both.`}
      </figcaption>
    </figure>
  );
}

function ratioWords(ratio: number): string {
  return ratio < 10 ? decimalsText(ratio, ratio < 1.1 ? 2 : 1) : "10+";
}

type Answering = Pick<PlanAnswersProps, "words" | "request" | "answer">;

function EpsilonAnswer({ words, request, answer: { epsilon }, onTake }: Answering & Pick<PlanAnswersProps, "onTake">) {
  if (!epsilon.isReached) return <li>{boundedText(epsilon, "epsilon", words)}</li>;
  const { min, max } = budgetLimits.epsilon;
  if (epsilon.value <= min) return <li>{`Every ε from ${numberText(min)} on reaches it.`}</li>;
  const value = roundedUp(epsilon.value);
  if (value > max) return <li>{`It takes ε = ${numberText(value)}, and this page goes to ${numberText(max)}.`}</li>;
  return (
    <li>
      {`It takes ε = ${numberText(value)} at this n and ${words.symbol}. `}
      {value !== request.release.epsilon && (
        <button type="button" onClick={() => onTake({ epsilon: value })}>
          {`Take over ε = ${numberText(value)}`}
        </button>
      )}
    </li>
  );
}

function RecordsAnswer({
  words,
  request,
  answer: { recordCount },
  onRecords,
}: Answering & Pick<PlanAnswersProps, "onRecords">) {
  if (!recordCount.isReached) return <li>{boundedText(recordCount, "recordCount", words)}</li>;
  // Rounding must not add a record.
  const count = Math.max(1, Math.ceil(recordCount.value * (1 - 1e-9)));
  const { max } = planLimits.recordCount;
  if (count > max) return <li>{`It takes more than ${countText(max)} ${words.records}.`}</li>;
  return (
    <li>
      {`It takes ${countText(count)} ${words.records} at this ε and ${words.symbol}. `}
      {count !== request.release.recordCount && (
        <button type="button" onClick={() => onRecords(count)}>
          {`Plan with n = ${countText(count)}`}
        </button>
      )}
    </li>
  );
}

function TuningAnswer({ words, request, answer: { tuning }, onTake }: Answering & Pick<PlanAnswersProps, "onTake">) {
  if (!tuning.isReached) return <li>{boundedText(tuning, "tuning", words)}</li>;
  const { from, to, best } = tuning.value;
  const { min, max } = request.limits.tuning;
  const { symbol } = words;
  const least = from === min ? min : roundedUp(from);
  const isNoise = request.target.of === "noise";
  // The noise falls with h or φ, which smoothing pays for: the least that will do.
  const value = isNoise ? least : significant(best, 3);
  const range =
    to === max
      ? from === min
        ? `Every ${symbol} reaches it`
        : `It takes ${symbol} = ${numberText(least)} or more`
      : `It takes ${symbol} from ${numberText(least)} to ${numberText(to)}; at ${numberText(value)} the error is least`;
  return (
    <li>
      {`${range}, at this ε and n. `}
      {from !== min && value !== request.release.tuning && (
        <button type="button" onClick={() => onTake({ tuning: value })}>
          {`Take over ${symbol} = ${numberText(value)}`}
        </button>
      )}
    </li>
  );
}

function picturesOf({
  request: { release, limits, target },
  answer: { along },
  words: { axis, records },
  isTarget,
}: Answering & Pick<PlanAnswersProps, "isTarget">) {
  const all = target.of === "total";
  const names = { epsilon: "ε", recordCount: `${records} n`, tuning: axis };
  const picture = (of: PlanParameter): PartsPicture => ({
    along: { name: names[of], domain: [limits[of].min, limits[of].max], now: release[of] },
    label: all ? "error" : "noise",
    parts: all ? ["smoothing", "sampling", "noise"] : ["noise"],
    points: along[of].map(({ at, smoothing, sampling, noise, goal }) => ({
      at,
      tops: all ? [smoothing, sampling, noise] : [noise],
      goal: isTarget ? goal : undefined,
    })),
    description: `${all ? "the error, by its parts," : "the noise"} against ${names[of]}${isTarget ? ", with the target as a line" : ""}`,
  });
  return { epsilon: picture("epsilon"), recordCount: picture("recordCount"), tuning: picture("tuning") };
}

interface PlannedCurves {
  readonly x: Float64Array;
  readonly truth: Float64Array;
  readonly expected: Float64Array;
  /** Names of the axes. */
  readonly names: readonly [string, string];
}

function curvesOf({ x, truth, expected, names }: PlannedCurves): LinePicture {
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
