import { useState } from "react";
import { shortText } from "../../core/numberFormats.ts";
import { Problem } from "../controls/Problem.tsx";
import type { FirstLook } from "../study/declaration.ts";
import "./firstLook.css";

interface FirstLookProps<S> {
  /** False until a look can be remembered with the data. */
  readonly canLook: boolean;
  readonly look: () => Promise<FirstLook<S> | { readonly problem: string }>;
  readonly change: (changed: Partial<S>, fields: { readonly closes: readonly string[] }) => void;
}

const [width, height] = [320, 120];

/** A few undeclared records, so that a wrong layout is seen. It counts as looking. */
export function FirstLookFields<S>({ canLook, look, change }: FirstLookProps<S>) {
  const [shown, setShown] = useState<FirstLook<S> | { readonly problem: string }>();
  return (
    <div className="first-look">
      <div className="line">
        <span>{shown ? "A few curves" : "Is the layout right?"}</span>
        <button type="button" disabled={!canLook} onClick={() => void look().then(setShown)}>
          {shown ? "Show them again" : "Show a few curves"}
        </button>
      </div>
      {shown === undefined ? (
        <p className="explanation">
          This counts as looking: what you say after it counts as chosen after looking; what you said before does not.
        </p>
      ) : "problem" in shown ? (
        <Problem text={shown.problem} />
      ) : (
        <>
          <Curves curves={shown.curves} />
          <p className="explanation" role="status">
            {shown.sentences.join(" ")}
          </p>
          {shown.offers.length > 0 && (
            <p className="chips">
              {shown.offers.map(({ label, field, change: offered }) => (
                <button key={label} type="button" onClick={() => change(offered, { closes: [field] })}>
                  {label}
                </button>
              ))}
            </p>
          )}
        </>
      )}
    </div>
  );
}

function Curves({ curves }: Pick<FirstLook<unknown>, "curves">) {
  const [left, right] = extentOf(curves.map(({ times }) => times));
  const [bottom, top] = extentOf(curves.map(({ values }) => values));
  const x = (time: number) => (width * (time - left)) / (right - left || 1);
  const y = (value: number) => height - (height * (value - bottom)) / (top - bottom || 1);
  if (!(left <= right)) return null;
  return (
    <figure>
      <svg
        viewBox={`-4 -4 ${width + 8} ${height + 8}`}
        role="img"
        aria-label={`${curves.length} curves as the file has them`}
      >
        {curves.map(({ times, values }, k) =>
          times.length === 1 ? (
            <circle key={k} cx={x(times[0]!)} cy={y(values[0]!)} r="3" />
          ) : (
            <polyline key={k} points={Array.from(times, (time, j) => `${x(time)},${y(values[j]!)}`).join(" ")} />
          ),
        )}
      </svg>
      <figcaption>
        <span>{shortText(left)}</span>
        <span>{`values from ${shortText(bottom)} to ${shortText(top)}`}</span>
        <span>{shortText(right)}</span>
      </figcaption>
    </figure>
  );
}

function extentOf(all: readonly Float64Array[]): readonly [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const values of all) for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
  return [least, most];
}
