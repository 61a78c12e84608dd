import type { Interval } from "../../core/grids.ts";
import { mostCandidates } from "../../core/privacy/choice/functionChoice.ts";
import { countText, exactText, significant } from "../../core/numberFormats.ts";
import { typedNumber } from "../../state/typedNumber.ts";

interface Candidate {
  readonly text: string;
  readonly values: Float64Array;
}

type TypedCandidates = { readonly candidates: readonly Candidate[] } | { readonly problem: string };

/** Functions that a list may name, and the grid of their values, of one or two axes. */
export interface CandidateGrid {
  /** Densities are mixtures: weights are divided by their sum. */
  readonly kind: "density" | "function";
  readonly domain: readonly Interval[];
  readonly places: readonly Float64Array[];
}

export function candidateWords({ kind, domain }: CandidateGrid): string {
  const bump = domain.map(() => "MEAN DEVIATION").join(" ");
  if (kind === "density") return `uniform, normal ${bump}, or weights and +`;
  const names = axisNames(domain);
  return `sums of a number, ${names.join(", ")}, ${names.map((name) => `step ${name} AT`).join(", ")} or bump ${bump}, each with a factor`;
}

function axisNames(domain: readonly Interval[]): readonly string[] {
  return ["x", "y"].slice(0, domain.length);
}

export function typedCandidates(text: string, grid: CandidateGrid): TypedCandidates {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const written = lines.filter((line) => line !== "");
  if (written.length === 0) return { problem: `Write candidates, one on a line: ${candidateWords(grid)}.` };
  if (written.length === 1) {
    return { problem: "One candidate alone would come out whatever the records are: write a second one." };
  }
  if (written.length > mostCandidates) {
    return { problem: `${countText(written.length)} candidates are too many: at most ${mostCandidates}.` };
  }
  const candidates: Candidate[] = [];
  for (const [i, line] of lines.entries()) {
    if (line === "") continue;
    const values = functionOf(line, grid);
    if (typeof values === "string") return { problem: `Line ${i + 1}: ${values}` };
    candidates.push({ text: line, values });
  }
  const twice = candidates.findIndex(
    ({ text: one }, k) => candidates.findIndex(({ text: other }) => other === one) < k,
  );
  if (twice >= 0) return { problem: `“${candidates[twice]!.text}” is there twice.` };
  return { candidates };
}

/** Public: only the domain. */
export function suggestedDensities(domain: readonly Interval[]): string {
  const bump = (place: number, width: number) =>
    `normal ${domain.map(([a, b]) => `${significant(a + place * (b - a), 4)} ${significant(width * (b - a), 3)}`).join(" ")}`;
  return [
    "uniform",
    ...[0.35, 0.5, 0.65].flatMap((place) => [bump(place, 0.1), bump(place, 0.2)]),
    ...[0.3, 0.5, 0.7].map(
      (weight) => `${weight} ${bump(0.25, 0.1)} + ${significant(1 - weight, 1)} ${bump(0.7, 0.1)}`,
    ),
  ].join("\n");
}

/** Constants, slopes and steps between two values. Public: only the domain and these values. */
export function suggestedFunctions(domain: readonly Interval[], [low, high]: Interval): string {
  const number = (value: number) => significant(value, 4);
  const along = axisNames(domain).flatMap((name, k) => {
    const [lower, upper] = domain[k]!;
    return [
      [low, high - low],
      [high, low - high],
    ].flatMap(([from, rise]) => {
      const slope = rise! / (upper - lower);
      return [
        sumText(number(from! - slope * lower), number(slope), name),
        sumText(number(from!), number(rise!), `step ${name} ${number((lower + upper) / 2)}`),
      ];
    });
  });
  return [low, (low + high) / 2, high]
    .map((value) => String(number(value)))
    .concat(along)
    .join("\n")
    .replaceAll("-", "−");
}

function sumText(constant: number, factor: number, name: string): string {
  const [first, size] = [constant, Math.abs(factor)].map(exactText);
  return `${first!} ${factor < 0 ? "−" : "+"} ${size === "1" ? "" : `${size!} `}${name}`;
}

type Shape = (at: readonly number[]) => number;

function functionOf(line: string, { kind, domain, places }: CandidateGrid): Float64Array | string {
  const [along, across = Float64Array.of(0)] = places as [Float64Array, Float64Array?];
  const values = new Float64Array(along.length * across.length);
  const isDensity = kind === "density";
  let total = 0;
  const summed = line
    .replaceAll("−", "-")
    .replace(/\s-\s+(?=[\d.,])/g, " + -")
    .replace(/\s-\s+(?=[a-z])/gi, " + -1 ");
  for (const term of summed.split("+").map((part) => part.trim())) {
    const words = term.split(/\s+/);
    const isNumber = /^-?[\d.,]/.test(words[0]!);
    const [name = "", ...numbers] = isNumber ? words.slice(1) : words;
    const weight = isNumber ? typedNumber(words[0]!)?.value : 1;
    const [least, most, what] = isDensity ? [Number.MIN_VALUE, 1e6, "weight above 0"] : [-1e9, 1e9, "number"];
    if (weight === undefined || !(weight >= least && weight <= most)) return `“${words[0]!}” is no ${what}.`;
    const shape = (isDensity ? densityShape : functionShape)(name, numbers, domain);
    if (typeof shape === "string") return shape;
    total += weight;
    for (let k = 0; k < values.length; k++) {
      values[k]! += weight * shape([along[k % along.length]!, across[Math.floor(k / along.length)]!]);
    }
  }
  return isDensity ? values.map((value) => value / total) : values;
}

function densityShape(name: string, numbers: readonly string[], domain: readonly Interval[]): Shape | string {
  const area = domain.reduce((product, [lower, upper]) => product * (upper - lower), 1);
  if (name === "uniform" && numbers.length === 0) return () => 1 / area;
  const bump = name === "normal" && bumpShape(numbers, domain);
  if (!bump) {
    const normal = `normal ${domain.map(() => "MEAN DEVIATION").join(" ")}`;
    return `“${[name, ...numbers].join(" ").slice(0, 40)}” is neither uniform nor ${normal}.`;
  }
  if (typeof bump === "string") return bump;
  const height = bump.deviations.reduce((product, s) => product / (s * Math.sqrt(2 * Math.PI)), 1);
  return (at) => height * bump.shape(at);
}

function functionShape(name: string, numbers: readonly string[], domain: readonly Interval[]): Shape | string {
  const names = axisNames(domain);
  if (name === "") return () => 1;
  const own = numbers.length === 0 ? names.indexOf(name) : -1;
  if (own >= 0) return (at) => at[own]!;
  const axis = name === "step" && numbers.length === 2 ? names.indexOf(numbers[0]!) : -1;
  const threshold = typedNumber(numbers[1] ?? "")?.value;
  if (axis >= 0 && threshold !== undefined) return (at) => (at[axis]! < threshold ? 0 : 1);
  const bump = name === "bump" && bumpShape(numbers, domain);
  if (!bump)
    return `“${[name, ...numbers].join(" ").slice(0, 40)}” is none of ${candidateWords({ kind: "function", domain, places: [] })}.`;
  return typeof bump === "string" ? bump : bump.shape;
}

/** Undefined with another count of numbers. */
function bumpShape(texts: readonly string[], domain: readonly Interval[]) {
  if (texts.length !== 2 * domain.length) return undefined;
  const numbers = texts.map((text) => typedNumber(text)?.value ?? NaN);
  if (numbers.some(Number.isNaN)) {
    return `“${texts.join(" ").slice(0, 40)}” is not ${domain.length > 1 ? "four" : "two"} numbers.`;
  }
  const deviations = domain.map((_, k) => numbers[2 * k + 1]!);
  const wrong = domain.findIndex(([lower, upper], k) => {
    const share = deviations[k]! / (upper - lower);
    return !(share >= 0.001 && share <= 1000);
  });
  if (wrong >= 0) {
    return `a deviation must be between a thousandth of the domain and a thousand domains, not ${texts[2 * wrong + 1]!}.`;
  }
  const shape: Shape = (at) =>
    Math.exp(-0.5 * deviations.reduce((sum, s, k) => sum + ((at[k]! - numbers[2 * k]!) / s) ** 2, 0));
  return { deviations, shape };
}
