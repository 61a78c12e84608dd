import { useId, useState } from "react";
import { numberText } from "../core/numberFormats.ts";
import { SliderControl } from "../panels/controls/SliderControl.tsx";
import { guessText, isRight, roundedGuess, type Ask, type Guess } from "./lesson.ts";
import { LessonWords } from "./LessonText.tsx";

interface LessonQuestionProps {
  readonly ask: Ask;
  readonly guess: Guess | undefined;
  readonly drawn: readonly number[] | undefined;
  readonly onGuess: (guess: Guess) => void;
}

export function LessonQuestion({ ask, guess, drawn, onGuess }: LessonQuestionProps) {
  if (guess !== undefined) return <Guessed ask={ask} guess={guess} />;
  if (ask.kind === "number") return <NumberGuess ask={ask} onGuess={onGuess} />;
  if (ask.kind === "curve")
    return (
      <div className="lesson-draw">
        <p>Draw over the picture, by pointer or with the arrow keys.</p>
        <button type="button" className="filled" disabled={!drawn} onClick={() => drawn && onGuess(drawn)}>
          This is my curve
        </button>
      </div>
    );
  return (
    <div className="lesson-choices">
      {ask.options.map(({ text }, i) => (
        <button key={i} type="button" onClick={() => onGuess(i)}>
          <LessonWords of={text} />
        </button>
      ))}
    </div>
  );
}

function Guessed({ ask, guess }: { readonly ask: Ask; readonly guess: Guess }) {
  const right = isRight(ask, guess);
  if (ask.kind === "curve") return <p className="lesson-verdict">Your curve stays in the picture, dotted.</p>;
  if (ask.kind === "number") {
    const answer = ask.right === undefined ? "" : ` ${right ? "Right" : "The answer"}: ${guessText(ask.right)}.`;
    return (
      <p className="lesson-verdict" data-right={right}>
        {`Your guess: ${guessText(Number(guess))}.${answer}`}
      </p>
    );
  }
  return (
    <ul className="lesson-choices">
      {ask.options.map(({ text, right: isAnswer }, i) => (
        <li key={i} data-right={isAnswer} data-guessed={i === guess}>
          <LessonWords of={text} />
          {isAnswer && <span> · right</span>}
          {i === guess && <span> · your guess</span>}
        </li>
      ))}
    </ul>
  );
}

/** Starts at an end, so that nothing proposes an answer. */
function NumberGuess({
  ask,
  onGuess,
}: {
  readonly ask: Ask & { readonly kind: "number" };
  readonly onGuess: (guess: Guess) => void;
}) {
  const { label, min, max } = ask;
  const scale = min > 0 && max / min >= 100 ? "log" : "linear";
  const [value, setValue] = useState(min);
  const id = useId();
  return (
    <div aria-labelledby={id}>
      <SliderControl
        {...{ label, symbol: "", explanation: "", value, min, max, scale }}
        valueText={numberText(value)}
        onChange={setValue}
      />
      <button type="button" className="filled" onClick={() => onGuess(roundedGuess(ask, value))}>
        This is my guess
      </button>
    </div>
  );
}
