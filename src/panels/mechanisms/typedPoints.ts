import type { Interval } from "../../core/grids.ts";
import { exactText } from "../../core/numberFormats.ts";
import { typedNumber } from "../../state/typedNumber.ts";

type TypedPoints = { readonly coordinates: Float64Array } | { readonly problem: string };

/**
 * Numbers on a line, between spaces, semicolons, lines, or commas before a space; else d inputs a line. A bad number or
 * a point outside the domain rejects all.
 */
export function typedPoints(text: string, domain: readonly Interval[]): TypedPoints {
  const d = domain.length;
  const rows =
    d === 1
      ? text
          .split(/[\s;]+/)
          .map((word) => word.replace(/,$/, ""))
          .filter((word) => word !== "")
      : text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (rows.length === 0) return { problem: "Type a number, or paste many." };
  const coordinates = new Float64Array(rows.length * d);
  for (let i = 0; i < rows.length; i++) {
    const words = d === 1 ? [rows[i]!] : wordsOf(rows[i]!);
    const where = rows.length === 1 ? "" : d === 1 ? ` (number ${i + 1})` : ` (line ${i + 1})`;
    if (words.length !== d) return { problem: `“${excerpt(rows[i]!)}” is not ${d === 2 ? "two" : d} numbers${where}.` };
    for (let j = 0; j < d; j++) {
      const value = numberOf(words[j]!);
      if (value === undefined) return { problem: `“${excerpt(words[j]!)}” is not a number${where}.` };
      const [lower, upper] = domain[j]!;
      if (!(value >= lower && value <= upper)) {
        return {
          problem: `${exactText(value)} is outside the domain, ${exactText(lower)} to ${exactText(upper)}${where}; nothing was asked.`,
        };
      }
      coordinates[i * d + j] = value;
    }
  }
  return { coordinates };
}

/** Commas separate only without semicolons, tabs and spaces. */
function wordsOf(line: string): string[] {
  const trimmed = line.trim();
  const words = trimmed.split(/\s*[;\t]\s*|\s+/).map((word) => word.replace(/,$/, ""));
  return words.length > 1 ? words : trimmed.split(",");
}

function numberOf(word: string): number | undefined {
  const plain = Number(word);
  return word.trim() !== "" && Number.isFinite(plain) && !/^0[xob]/i.test(word) ? plain : typedNumber(word)?.value;
}

function excerpt(text: string): string {
  return text.length > 30 ? `${text.slice(0, 30)}…` : text;
}
