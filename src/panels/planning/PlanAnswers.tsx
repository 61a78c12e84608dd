import { countText, numberText, significant } from "../../core/numberFormats.ts";
import type { CurvePlanAnswer, PlanAnswer, PlanParameter } from "../../core/planning/planAnswer.ts";
import { planLimits, type PlanTarget } from "../../core/planning/plan.ts";
import type { SimulatedAnswer } from "../../core/planning/simulatedAnswer.ts";
import { budgetLimits } from "../../state/scenario/sharedFields.ts";
import {
  boundedText,
  isBetter,
  nowSentence,
  riskSentence,
  roundedUp,
  simulatedSentence,
  type PlanWords,
} from "./planWords.ts";
import type { OpenQuestion, Taken } from "./planStudy.ts";

export interface PlanAnswersProps {
  readonly words: PlanWords;
  readonly question: OpenQuestion;
  readonly target: PlanTarget;
  readonly answer: PlanAnswer;
  readonly onTake: (change: Taken) => void;
  readonly onRecords: (count: number) => void;
}

export function PlanAnswers({ onTake, onRecords, ...answering }: PlanAnswersProps) {
  const { question, target, answer, words } = answering;
  return (
    <div data-testid="plan-answers">
      <p>{sentenceOf(question, target, answer, words)}</p>
      <ul className="plan-answers">
        <EpsilonAnswer {...{ ...answering, onTake }} />
        <RecordsAnswer {...{ ...answering, onRecords }} />
        <TuningAnswer {...{ ...answering, onTake }} />
      </ul>
    </div>
  );
}

function sentenceOf(question: OpenQuestion, target: PlanTarget, answer: PlanAnswer, words: PlanWords) {
  if (target.kind === "simulated") return simulatedSentence(question, target, answer as SimulatedAnswer, words);
  return nowSentence({ ...question, target }, answer as CurvePlanAnswer, words);
}

/** Mean integrated squared error of a curve, and the tuning that makes it least. */
export function PlanRisk({
  words,
  question,
  answer,
  onTake,
}: {
  readonly words: PlanWords;
  readonly question: OpenQuestion;
  readonly answer: CurvePlanAnswer;
  readonly onTake: (change: Taken) => void;
}) {
  const best = significant(answer.best.tuning, 3);
  return (
    <p data-testid="plan-risk">
      {riskSentence(question, answer, words)}{" "}
      {isBetter(answer) && (
        <button type="button" onClick={() => onTake({ tuning: best })}>
          {`Take over ${words.symbol} = ${numberText(best)}`}
        </button>
      )}
    </p>
  );
}

export type Answering = Pick<PlanAnswersProps, "words" | "question" | "target" | "answer">;

/** The value of a parameter that reaches a target, rounded so that it still does; undefined if none on this page does. */
export function offered(
  name: PlanParameter,
  { words, question: { limits }, target, answer }: Answering,
): number | undefined {
  const { epsilon, recordCount, tuning } = answer;
  if (name === "epsilon") {
    const { min, max } = budgetLimits.epsilon;
    const value = epsilon.isReached ? Math.max(min, roundedUp(Math.max(min, epsilon.value))) : Infinity;
    return value > max ? undefined : value;
  }
  if (name === "recordCount") {
    // Rounding must not add a record.
    const count = recordCount.isReached ? Math.max(1, Math.ceil(recordCount.value * (1 - 1e-9))) : Infinity;
    return count > planLimits.recordCount.max ? undefined : count;
  }
  if (!tuning.isReached) return undefined;
  const { from, best } = tuning.value;
  const isNoise = !words.growing && target.of === "noise";
  // The noise falls with h or φ, which smoothing pays for: the least that will do.
  return isNoise ? (from === limits.tuning.min ? from : roundedUp(from)) : significant(best, 3);
}

function EpsilonAnswer({ onTake, ...answering }: Answering & Pick<PlanAnswersProps, "onTake">) {
  const { words, question, answer } = answering;
  const { epsilon } = answer;
  if (!epsilon.isReached) return <li>{boundedText(epsilon, "epsilon", words)}</li>;
  const { min, max } = budgetLimits.epsilon;
  if (epsilon.value <= min) return <li>{`Every ε from ${numberText(min)} on reaches it.`}</li>;
  const value = offered("epsilon", answering);
  if (value === undefined)
    return <li>{`It takes ε = ${numberText(roundedUp(epsilon.value))}, and this page goes to ${numberText(max)}.`}</li>;
  return (
    <li>
      {`It takes ε = ${numberText(value)} at this n and ${words.symbol}. `}
      {value !== question.release.epsilon && (
        <button type="button" onClick={() => onTake({ epsilon: value })}>
          {`Take over ε = ${numberText(value)}`}
        </button>
      )}
    </li>
  );
}

function RecordsAnswer({ onRecords, ...answering }: Answering & Pick<PlanAnswersProps, "onRecords">) {
  const { words, question, answer } = answering;
  if (!answer.recordCount.isReached) return <li>{boundedText(answer.recordCount, "recordCount", words)}</li>;
  const count = offered("recordCount", answering);
  if (count === undefined)
    return <li>{`It takes more than ${countText(planLimits.recordCount.max)} ${words.records}.`}</li>;
  return (
    <li>
      {`It takes ${countText(count)} ${words.records} at this ε and ${words.symbol}. `}
      {count !== question.release.recordCount && (
        <button type="button" onClick={() => onRecords(count)}>
          {`Plan with n = ${countText(count)}`}
        </button>
      )}
    </li>
  );
}

function TuningAnswer({ onTake, ...answering }: Answering & Pick<PlanAnswersProps, "onTake">) {
  const { words, question, answer } = answering;
  const { tuning } = answer;
  if (!tuning.isReached) return <li>{boundedText(tuning, "tuning", words)}</li>;
  const { from, to } = tuning.value;
  const { min, max } = question.limits.tuning;
  const { symbol } = words;
  const least = from === min ? min : words.isWhole ? Math.ceil(from) : roundedUp(from);
  const value = offered("tuning", answering)!;
  const range =
    to === max
      ? from === min
        ? `Every ${symbol} reaches it`
        : `It takes ${symbol} = ${numberText(least)} or more`
      : `It takes ${symbol} from ${numberText(least)} to ${numberText(words.isWhole ? Math.floor(to) : to)}; at ${numberText(value)} the error is least`;
  return (
    <li>
      {`${range}, at this ε and n. `}
      {from !== min && value !== question.release.tuning && (
        <button type="button" onClick={() => onTake({ tuning: value })}>
          {`Take over ${symbol} = ${numberText(value)}`}
        </button>
      )}
    </li>
  );
}
