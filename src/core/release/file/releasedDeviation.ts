import type { DeviationOf } from "../noiseLaw.ts";
import { postMappedDeviation } from "../postMappedDeviation.ts";
import { processNoise, type ReleaseFile } from "./releaseFile.ts";

/** Deviations of shown values; undefined without a law, or for a long axis. */
export function releasedDeviation({
  mechanism,
  view: { carried },
}: Pick<ReleaseFile, "mechanism" | "view">): DeviationOf | undefined {
  const noise = processNoise(mechanism);
  if (!noise || noise.axes.some(({ count }) => count > longestAxis)) return undefined;
  const { axes, ...rest } = noise;
  return postMappedDeviation({ ...rest, grid: { axes } }, carried);
}

/** Time grows by the square of an axis, and files are untrusted. */
const longestAxis = 5000;
