import { useState } from "react";

/** States that settings were chosen without looking; their change voids it. */
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

export function Affirmation({ words, affirmed, onAffirm }: AffirmationProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={affirmed} onChange={(event) => onAffirm(event.target.checked)} /> {words}
    </label>
  );
}
