import { useState } from "react";

/** Whether a person said of these settings that they were chosen without looking: what is said of some is said of no others. */
export function useAffirmation(settings: unknown): readonly [affirmed: boolean, affirm: (yes: boolean) => void] {
  const [of, setOf] = useState<{ readonly settings: unknown }>();
  return [of !== undefined && of.settings === settings, (yes) => setOf(yes ? { settings } : undefined)];
}

interface AffirmationProps {
  /** "I chose n without looking at these digits." */
  readonly words: string;
  readonly affirmed: boolean;
  readonly onAffirm: (yes: boolean) => void;
}

/** A person's word for settings that were drawn before they are affirmed. */
export function Affirmation({ words, affirmed, onAffirm }: AffirmationProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={affirmed} onChange={(event) => onAffirm(event.target.checked)} /> {words}
    </label>
  );
}
