import type { Interval } from "../../core/grids.ts";
import { numberText, percentText, ratioText } from "../../panels/words.ts";

/** A local maximum that stands out; its position has one coordinate, or two. */
export interface Peak {
  readonly position: number | readonly number[];
  readonly height: number;
}

/** What both descriptions are computed from. */
interface Described {
  readonly released: readonly Peak[];
  /** Declared domain, one interval per coordinate. */
  readonly domain: readonly Interval[];
  /** Standard deviation of the noise at one point. */
  readonly standardDeviation: number;
}

/**
 * What to see in the inside view, by comparison with the original curve: which peaks survive, how far they moved,
 * what the noise added. Private: it must not appear in the outside view.
 */
export function describeInside({
  epsilon,
  original,
  released,
  domain,
  standardDeviation,
}: Described & { readonly epsilon: number; readonly original: readonly Peak[] }): string {
  const height = Math.max(0, ...original.map((peak) => peak.height));
  const setting = `ε = ${numberText(epsilon)}`;
  if (original.length === 0) {
    return `The original has no distinct peak; at ${setting} the private curve has ${countText(released.length)}.`;
  }
  if (standardDeviation >= height) {
    const sentence = `At ${setting} the noise is larger than the curve`;
    if (height === 0) return `${sentence}.`;
    return `${sentence}: its standard deviation is ${ratioText(standardDeviation / height)} the highest peak.`;
  }
  const { matches, added } = matchPeaks(original, released, domain);
  const lost = original.filter((peak) => !matches.some((match) => match.original === peak));
  const survive = original.length === 1 ? "survives" : "survive";
  const sentences = [
    lost.length === 0
      ? `With ${setting} ${allOf(original.length)} ${survive}; ${movement(matches, original)}.`
      : lost.length === original.length
        ? `At ${setting} the noise hides ${allOf(original.length)}.`
        : `At ${setting} the noise hides ${lostPeaks(lost, original)}.`,
  ];
  if (added > 0) {
    sentences.push(`It adds ${added === 1 ? "a peak that is" : `${added} peaks that are`} not in the original.`);
  }
  return sentences.join(" ");
}

/** What to see in the outside view: computed from the private curve and public numbers alone. */
export function describeOutside({
  released,
  domain,
  standardDeviation,
  simultaneousHalfWidth,
  axes,
}: Described & {
  /** Half width of the simultaneous 95 % band; absent where none is computed. */
  readonly simultaneousHalfWidth?: number;
  /** What the axes show, with unit: column names. */
  readonly axes: readonly string[];
}): string {
  const highest = released.reduce<Peak | undefined>(
    (best, peak) => (best && best.height >= peak.height ? best : peak),
    undefined,
  );
  const count =
    highest === undefined
      ? "The private curve has no distinct peak."
      : released.length === 1
        ? `The private curve has one peak, at ${place(highest, domain, axes)}.`
        : `The private curve has ${released.length} peaks, the highest at ${place(highest, domain, axes)}.`;
  const height = highest?.height ?? 0;
  const share = height > 0 ? `, ${ratioText(standardDeviation / height)} the highest peak` : "";
  const noise = `The noise at a point has standard deviation ${numberText(standardDeviation)}${share}.`;
  const band =
    simultaneousHalfWidth === undefined
      ? []
      : [`With at least 95 % probability it stays within ±${numberText(simultaneousHalfWidth)} on the whole domain.`];
  return [count, noise, ...band].join(" ");
}

interface Match {
  readonly original: Peak;
  /** Largest shift along an axis, as a share of the domain's side. */
  readonly shift: number;
}

/** A peak that moved farther than this share of the domain is taken for another one. */
const farthestMove = 0.1;

/** Pairs the closest peaks first, each once. */
function matchPeaks(
  original: readonly Peak[],
  released: readonly Peak[],
  domain: readonly Interval[],
): { readonly matches: readonly Match[]; readonly added: number } {
  const pairs = original
    .flatMap((from) => released.map((to) => ({ original: from, to, shift: shiftBetween(from, to, domain) })))
    .filter(({ shift }) => shift <= farthestMove)
    .sort((a, b) => a.shift - b.shift);
  const taken = new Set<Peak>();
  const matches = pairs.filter((pair) => {
    if (taken.has(pair.original) || taken.has(pair.to)) return false;
    taken.add(pair.original).add(pair.to);
    return true;
  });
  return { matches, added: released.length - matches.length };
}

function shiftBetween(a: Peak, b: Peak, domain: readonly Interval[]): number {
  const to = coordinates(b);
  return Math.max(...coordinates(a).map((x, k) => Math.abs(x - to[k]!) / side(domain[k]!)));
}

function movement(matches: readonly Match[], original: readonly Peak[]): string {
  const farthest = matches.reduce((most, match) => (match.shift > most.shift ? match : most));
  if (farthest.shift < 0.005) return original.length === 1 ? "it stayed in place" : "they stayed in place";
  const who = original.length === 1 ? "it" : nameOf(farthest.original, original);
  const verb = original.length <= 2 ? "moved" : "moved most,";
  return `${who} ${verb} by ${percentText(farthest.shift)} of the domain`;
}

function allOf(count: number): string {
  return count === 1 ? "the peak" : count === 2 ? "both peaks" : `all ${count} peaks`;
}

function lostPeaks(lost: readonly Peak[], original: readonly Peak[]): string {
  return lost.length === 1 ? nameOf(lost[0]!, original) : `${lost.length} of the ${original.length} peaks`;
}

/** "the left peak" of two on a line, else by its place. */
function nameOf(peak: Peak, all: readonly Peak[]): string {
  const position = coordinates(peak);
  if (position.length > 1 || all.length !== 2) return `the peak near ${pointText(position)}`;
  const isLeft = all.every((other) => coordinates(other)[0]! >= position[0]!);
  return isLeft ? "the left peak" : "the right peak";
}

function place(peak: Peak, domain: readonly Interval[], axes: readonly string[]): string {
  const position = coordinates(peak);
  const named = domain.map((_, k) => axes[k] ?? "");
  return named.every((name) => name !== "")
    ? named.map((name, k) => `${name} = ${numberText(position[k]!)}`).join(", ")
    : pointText(position);
}

function coordinates({ position }: Peak): readonly number[] {
  return typeof position === "number" ? [position] : position;
}

function pointText(position: readonly number[]): string {
  const text = position.map(numberText).join(", ");
  return position.length > 1 ? `(${text})` : text;
}

function countText(count: number): string {
  return count === 0 ? "none either" : count === 1 ? "one" : String(count);
}

function side([lower, upper]: Interval): number {
  return upper - lower;
}
