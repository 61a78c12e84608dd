import { expect, it } from "vitest";
import type { RecomputedRelease } from "../../../src/core/release/release.ts";
import { shownAfter } from "../../../src/state/session/shownAfter.ts";

const release = (estimate: number[], draw: number[]) =>
  ({ estimate: Float64Array.from(estimate), draws: [Float64Array.from(draw)] }) as unknown as RecomputedRelease;

it("keeps the estimate that is shown where the next has the same values, and lends the other in its place", () => {
  const [first, second] = [release([1, 2], [3, 4]), release([1, 2], [5, 6])];
  const shown = shownAfter(undefined, first);
  expect(shown.release).toBe(first);
  const next = shownAfter(shown, second);
  expect(next.release.estimate).toBe(first.estimate);
  expect(next.release.draws).toBe(second.draws);
  // Each array is given back once: with the first what nobody shows, with the second what both showed.
  expect(shown.lent.estimate).toBe(second.estimate);
  expect(shown.lent.draws).toBe(first.draws);
  expect(next.lent.estimate).toBe(first.estimate);
  expect(next.lent.draws).toBe(second.draws);

  const third = shownAfter(next, release([1, 2], [7, 8]));
  expect(third.release.estimate).toBe(first.estimate);
  expect(next.lent.estimate).not.toBe(first.estimate);
});

it.each([
  ["other values", [1, 3]],
  ["another length", [1, 2, 3]],
  ["another zero", [-0, 2]],
])("shows an answer with %s as it is", (_, estimate) => {
  const shown = shownAfter(undefined, release([0, 2], [3, 4]));
  const second = release(estimate, [5, 6]);
  expect(shownAfter(shown, second)).toEqual({ release: second, lent: second });
  expect(shownAfter(shown, second).release).toBe(second);
});
