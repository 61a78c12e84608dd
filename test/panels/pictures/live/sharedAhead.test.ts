import { expect, it } from "vitest";
import { sharedAhead } from "../../../../src/panels/pictures/live/sharedAhead.ts";
import { createLease } from "../../../../src/state/lease.ts";

const lease = createLease(() => {});

it("draws each of several pictures by its own host, with their lease", () => {
  const { each, drawAll } = sharedAhead<string>(2);
  const drawn: unknown[] = [];
  each.forEach((ahead, i) => ahead((picture, held) => drawn.push([i, picture, held]) > 0));
  expect(drawAll(["original", "private"], lease)).toBe(true);
  expect(drawn).toEqual([
    [0, "original", lease],
    [1, "private", lease],
  ]);
});

it("draws none where one has no host, or another number comes", () => {
  const { each, drawAll } = sharedAhead<string>(2);
  const drawn: string[] = [];
  const draw = (picture: string) => drawn.push(picture) > 0;
  each[0]!(draw);
  expect(drawAll(["original", "private"], lease)).toBe(false);
  const stop = each[1]!(draw);
  expect(drawAll(["private"], lease)).toBe(false);
  stop();
  expect(drawAll(["original", "private"], lease)).toBe(false);
  expect(drawn).toEqual([]);
});

it("says that it did not draw where a host does not", () => {
  const { each, drawAll } = sharedAhead<string>(2);
  each[0]!(() => true);
  each[1]!(() => false);
  expect(drawAll(["original", "private"], lease)).toBe(false);
});
