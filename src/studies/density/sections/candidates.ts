import type { Interval } from "../../../core/grids.ts";
import { mostCandidates } from "../../../core/density/densityChoice.ts";
import { countText, significant } from "../../../core/numberFormats.ts";
import { typedNumber } from "../../../state/typedNumber.ts";

interface Candidate {
  readonly text: string;
  readonly values: Float64Array;
}

type TypedCandidates = { readonly candidates: readonly Candidate[] } | { readonly problem: string };

/**
 * Densities, one on a line: `uniform`, `normal MEAN DEVIATION`, or a mixture such as
 * `0.3 normal 54 6 + 0.7 normal 80 6`, whose weights are divided by their sum.
 */
export function typedCandidates(text: string, domain: Interval, places: Float64Array): TypedCandidates {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const written = lines.filter((line) => line !== "");
  if (written.length === 0) return { problem: "Write candidates, one on a line: uniform, or normal MEAN DEVIATION." };
  if (written.length === 1) {
    return { problem: "One candidate alone would come out whatever the records are: write a second one." };
  }
  if (written.length > mostCandidates) {
    return { problem: `${countText(written.length)} candidates are too many: at most ${mostCandidates}.` };
  }
  const candidates: Candidate[] = [];
  for (const [i, line] of lines.entries()) {
    if (line === "") continue;
    const values = densityOf(line, domain, places);
    if (typeof values === "string") return { problem: `Line ${i + 1}: ${values}` };
    candidates.push({ text: line, values });
  }
  const twice = candidates.findIndex(
    ({ text: one }, k) => candidates.findIndex(({ text: other }) => other === one) < k,
  );
  if (twice >= 0) return { problem: `“${candidates[twice]!.text}” is there twice.` };
  return { candidates };
}

/** Public: they need only the domain. */
export function suggestedCandidates([lower, upper]: Interval): string {
  const at = (share: number) => significant(lower + share * (upper - lower), 4);
  const wide = (share: number) => significant(share * (upper - lower), 3);
  return [
    "uniform",
    ...[0.35, 0.5, 0.65].flatMap((place) => [`normal ${at(place)} ${wide(0.1)}`, `normal ${at(place)} ${wide(0.2)}`]),
    ...[0.3, 0.5, 0.7].map(
      (weight) =>
        `${weight} normal ${at(0.25)} ${wide(0.1)} + ${significant(1 - weight, 1)} normal ${at(0.7)} ${wide(0.1)}`,
    ),
  ].join("\n");
}

function densityOf(line: string, [lower, upper]: Interval, places: Float64Array): Float64Array | string {
  const values = new Float64Array(places.length);
  let total = 0;
  for (const term of line.split("+").map((part) => part.trim())) {
    const words = term.split(/\s+/);
    const hasWeight = words[0] !== "" && /^[\d.,]/.test(words[0]!);
    const [name, ...numbers] = hasWeight ? words.slice(1) : words;
    const weight = hasWeight ? typedNumber(words[0]!)?.value : 1;
    if (weight === undefined || !(weight > 0 && weight < 1e6)) return `“${words[0]!}” is no weight above 0.`;
    const shape = shapeOf(name, numbers, lower, upper);
    if (typeof shape === "string") return shape;
    total += weight;
    places.forEach((x, j) => (values[j]! += weight * shape(x)));
  }
  return values.map((value) => value / total);
}

function shapeOf(name: string | undefined, numbers: readonly string[], lower: number, upper: number) {
  if (name === "uniform" && numbers.length === 0) return () => 1 / (upper - lower);
  if (name !== "normal" || numbers.length !== 2) {
    return `“${[name ?? "", ...numbers].join(" ").slice(0, 40)}” is neither uniform nor normal MEAN DEVIATION.`;
  }
  const [mean, deviation] = numbers.map((text) => typedNumber(text)?.value);
  if (mean === undefined || deviation === undefined) return `“${numbers.join(" ").slice(0, 40)}” is not two numbers.`;
  if (!(deviation >= (upper - lower) / 1000 && deviation <= 1000 * (upper - lower))) {
    return `a deviation must be between a thousandth of the domain and a thousand domains, not ${numbers[1]!}.`;
  }
  return (x: number) => Math.exp(-0.5 * ((x - mean) / deviation) ** 2) / (deviation * Math.sqrt(2 * Math.PI));
}
