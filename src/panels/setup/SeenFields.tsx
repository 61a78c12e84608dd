import type { ReactNode } from "react";
import type { IntervalQuestion, Question, RangePurchase, ShareQuestion, UnitQuestion } from "../study/declaration.ts";
import { AskedQuestion } from "./AskedQuestion.tsx";
import { AskedShare } from "./AskedShare.tsx";
import { isUnanswered, type DraftFields } from "./draft.ts";
import { UnitFields } from "./UnitFields.tsx";

interface SeenFieldsProps<S> {
  readonly questions: readonly Question<S>[];
  readonly open: ReadonlySet<string>;
  readonly units: readonly UnitQuestion<S>[];
  readonly width: ShareQuestion<S> | undefined;
  readonly firstLook?: ReactNode;
  readonly change: (changed: Partial<S>, fields?: DraftFields) => void;
  readonly onUnit: (question: UnitQuestion<S>, unit: string) => void;
  /** For a bound that can be bought. */
  readonly offer: (question: IntervalQuestion<S>, buys: RangePurchase<S>) => ReactNode;
}

export function SeenFields<S>({ questions, open, units, width, firstLook, change, onUnit, offer }: SeenFieldsProps<S>) {
  return (
    <fieldset>
      <legend>2 · What is to be seen</legend>
      {questions.map((question) => (
        <AskedQuestion key={question.label} question={question} isOpen={isUnanswered(question, open)} change={change}>
          {question.kind === "interval" && question.buys && open.has(question.field) && offer(question, question.buys)}
        </AskedQuestion>
      ))}
      {firstLook}
      <UnitFields key={units.map((question) => question.of).join("\n")} questions={units} onUnit={onUnit} />
      {width && <AskedShare question={width} change={change} />}
    </fieldset>
  );
}
