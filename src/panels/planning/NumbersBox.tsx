import { useState } from "react";
import { exactText } from "../../core/numberFormats.ts";
import { typedNumber } from "../../state/typedNumber.ts";
import { Problem } from "../controls/Problem.tsx";

interface NumbersBoxProps {
  readonly label: string;
  readonly numbers: readonly number[];
  readonly least: number;
  readonly most: number;
  /** Continues "Expected 3 to 65 numbers between spaces, ". */
  readonly requirement: string;
  readonly isGood: (numbers: readonly number[]) => boolean;
  /** In a table, whose head has the label. */
  readonly isInCell?: boolean;
  readonly onChange: (numbers: readonly number[]) => void;
}

export function NumbersBox({ label, numbers, least, most, requirement, isGood, isInCell, onChange }: NumbersBoxProps) {
  const [text, setText] = useState(() => numbers.map(exactText).join(" "));
  const typed = text
    .trim()
    .split(/[\s;]+/)
    .map((word) => typedNumber(word.replace(/,$/, ""))?.value ?? NaN);
  const isRight = typed.length >= least && typed.length <= most && typed.every(Number.isFinite) && isGood(typed);
  const finish = () => {
    if (isRight && typed.join() !== numbers.join()) onChange(typed);
  };
  return (
    <div className={isInCell ? undefined : "window"}>
      <label>
        {!isInCell && `${label} `}
        <input
          type="text"
          aria-label={isInCell ? label : undefined}
          value={text}
          maxLength={800}
          aria-invalid={!isRight}
          onChange={(event) => setText(event.target.value)}
          onBlur={finish}
          onKeyDown={(event) => event.key === "Enter" && finish()}
        />
      </label>
      <Problem
        text={
          isRight
            ? undefined
            : `Expected ${least === most ? least : `${least} to ${most}`} numbers between spaces, ${requirement}.`
        }
      />
    </div>
  );
}
