import { useId, useState } from "react";
import { numberText } from "../core/numberFormats.ts";
import { SliderControl } from "../panels/controls/SliderControl.tsx";
import { isRight, type Ask, type Guess } from "./lesson.ts";
import { LessonWords } from "./LessonText.tsx";

interface LessonQuestionProps {
  readonly ask: Ask;
  readonly guess: Guess | undefined;
  readonly onGuess: (guess: Guess) => void;
}

/** The choices or the number to guess; once guessed, the guess beside the answer. */
export function LessonQuestion({ ask, guess, onGuess }: LessonQuestionProps) {
  if (guess !== undefined) return <Guessed ask={ask} guess={guess} />;
  return ask.kind === "choice" ? (
    <div className="lesson-choices">
      {ask.options.map(({ text }, i) => (
        <button key={i} type="button" onClick={() => onGuess(i)}>
          <LessonWords of={text} />
        </button>
      ))}
    </div>
  ) : (
    <NumberGuess ask={ask} onGuess={onGuess} />
  );
}

function Guessed({ ask, guess }: { readonly ask: Ask; readonly guess: Guess }) {
  const right = isRight(ask, guess);
  if (ask.kind === "number")
    return (
      <p className="lesson-verdict" data-right={right}>
        {`Your guess: ${numberText(guess)}. ${right ? "Right" : "The answer"}: ${numberText(ask.right)}.`}
      </p>
    );
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

function NumberGuess({
  ask: { label, min, max },
  onGuess,
}: {
  readonly ask: Ask & { readonly kind: "number" };
  readonly onGuess: (guess: Guess) => void;
}) {
  const scale = min > 0 && max / min >= 100 ? "log" : "linear";
  const [value, setValue] = useState(scale === "log" ? Math.sqrt(min * max) : (min + max) / 2);
  const id = useId();
  return (
    <div aria-labelledby={id}>
      <SliderControl
        {...{ label, symbol: "", explanation: "", value, min, max, scale }}
        valueText={numberText(value)}
        onChange={setValue}
      />
      <button type="button" className="filled" onClick={() => onGuess(value)}>
        This is my guess
      </button>
    </div>
  );
}
