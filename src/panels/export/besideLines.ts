import type { BesideNumber } from "../../state/presented/releaseView.ts";

/** The numbers that a preview has beside its curve, a line each. They are of this draw, so no release file holds them. */
export function besideLines(beside: readonly BesideNumber[] = []): readonly string[] {
  return beside.map(({ name, released, deviation }) => `${name} = ${released} with standard deviation ${deviation}`);
}
