import type { ExtraNumber } from "../../state/presented/releaseView.ts";

/** A preview's extra numbers belong to its draw, so no release file holds them. */
export function extraLines(beside: readonly ExtraNumber[] = []): readonly string[] {
  return beside.map(({ name, released, deviation }) => `${name} = ${released} with standard deviation ${deviation}`);
}
