import { useState } from "react";
import { exactText } from "../../core/numberFormats.ts";
import { mostHeights } from "../../core/planning/declaredTruth.ts";
import { typedNumber } from "../../state/typedNumber.ts";
import { Problem } from "../controls/Problem.tsx";

interface HeightsBoxProps {
  readonly label: string;
  readonly heights: readonly number[];
  readonly least: number;
  /** Continues "Expected 3 to 65 numbers between spaces, ". */
  readonly requirement: string;
  readonly isGood: (heights: readonly number[]) => boolean;
  readonly onChange: (heights: readonly number[]) => void;
}

/** A curve as numbers at even places. */
export function HeightsBox({ label, heights, least, requirement, isGood, onChange }: HeightsBoxProps) {
  const [text, setText] = useState(() => heights.map(exactText).join(" "));
  const typed = text
    .trim()
    .split(/[\s;]+/)
    .map((word) => typedNumber(word.replace(/,$/, ""))?.value ?? NaN);
  const isCurve = typed.length >= least && typed.length <= mostHeights && typed.every(Number.isFinite) && isGood(typed);
  const finish = () => {
    if (isCurve && typed.join() !== heights.join()) onChange(typed);
  };
  return (
    <div className="window">
      <label>
        {label}{" "}
        <input
          type="text"
          value={text}
          maxLength={800}
          aria-invalid={!isCurve}
          onChange={(event) => setText(event.target.value)}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.key === "Enter") finish();
          }}
        />
      </label>
      <Problem
        text={isCurve ? undefined : `Expected ${least} to ${mostHeights} numbers between spaces, ${requirement}.`}
      />
    </div>
  );
}
