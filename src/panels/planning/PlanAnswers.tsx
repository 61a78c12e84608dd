import { countText, numberText, significant } from "../../core/numberFormats.ts";
import type { CurvePlanAnswer, PlanAnswer } from "../../core/planning/planAnswer.ts";
import type { PlanTarget } from "../../core/planning/plan.ts";
import type { ErrorTarget } from "../../core/planning/planTarget.ts";
import type { SimulatedAnswer } from "../../core/planning/simulatedAnswer.ts";
import { unbroken } from "../controls/words.ts";
import { answerText, isAny, offered, parametersOf, type Answering } from "./answerWords.ts";
import { isBetter, nowSentence, riskSentence, simulatedSentence, type PlanWords } from "./planWords.ts";
import type { OpenQuestion, Taken } from "./planStudy.ts";

export interface PlanAnswersProps extends Answering {
  readonly onTake: (change: Taken) => void;
}

export function PlanAnswers({ onTake, ...answering }: PlanAnswersProps) {
  const { question, target, answer, words } = answering;
  return (
    <div data-testid="plan-answers">
      <p>{unbroken(sentenceOf(question, target, answer, words))}</p>
      <ul className="plan-answers">
        {parametersOf(answer).map((name) => {
          const value = offered(name, answering);
          const isNew = value !== undefined && value !== question.release[name] && !isAny(name, answering);
          return (
            <li key={name}>
              {unbroken(`${answerText(name, answering)} `)}
              {isNew && (
                <button type="button" onClick={() => onTake({ [name]: value })}>
                  {name === "recordCount"
                    ? `Plan with n = ${countText(value)}`
                    : `Take over ${name === "epsilon" ? "ε" : words.symbol} = ${numberText(value)}`}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function sentenceOf(question: OpenQuestion, target: PlanTarget, answer: PlanAnswer, words: PlanWords) {
  if (target.kind !== "share" && words.growing)
    return simulatedSentence(question, target, answer as SimulatedAnswer, words);
  return nowSentence({ ...question, target: target as ErrorTarget }, answer as CurvePlanAnswer, words);
}

/** Mean integrated squared error, and the best tuning. */
export function PlanRisk({
  words,
  question,
  answer,
  onTake,
}: Omit<PlanAnswersProps, "target"> & { readonly answer: CurvePlanAnswer }) {
  const best = significant(answer.best.tuning, 3);
  return (
    <p data-testid="plan-risk">
      {unbroken(riskSentence(question, answer, words))}{" "}
      {isBetter(answer) && (
        <button type="button" onClick={() => onTake({ tuning: best })}>
          {`Take over ${words.symbol} = ${numberText(best)}`}
        </button>
      )}
    </p>
  );
}
