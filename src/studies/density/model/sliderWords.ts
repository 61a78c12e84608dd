import type { Interval } from "../../../core/grids.ts";
import { spokenNumber, spokenPercent } from "../../../core/numberFormats.ts";

export function bandwidthWords({
  h,
  domain,
  axis,
}: {
  readonly h: number;
  readonly domain: Interval;
  readonly axis: string;
}): string {
  const share = h / (domain[1] - domain[0]);
  return `bandwidth ${spokenNumber(h)}${axis === "" ? "" : ` of ${axis}`}, ${spokenPercent(share)} of the domain`;
}

export function correlationWords(correlation: number): string {
  return correlation === 0 ? "no correlation" : `correlation ${spokenNumber(correlation)}`;
}

export function relativeRateWords(relativeRate: number): string {
  return relativeRate === 1 ? "rate 1 over the bandwidth" : `rate ${spokenNumber(relativeRate)} over the bandwidth`;
}
