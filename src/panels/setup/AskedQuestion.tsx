import { useState, type ReactNode } from "react";
import { countText } from "../../core/numberFormats.ts";
import type { Interval } from "../../core/grids.ts";
import { withUnit } from "../../core/release/file/writtenUnit.ts";
import { ChoiceControl } from "../controls/ChoiceControl.tsx";
import type { OptionalQuestion, Question } from "../study/declaration.ts";
import { dateText } from "../controls/words.ts";
import { DeclaredNumber } from "../controls/declared/DeclaredNumber.tsx";
import type { DraftFields } from "./draft.ts";
import type { Suggestion } from "../study/suggestions.ts";

interface AskedProps<S> {
  readonly question: Question<S>;
  readonly isOpen: boolean;
  readonly change: (changed: Partial<S>, fields?: DraftFields) => void;
  /** Another way to the answer. */
  readonly children?: ReactNode;
}

const farthest = 1e15;

/** A question with suggestions from plain knowledge. */
export function AskedQuestion<S>({ question, isOpen, change, children }: AskedProps<S>) {
  if (question.kind === "choice") {
    return (
      <ChoiceControl
        label={question.label}
        value={question.value}
        choices={question.choices}
        onChange={(value) => change(question.change(value), { reopens: question.reopens ?? [] })}
      />
    );
  }
  if (question.kind === "optional") return <Optional question={question} change={change} />;
  const { field, label, explanation, unit, suggestions } = question;
  const closed = { closes: [field] };
  const reopen = () => change({}, { reopens: [field] });
  return (
    <div className="control" role="group" aria-label={label}>
      <div className="line">
        <span>
          {label}
          {unit !== "date" && unit !== "time" && withUnit(label, unit) !== label && (
            <span className="symbol"> {unit}</span>
          )}
        </span>
        {question.kind === "interval" ? (
          <Ends
            question={question}
            isOpen={isOpen}
            onChange={(value) => change(question.change(value), closed)}
            onOpen={reopen}
          />
        ) : (
          <DeclaredNumber
            label={label}
            value={isOpen ? undefined : question.value}
            unit={unit}
            min={question.limits.min}
            max={Math.min(farthest, question.limits.max)}
            onChange={(value) => (value === undefined ? reopen() : change(question.change(value), closed))}
          />
        )}
      </div>
      {suggestions.length > 0 && (
        <p className="chips">
          {suggestions.map((suggestion) => (
            <button
              key={suggestion.label}
              type="button"
              onClick={() =>
                change(
                  question.kind === "interval"
                    ? question.change(suggestion.interval)
                    : question.change(Math.max(Math.abs(suggestion.interval[0]), Math.abs(suggestion.interval[1]))),
                  closed,
                )
              }
            >
              {suggestionText(suggestion, question.kind, unit)}
            </button>
          ))}
        </p>
      )}
      <p className="explanation">{explanation}</p>
      {children}
    </div>
  );
}

function Optional<S>({
  question: {
    label,
    explanation,
    isAsked,
    unit,
    value,
    text,
    asks = "Value",
    longest = 200,
    column,
    ask,
    change: answer,
  },
  change,
}: {
  readonly question: OptionalQuestion<S>;
  readonly change: (changed: Partial<S>) => void;
}) {
  return (
    <div className="control">
      <label>
        <input type="checkbox" checked={isAsked} onChange={(event) => change(ask(event.target.checked))} /> {label}
      </label>
      {isAsked && (
        <>
          {column && (
            <ChoiceControl
              label={column.label}
              value={column.value}
              choices={column.names.map((name) => ({ value: name, label: name }))}
              onChange={(name) => change(column.change(name))}
            />
          )}
          <div className="line">
            <span>{asks}</span>
            {text === undefined ? (
              <DeclaredNumber
                label={`${label}: value`}
                value={value}
                unit={unit}
                min={-farthest}
                max={farthest}
                onChange={(next) => next !== undefined && change(answer(next))}
              />
            ) : (
              <input
                type="text"
                className={longest > 1000 ? "long" : undefined}
                aria-label={`${label}: ${asks.toLowerCase()}`}
                value={text}
                maxLength={longest}
                onChange={(event) => change(answer(event.target.value))}
              />
            )}
          </div>
          <p className="explanation">{explanation}</p>
        </>
      )}
    </div>
  );
}

function suggestionText(
  { label, interval: [lower, upper] }: Suggestion,
  kind: "interval" | "number",
  unit: string,
): string {
  if (unit === "date") return label;
  const shown = (value: number) => countText(value);
  return kind === "interval" ? `${label}: ${shown(lower)} to ${shown(upper)}` : `${label}: up to ${shown(upper)}`;
}

type TypedEnds = readonly [number | undefined, number | undefined];

function Ends<S>({
  question: { label, unit, value, given },
  isOpen,
  onChange,
  onOpen,
}: {
  readonly question: Extract<Question<S>, { kind: "interval" }>;
  readonly isOpen: boolean;
  readonly onChange: (value: readonly [number, number]) => void;
  /** Called while they are no interval. */
  readonly onOpen: () => void;
}) {
  const [typed, setTyped] = useState<{ readonly ends: TypedEnds; readonly before: Interval }>();
  // Half an answer stands until another comes.
  const isCurrent = typed && (isOpen || given) && typed.before[0] === value[0] && typed.before[1] === value[1];
  const [lower, upper]: TypedEnds = isCurrent ? typed.ends : isOpen ? [undefined, undefined] : value;
  const set = (ends: TypedEnds) => {
    const [from, to] = ends;
    if (from !== undefined && to !== undefined && from < to) {
      setTyped(undefined);
      onChange([from, to]);
    } else {
      setTyped({ ends, before: value });
      onOpen();
    }
  };
  const wrong =
    lower !== undefined && upper !== undefined && lower >= upper
      ? `It must end above where it begins${unit === "date" ? `, ${dateText(lower)}` : ""}.`
      : undefined;
  const shared = { unit, min: -farthest, max: farthest };
  return (
    <span className="pair">
      <DeclaredNumber {...shared} label={`${label}, lower end`} value={lower} onChange={(end) => set([end, upper])} />
      <span>to</span>
      <DeclaredNumber
        {...shared}
        label={`${label}, upper end`}
        value={upper}
        wrong={wrong}
        onChange={(end) => set([lower, end])}
      />
    </span>
  );
}
