import { numberText } from "../../core/numberFormats.ts";

/** "You found it: at ε = 0.04 the peaks are gone." */
export function foundLead(epsilon: number, found: string): string {
  return `You found it: at ε = ${numberText(epsilon)} ${found}.`;
}
