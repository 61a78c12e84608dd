import type { BesideNumber } from "../../state/presented/releaseView.ts";

/** The extra numbers of a preview belong to its draw, so no release file holds them. */
export function besideLines(beside: readonly BesideNumber[] = []): readonly string[] {
  return beside.map(({ name, released, deviation }) => `${name} = ${released} with standard deviation ${deviation}`);
}
