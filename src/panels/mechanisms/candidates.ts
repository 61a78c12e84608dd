import type { Interval } from "../../core/grids.ts";
import { mostCandidates } from "../../core/privacy/choice/functionChoice.ts";
import { countText, significant } from "../../core/numberFormats.ts";
import { typedNumber } from "../../state/typedNumber.ts";

export interface Candidate {
  readonly text: string;
  readonly values: Float64Array;
}

type TypedCandidates = { readonly candidates: readonly Candidate[] } | { readonly problem: string };

/** The functions that a list may name, and the grid of their values, of one or two axes. */
export interface CandidateGrid {
  /** Densities are mixtures: their weights are divided by their sum. */
  readonly kind: "density" | "function";
  readonly domain: readonly Interval[];
  readonly places: readonly Float64Array[];
}

/** Words of one candidate, for a label. */
export function candidateWords({ kind, domain }: CandidateGrid): string {
  const [bump, isPlane] = [bumpNumbers(domain.length), domain.length > 1];
  return kind === "density"
    ? `uniform, normal ${bump}, or weights and +`
    : `sums of a number, ${isPlane ? "x, y, step x AT, step y AT" : "x, step AT"} or bump ${bump}, each with a factor: ${isPlane ? "-1 + 2 step x 5" : "3 + 0.5 x"}`;
}

/** Functions, one on a line, on the grid. */
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

/** Public: they need only the domain. */
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

/** Constants, slopes and steps between two values; public: they need only the domain and these values. */
export function suggestedFunctions(domain: readonly Interval[], [low, high]: Interval): string {
  const number = (value: number) => significant(value, 4);
  const rise = high - low;
  const along = domain.flatMap(([a, b], k) => {
    const [name, step] = domain.length > 1 ? [k === 0 ? "x" : "y", `step ${k === 0 ? "x" : "y"}`] : ["x", "step"];
    const slope = rise / (b - a);
    const middle = number(a + 0.5 * (b - a));
    return [
      `${number(low - slope * a)} + ${number(slope)} ${name}`,
      `${number(high + slope * a)} + ${number(-slope)} ${name}`,
      `${number(low)} + ${number(rise)} ${step} ${middle}`,
      `${number(high)} + ${number(-rise)} ${step} ${middle}`,
    ];
  });
  return [...[0, 0.5, 1].map((share) => String(number(low + share * rise))), ...along].join("\n");
}

type Shape = (x: number, y: number) => number;

function functionOf(line: string, grid: CandidateGrid): Float64Array | string {
  const [along, across = Float64Array.of(0)] = grid.places as [Float64Array, Float64Array?];
  const values = new Float64Array(along.length * across.length);
  const isDensity = grid.kind === "density";
  let total = 0;
  for (const term of line.split("+").map((part) => part.trim())) {
    const words = term.split(/\s+/);
    const isNumber = /^-?[\d.,]/.test(words[0]!);
    const [name = "", ...numbers] = isNumber ? words.slice(1) : words;
    const weight = isNumber ? typedNumber(words[0]!)?.value : 1;
    const [least, most, kind] = isDensity ? [Number.MIN_VALUE, 1e6, "weight above 0"] : [-1e9, 1e9, "number"];
    if (weight === undefined || !(weight >= least && weight <= most)) return `“${words[0]!}” is no ${kind}.`;
    const shape = isDensity ? densityShape(name, numbers, grid.domain) : functionShape(name, numbers, grid.domain);
    if (typeof shape === "string") return shape;
    total += weight;
    across.forEach((y, j) => {
      along.forEach((x, i) => (values[j * along.length + i]! += weight * shape(x, y)));
    });
  }
  return isDensity ? values.map((value) => value / total) : values;
}

function densityShape(name: string, numbers: readonly string[], domain: readonly Interval[]): Shape | string {
  const area = domain.reduce((product, [lower, upper]) => product * (upper - lower), 1);
  if (name === "uniform" && numbers.length === 0) return () => 1 / area;
  if (name !== "normal" || numbers.length !== 2 * domain.length) {
    return `${quoted(name, numbers)} is neither uniform nor normal ${bumpNumbers(domain.length)}.`;
  }
  const bump = bumpShape(numbers, domain);
  if (typeof bump === "string") return bump;
  const height = bump.deviations.reduce((product, s) => product / (s * Math.sqrt(2 * Math.PI)), 1);
  return (x, y) => height * bump.shape(x, y);
}

function functionShape(name: string, numbers: readonly string[], domain: readonly Interval[]): Shape | string {
  const isPlane = domain.length > 1;
  const [axis, at] = isPlane ? numbers : ["x", numbers[0]];
  const threshold = typedNumber(at ?? "")?.value;
  if (name === "" || (name === "x" && numbers.length === 0)) return name === "" ? () => 1 : (x) => x;
  if (isPlane && name === "y" && numbers.length === 0) return (_, y) => y;
  if (name === "step" && threshold !== undefined && numbers.length === domain.length) {
    if (axis === "x") return (x) => (x < threshold ? 0 : 1);
    if (axis === "y") return (_, y) => (y < threshold ? 0 : 1);
  }
  if (name !== "bump" || numbers.length !== 2 * domain.length) {
    return `${quoted(name, numbers)} is no number, ${isPlane ? "x, y, step x AT, step y AT" : "x, step AT"} or bump ${bumpNumbers(domain.length)}.`;
  }
  const bump = bumpShape(numbers, domain);
  return typeof bump === "string" ? bump : bump.shape;
}

function bumpShape(texts: readonly string[], domain: readonly Interval[]) {
  const numbers = texts.map((text) => typedNumber(text)?.value);
  const isAll = (list: readonly (number | undefined)[]): list is readonly number[] =>
    list.every((value) => value !== undefined);
  if (!isAll(numbers)) {
    return `“${texts.join(" ").slice(0, 40)}” is not ${domain.length > 1 ? "four" : "two"} numbers.`;
  }
  const means = domain.map((_, k) => numbers[2 * k]!);
  const deviations = domain.map((_, k) => numbers[2 * k + 1]!);
  const wrong = domain.findIndex(([lower, upper], k) => {
    const side = upper - lower;
    return !(deviations[k]! >= side / 1000 && deviations[k]! <= 1000 * side);
  });
  if (wrong >= 0) {
    return `a deviation must be between a thousandth of the domain and a thousand domains, not ${texts[2 * wrong + 1]!}.`;
  }
  const shape: Shape = (x, y) => {
    const square = ((x - means[0]!) / deviations[0]!) ** 2;
    return Math.exp(-0.5 * (means.length > 1 ? square + ((y - means[1]!) / deviations[1]!) ** 2 : square));
  };
  return { deviations, shape };
}

function bumpNumbers(dimension: number): string {
  return dimension > 1 ? "MEAN DEVIATION MEAN DEVIATION" : "MEAN DEVIATION";
}

function quoted(name: string, numbers: readonly string[]): string {
  return `“${[name, ...numbers].join(" ").slice(0, 40)}”`;
}
