import { useState } from "react";
import { Problem } from "../controls/Problem.tsx";
import type { UnitQuestion } from "../study/declaration.ts";

interface UnitFieldsProps<S> {
  readonly questions: readonly UnitQuestion<S>[];
  readonly onUnit: (question: UnitQuestion<S>, unit: string) => void;
}

/** The same as in links. */
const longestUnit = 24;
const taken = ["date", "time"];

export function UnitFields<S>({ questions, onUnit }: UnitFieldsProps<S>) {
  const [typed, setTyped] = useState<readonly string[]>(() => questions.map(({ value }) => value));
  if (questions.length === 0) return null;
  const isTaken = typed.some((text) => taken.includes(text.trim()));
  return (
    <div className="control" role="group" aria-label="Units">
      <div className="units">
        {questions.map((question, k) => (
          <label key={question.of} className="line">
            <span>{`Unit of ${question.of}`}</span>
            <input
              type="text"
              placeholder="none"
              value={typed[k]}
              maxLength={longestUnit}
              onChange={({ target: { value } }) => {
                setTyped(typed.with(k, value));
                onUnit(question, taken.includes(value.trim()) ? "" : value.trim());
              }}
            />
          </label>
        ))}
      </div>
      <p className="explanation">Such as kg or €: on axes and in files.</p>
      <Problem text={isTaken ? "Dates and times of day are what a column is read as, above; no unit." : undefined} />
    </div>
  );
}
