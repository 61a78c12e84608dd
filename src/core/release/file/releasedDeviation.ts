import type { DeviationOf } from "../noiseLaw.ts";
import { postMappedDeviation } from "../postMappedDeviation.ts";
import type { ReleaseFile } from "./releaseFile.ts";

/** Deviations of shown values; undefined if the file has no law of the noise, or an axis is too long. */
export function releasedDeviation({
  mechanism: { noise },
  view: { carried },
}: Pick<ReleaseFile, "mechanism" | "view">): DeviationOf | undefined {
  if (!noise || noise.axes.some(({ count }) => count > longestAxis)) return undefined;
  const { axes, ...rest } = noise;
  return postMappedDeviation({ ...rest, grid: { axes } }, carried);
}

/** A functional takes time by the square of an axis, and files come from strangers. */
const longestAxis = 5000;
