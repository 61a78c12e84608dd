import type { Interval } from "../../../core/grids.ts";
import { fourDigitText } from "../../../core/numberFormats.ts";
import { transformations, type TransformationName } from "../../../core/special/transformation.ts";
import { isWithin, type Limits } from "../../../state/scenario/ranges.ts";

interface Scaled {
  readonly y: string;
  readonly domainX: Interval;
  readonly scale: TransformationName | "own";
}

export function smoothedDomain({ y, domainX: [lower, upper], scale }: Scaled): Interval {
  const of = scale === "own" || y !== "" ? undefined : transformations[scale];
  return of?.holds(lower, upper) === true ? [of.forward(lower), of.forward(upper)] : [lower, upper];
}

/** Two steps of the grid, a five-hundredth of the side, to the whole side. */
export function bandwidthLimits([lower, upper]: Interval): Limits {
  return { min: (upper - lower) / 500, max: upper - lower };
}

export function bandwidthSentence(called: string, domain: Interval, h: number): string | undefined {
  const limits = bandwidthLimits(domain);
  if (isWithin(h, limits)) return undefined;
  const range = `between ${fourDigitText(limits.min)} (a 500th of the domain) and ${fourDigitText(limits.max)} (all of it)`;
  return `${called} must be ${range}; got ${fourDigitText(h)}.`;
}
