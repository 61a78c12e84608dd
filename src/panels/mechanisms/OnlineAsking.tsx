import { useCallback, useMemo, useState } from "react";
import type { StoreApi } from "zustand/vanilla";
import { countText, numberText, significant } from "../../core/numberFormats.ts";
import { LineChart } from "../pictures/LineChart.tsx";
import { NumberTable } from "../shared/NumberTable.tsx";
import { Problem } from "../controls/Problem.tsx";
import type { Outcome } from "../../engine/outcome.ts";
import { joined, lastRows, pictureOf, saveAnswers, type Begun } from "./onlineAnswers.ts";
import { typedPoints } from "./typedPoints.ts";

/** Survives closing the section. */
export interface OnlineState {
  readonly begun: Begun | undefined;
}

export interface TypedText {
  readonly text: string;
  readonly pasted?: string;
}

/** @param at points, one after another */
export type AskOnline = (begun: Pick<Begun, "session" | "records">, at: Float64Array) => Promise<Outcome<Float64Array>>;

interface OnlineAskingProps {
  readonly begun: Begun;
  readonly line: readonly (readonly [x: number, y: number])[];
  readonly askAt: AskOnline;
  readonly kept: StoreApi<OnlineState>;
  readonly typed: TypedText;
  readonly onType: (typed: TypedText) => void;
}

const longPaste = 20_000;

export function OnlineAsking({ begun, line, askAt, kept, typed: { text, pasted }, onType }: OnlineAskingProps) {
  const [problem, setProblem] = useState<string>();
  const [working, setWorking] = useState(false);

  const ask = useCallback(
    async (at: Float64Array) => {
      setWorking(true);
      const outcome = await askAt(begun, at);
      setWorking(false);
      if (!outcome.ok) {
        setProblem(outcome.error.message);
        return;
      }
      setProblem(undefined);
      kept.setState(({ begun: now }) =>
        now?.session === begun.session
          ? { begun: { ...now, places: joined(now.places, at), answers: joined(now.answers, outcome.value) } }
          : {},
      );
    },
    [askAt, kept, begun],
  );
  const pick = useCallback(
    (x: number) => {
      void ask(Float64Array.of(significant(x, 5)));
    },
    [ask],
  );
  const { scale, sigma, lattice, capacity } = begun.terms;
  const picture = useMemo(() => pictureOf(begun, line), [line, begun]);
  const askTyped = () => {
    const typed = typedPoints(pasted ?? text, begun.domain);
    if ("problem" in typed) setProblem(typed.problem);
    else void ask(typed.coordinates);
  };

  return (
    <>
      <p data-testid="online-terms">
        Begun at ε = {numberText(begun.budget.epsilon)}, δ = {numberText(begun.budget.delta)}, with {begun.words}. Each
        answer has noise of standard deviation {numberText(scale * sigma)} and is a multiple of{" "}
        {numberText(scale * lattice)}
        {scale === 1 ? "" : ", from the middle of the range"}; up to {countText(capacity)} points.
      </p>
      {begun.names.length === 1 && (
        <LineChart
          picture={picture}
          caption="Click to ask. Dots: answers. Line: the curve above, which has noise of its own."
          onPick={pick}
        />
      )}
      <div className="control">
        <label>
          Points to ask for,{" "}
          {begun.names.length === 1 ? "separated by spaces or lines" : `one on a line: ${begun.names.join(", then ")}`}
          <textarea
            aria-label="Points to ask for"
            rows={3}
            value={pasted === undefined ? text : pastedText(pasted)}
            onChange={(event) => onType({ text: pasted === undefined ? event.target.value : "" })}
            onPaste={(event) => {
              const given = event.clipboardData.getData("text");
              if (given.length < longPaste) return;
              event.preventDefault();
              onType({ text, pasted: given });
            }}
          />
        </label>
      </div>
      <div className="buttons">
        <button type="button" className="filled" disabled={working} onClick={askTyped}>
          {working ? "Asking …" : "Ask"}
        </button>{" "}
        <button type="button" disabled={begun.answers.length === 0} onClick={() => saveAnswers(begun)}>
          Answers (CSV)
        </button>{" "}
        <button type="button" disabled={working} onClick={() => kept.setState({ begun: undefined })}>
          End
        </button>
      </div>
      <Problem text={problem} />
      {begun.answers.length > 0 && (
        <>
          <p className="explanation" data-testid="online-count">
            {countText(begun.answers.length)} {begun.answers.length === 1 ? "answer" : "answers"}, all for one price.
            The last ones:
          </p>
          <NumberTable rows={lastRows(begun)} />
        </>
      )}
    </>
  );
}

function pastedText(text: string): string {
  const count = countText(text.trim().split(/\s+/).length);
  return `${text.slice(0, 60).replace(/\s+/g, " ")} … (${count} words, pasted)`;
}
