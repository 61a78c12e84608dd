import { expect, test } from "vitest";
import { levelAxis } from "../../../src/core/grids.ts";
import { groupSentence } from "../../../src/studies/boundary/picture/groups.ts";
import type { BoundaryView } from "../../../src/studies/boundary/model/view.ts";
import { classScenario, viewOf } from "./boundaryView.ts";

const names = ["north", "south", "west"];
const declared = [0.5, 0.3, 0.2];
const shown = {
  ...classScenario,
  view: "outside",
  groups: "region",
  levels: "north = 0.5, south = 0.3, west",
} as const;
const plain = viewOf({ ...classScenario, view: "outside" });

/** What is said where the groups were released with such shares, each with noise of such a deviation. */
function saidOf(shares: readonly number[], deviation = 0.001): string {
  const view: BoundaryView = {
    ...plain,
    axes: [...plain.axes, levelAxis(names)],
    released: Float64Array.from(names.flatMap(() => [...plain.released])),
    extra: shares.map((released, k) => ({ name: names[k]!, at: undefined, released, deviation, original: undefined })),
  };
  return groupSentence(shown, view);
}

test("groups nearly as large as declared say nothing about λ, nor those that may be by the noise of the shares", () => {
  expect(saidOf(declared)).not.toContain("λ");
  expect(saidOf([0.5 / 1.2, 0.3 * 1.2, 0.2 * 1.09])).not.toContain("λ");
  expect(saidOf([0.25, 0.3, 0.4], 0.2)).not.toContain("λ");
});

test("others say by how much λ counts, each by its name", () => {
  expect(saidOf([0.25, 0.3, 0.4])).toMatch(
    /Not as large as declared: north, where λ counts 2 times; west, where λ counts 0\.5 times\.$/,
  );
  expect(saidOf([0.5, -0.01, 0.2])).toMatch(/declared: south, where λ counts for far more\.$/);
});
