import { useState, type SubmitEvent } from "react";
import type { Staging } from "../../state/scenario/staging.ts";

/** By question, as long as the page. */
const guesses = new Map<string, string>();

/** A link may ask for a guess before its controls and its sentence come, as a lesson does. */
export function useGuess(staging: Staging | undefined) {
  const [, setGiven] = useState("");
  if (!staging?.asksGuess) return { staging, part: null };
  const guess = guesses.get(staging.question);
  if (guess !== undefined) return { staging, part: <p className="staged-hint">Your guess: {guess}</p> };
  const give = (text: string) => {
    guesses.set(staging.question, text);
    setGiven(text);
  };
  const waiting: Staging = { ...staging, controls: [], words: "none" };
  return { staging: waiting, part: <GuessForm onGuess={give} /> };
}

function GuessForm({ onGuess }: { readonly onGuess: (text: string) => void }) {
  const [text, setText] = useState("");
  const give = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() !== "") onGuess(text.trim());
  };
  return (
    <form className="staged-hint line" onSubmit={give}>
      <label>
        Your guess <input type="text" maxLength={120} value={text} onChange={(event) => setText(event.target.value)} />
      </label>{" "}
      <button>This is my guess</button>
    </form>
  );
}
