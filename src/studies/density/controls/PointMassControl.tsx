import { useState } from "react";
import { exactText } from "../../../core/numberFormats.ts";
import { Problem } from "../../../panels/controls/Problem.tsx";
import { typedNumber } from "../../../state/typedNumber.ts";
import type { DensityScenario } from "../model/scenario.ts";

interface PointMassControlProps {
  readonly value: DensityScenario["atom"];
  readonly problem: string | undefined;
  readonly onChange: (value: DensityScenario["atom"]) => void;
}

const largest = 1e15;

/** It takes effect when typing is finished. */
export function PointMassControl({ value, problem, onChange }: PointMassControlProps) {
  const [draft, setDraft] = useState<string>();
  const own = value === "none" ? "" : exactText(value);
  const text = draft ?? own;
  const typed = typedNumber(text);
  const isGood = text.trim() === "" || (typed !== undefined && Math.abs(typed.value) <= largest);
  const finish = () => {
    if (!isGood) return;
    setDraft(undefined);
    const next = typed ? typed.value : "none";
    if (next !== value) onChange(next);
  };
  return (
    <div className="control">
      <label className="line">
        <span>Counted apart</span>
        <input
          type="text"
          inputMode="decimal"
          aria-label="Value that is counted apart"
          size={10}
          value={text}
          placeholder="none, or 0"
          aria-invalid={!isGood || problem !== undefined}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.key === "Enter") finish();
          }}
        />
      </label>
      <p className="explanation">
        A value that many share, such as 0. How many have it is released as a number beside the curve, and the curve is
        of the others. It takes no share of ε: whoever has the value is in one of the two, not in both.
      </p>
      <Problem text={isGood ? problem : "Expected a number, or nothing."} />
    </div>
  );
}
