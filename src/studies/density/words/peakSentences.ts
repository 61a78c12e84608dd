import type { Interval } from "../../../core/grids.ts";
import type { VisibilityAt } from "../../../core/density/peakVisibility.ts";
import { numberText, ratioText } from "../../../core/numberFormats.ts";
import { placeText } from "../../../panels/controls/words.ts";

export interface Peak {
  readonly position: readonly number[];
  readonly height: number;
}

/**
 * The share of releases that show the original's peaks: private, so never in the outside view.
 *
 * @param at absent while it is being counted
 */
export function describeInside({
  epsilon,
  original,
  at,
}: {
  readonly epsilon: number;
  readonly original: readonly Peak[];
  readonly at: VisibilityAt | undefined;
}): string {
  const setting = `ε = ${numberText(epsilon)}`;
  const count = original.length;
  const has = count === 0 ? "The original has no distinct peak" : `The original has ${peaksInWords(count)}`;
  if (!at) return `${has}; counting what stays visible at ${setting} …`;
  const misleading = perHundred(at.misleading);
  if (count === 0) {
    return `${has}. In ${misleading} of 100 releases at ${setting} the noise makes one that seems to stand out.`;
  }
  const added =
    misleading === 0 ? "" : ` In ${misleading} of 100 the noise makes another peak that seems to stand out.`;
  const said = shownText(setting, original, at);
  return `${said}${added}${/visible|show/.test(said) ? visibleMeans : ""}`;
}

/** The test behind the word; a trained eye sees more. */
const visibleMeans = " Visible: it rises by more than noise makes in 95 of 100.";

function shownText(setting: string, original: readonly Peak[], { showing, shownPeak }: VisibilityAt): string {
  const count = original.length;
  const [all, none] = [perHundred(showing[count]!), perHundred(showing[0]!)];
  const stay = count === 1 ? "stays" : "stay";
  if (all === 100) return `At ${setting} ${allOf(count)} ${stay} visible: in 100 of 100 releases.`;
  if (none === 100) {
    const gone = count === 1 ? "the peak is gone" : "the peaks are gone";
    return `At ${setting} ${gone}: in 100 of 100 releases the noise hides ${count === 1 ? "it" : allOf(count)}.`;
  }
  if (count === 1) return `In ${all} of 100 releases at ${setting} the peak stays visible.`;
  const some = count === 2 ? "one of them" : "some of them";
  const rest = all + none < 100 ? [`the others ${some}`] : [];
  const parts = [`${shows(all)} ${allOf(count)}`, ...(none > 0 ? [`${shows(none)} none`] : []), ...rest];
  const said = `Of 100 releases at ${setting}, ${parts.join(", ")}.`;
  if (count > 2) return said;
  const [one, other] = original.map((peak) => nameOf(peak, original));
  const [ofOne, ofOther] = shownPeak.map(perHundred);
  return `${said} The ${one} is visible in ${ofOne}, the ${other} in ${ofOther}.`;
}

function shows(count: number): string {
  return count === 1 ? "1 shows" : `${count} show`;
}

/**
 * Follows from the private curve and public numbers alone.
 *
 * @param released peaks that rise above their valleys by more than noise alone in 95 of 100 releases
 * @param share the noise's deviation over the mean height of a density on the domain
 */
export function describeOutside({
  released,
  domain,
  standardDeviation,
  share,
  simultaneousHalfWidth,
  isBandProved = true,
  axes,
  units = [],
}: {
  readonly released: readonly Peak[];
  readonly domain: readonly Interval[];
  readonly standardDeviation: number;
  readonly share: number;
  readonly simultaneousHalfWidth?: number;
  /** False for an asymptotic band. */
  readonly isBandProved?: boolean;
  readonly axes: readonly string[];
  /** Only "date" and "time" matter. */
  readonly units?: readonly string[];
}): string {
  const highest = released.reduce<Peak | undefined>(
    (best, peak) => (best && best.height >= peak.height ? best : peak),
    undefined,
  );
  const rises = "more than noise alone makes in 95 of 100 releases";
  const count =
    highest === undefined
      ? `No peak of the private curve rises by ${rises}.`
      : released.length === 1
        ? `One peak of the private curve rises by ${rises}: at ${place(highest, domain, axes, units)}.`
        : `${released.length} peaks of the private curve rise by ${rises}, ` +
          `the highest at ${place(highest, domain, axes, units)}.`;
  const deviation = numberText(standardDeviation);
  const noise = `The noise at a point has standard deviation ${deviation}, ${ratioText(share)} the mean height.`;
  const band =
    simultaneousHalfWidth === undefined
      ? []
      : [
          `With ${isBandProved ? "at least" : "approximately"} 95 % probability it stays ` +
            `within ±${numberText(simultaneousHalfWidth)} on the whole domain` +
            (isBandProved ? "." : " (an asymptotic bound)."),
        ];
  return [count, noise, ...band].join(" ");
}

function perHundred(share: number): number {
  return Math.round(100 * share);
}

function allOf(count: number): string {
  return count === 1 ? "the peak" : count === 2 ? "both peaks" : `all ${count} peaks`;
}

function peaksInWords(count: number): string {
  return count === 1 ? "one peak" : `${count} peaks`;
}

function nameOf({ position }: Peak, all: readonly Peak[]): string {
  if (position.length > 1) return `one near (${position.map(numberText).join(", ")})`;
  return all.every((other) => other.position[0]! >= position[0]!) ? "left one" : "right one";
}

function place(
  { position }: Peak,
  domain: readonly Interval[],
  axes: readonly string[],
  units: readonly string[],
): string {
  const named = domain.map((_, k) => axes[k] ?? "");
  if (named.every((name) => name !== "")) {
    return named
      .map((name, k) => `${name} = ${placeText(position[k]!, units[k], domain[k]![1] - domain[k]![0])}`)
      .join(", ");
  }
  const text = position.map(numberText).join(", ");
  return position.length > 1 ? `(${text})` : text;
}
