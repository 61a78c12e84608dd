import { useMemo, useState } from "react";
import type { GridAxis, Interval } from "../../core/grids.ts";
import { Problem } from "../../panels/Problem.tsx";
import { NumberBox } from "../../panels/SliderControl.tsx";
import { numberText } from "../../panels/words.ts";
import type { MeanCurveProps } from "./view.ts";
import { functionalsOf, weightKnots } from "./functionals.ts";
import type { Functional } from "./functionals.ts";

/** What follows from the released curve without further cost. */
export function FunctionalTable({ shown, view, set }: MeanCurveProps) {
  const functionals = useMemo(() => (view ? functionalsOf(shown, view) : []), [shown, view]);
  if (!view) return null;
  const { window, weight } = shown;
  const [from, to] = window;
  const [{ lower, upper }] = view.axes as [GridAxis];
  return (
    <details className="guarantee" data-testid="functionals" open>
      <summary>What follows from the release, at no further cost</summary>
      <p className="explanation">
        Whatever is computed from the released curve is as private as the curve itself (Mirshani 2019, Theorem 3.2 and
        Corollary 3.1). For linear functionals the noise is known exactly.
      </p>
      <p className="window">
        <span>Window from</span>
        <NumberBox
          label="Window, from"
          value={from}
          min={lower}
          max={upper}
          onCommit={(end) => set({ window: ordered(end, to) }, { commit: true })}
        />
        <span>to</span>
        <NumberBox
          label="Window, to"
          value={to}
          min={lower}
          max={upper}
          onCommit={(end) => set({ window: ordered(from, end) }, { commit: true })}
        />
      </p>
      <WeightBox key={weight} value={weight} onCommit={(text) => set({ weight: text }, { commit: true })} />
      <table>
        <thead>
          <tr>
            <th scope="col">Of the mean curve</th>
            <td>private</td>
            {view.original && <td>original</td>}
            <td>standard deviation of the noise</td>
          </tr>
        </thead>
        <tbody>
          {functionals.map((functional) => (
            <tr key={functional.name}>
              <th scope="row">{functional.name}</th>
              <td>{valueText(functional, "released")}</td>
              {view.original && <td>{valueText(functional, "original")}</td>}
              <td>
                {functional.standardDeviation === undefined ? "not linear" : numberText(functional.standardDeviation)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function valueText(functional: Functional, which: "released" | "original"): string {
  const value = functional[which];
  const at = functional.at?.[which];
  if (value === undefined) return "";
  return at === undefined ? numberText(value) : `${numberText(value)} at ${numberText(at)}`;
}

/** A weight typed by hand: taken when it is finished (Enter or leaving the box). */
function WeightBox({ value, onCommit }: { readonly value: string; readonly onCommit: (text: string) => void }) {
  const [text, setText] = useState(value);
  const finish = () => {
    if (text !== value) onCommit(text);
  };
  return (
    <div className="window">
      <label>
        Weight w of ∫ w f, as time:value{" "}
        <input
          type="text"
          value={text}
          maxLength={400}
          placeholder="0:0, 10:1, 21:0"
          aria-invalid={weightKnots(value) === undefined}
          onChange={(event) => setText(event.target.value)}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.key === "Enter") finish();
          }}
        />
      </label>
      <Problem
        text={
          weightKnots(value) === undefined
            ? "Expected two or more pairs time:value with increasing times, separated by commas, such as 0:0, 10:1, 21:0."
            : undefined
        }
      />
    </div>
  );
}

/** Ends in their order; equal ends are kept as they are and mean the whole domain. */
function ordered(a: number, b: number): Interval {
  return a <= b ? [a, b] : [b, a];
}
