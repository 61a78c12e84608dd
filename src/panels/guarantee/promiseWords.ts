import { numberText, roundedUp } from "../../core/numberFormats.ts";

/** e^ε up to which little is learnt of anyone. */
const littleFactor = 3;
/** e^ε above which hardly anyone is protected. */
const largeFactor = 1000;

export function protectsHardlyAnyone(epsilon: number): boolean {
  return Math.exp(epsilon) > largeFactor;
}

/** e^ε, rounded up. */
export function factorText(epsilon: number): string {
  return numberText(roundedUp(Math.exp(epsilon)));
}

/** As in "Anyone who knows the rest learns little about it". */
export function learntAt(epsilon: number, about: string): string {
  if (Math.exp(epsilon) <= littleFactor) return `learns little about ${about}`;
  const times = factorText(epsilon);
  return !protectsHardlyAnyone(epsilon)
    ? `may find a conclusion about ${about} up to ${times} times likelier than before`
    : `may learn nearly all about ${about}: odds may change by a factor of ${times}, and this protects hardly anyone`;
}
