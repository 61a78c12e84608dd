import type { ReactNode } from "react";
import { numberText } from "../../../core/numberFormats.ts";
import { classPoints, decisionRamp, rampGradient } from "../../../plots/ramps.ts";
import "./learnerKey.css";

interface LearnerKeyProps {
  /** The value has the fullest colour; absent on a line. */
  readonly plane: { readonly classNames: readonly [string, string]; readonly level: number } | undefined;
  readonly hasOriginal: boolean;
  readonly hasRecords: boolean;
  readonly hasDraws: boolean;
  readonly theme: "light" | "dark";
}

export function LearnerKey({ plane, hasOriginal, hasRecords, hasDraws, theme }: LearnerKeyProps) {
  const line = plane ? "boundary, where the function is 0" : "curve";
  return (
    <ul className="learner-key" data-testid="learner-key" aria-label="Key of the picture">
      {plane && (
        <Entry
          sign={<span className="field-ramp" style={{ background: rampGradient(decisionRamp, theme, "right") }} />}
        >
          Private function, from {numberText(-plane.level)}, {plane.classNames[0]}, to {numberText(plane.level)},{" "}
          {plane.classNames[1]}
        </Entry>
      )}
      <Entry sign={<Line className="private" />}>Private {line}</Entry>
      {hasDraws && <Entry sign={<Line className="private thin" />}>Further draws</Entry>}
      {hasOriginal && (
        <Entry sign={<Line className="original" />}>Original {plane ? "boundary" : line}, not private</Entry>
      )}
      {!plane && <Entry sign={<span className="band" />}>95 % at each point, of the noise alone</Entry>}
      {hasRecords &&
        (plane ? (
          plane.classNames.map((name, k) => (
            <Entry key={name} sign={<Point isFilled={k === 1} colour={classPoints[theme][k]!} />}>
              Record of {name}
            </Entry>
          ))
        ) : (
          <Entry sign={<Point isFilled colour="var(--data)" />}>Record</Entry>
        ))}
    </ul>
  );
}

function Entry({ sign, children }: { readonly sign: ReactNode; readonly children: ReactNode }) {
  return (
    <li>
      <span className="sign" aria-hidden="true">
        {sign}
      </span>
      <span>{children}</span>
    </li>
  );
}

function Line({ className }: { readonly className: string }) {
  return (
    <svg width="24" height="8" className={className}>
      <path d="M0,4H24" />
    </svg>
  );
}

function Point({ isFilled, colour }: { readonly isFilled: boolean; readonly colour: string }) {
  return (
    <svg width="10" height="10">
      {isFilled ? (
        <circle cx="5" cy="5" r="4" fill={colour} />
      ) : (
        <rect x="1.5" y="1.5" width="7" height="7" fill="none" stroke={colour} strokeWidth="1.3" />
      )}
    </svg>
  );
}
