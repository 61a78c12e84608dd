import { expect, test } from "vitest";
import { leadingPicture } from "../../../../src/panels/pictures/live/leadingPicture.ts";
import { createLease } from "../../../../src/state/lease.ts";

const turn = () => new Promise<void>((resolve) => queueMicrotask(resolve));

/** Moves whose values are filled again once nobody holds them, and which of them are by now. */
function moves() {
  const ended: string[] = [];
  let count = 0;
  return {
    next: () => {
      const name = `move ${++count}`;
      return { name, lease: createLease(() => ended.push(name)) };
    },
    ended: async () => {
      await turn();
      return [...ended];
    },
  };
}

const drawn = () => true;

test("moves before React comes: each holds its values until the next is drawn, and React takes over the last", async () => {
  const { next, ended } = moves();
  const ahead = leadingPicture<string>();
  const [first, second] = [next(), next()];
  expect(ahead.move(first.name, first.lease, drawn)).toBe(true);
  expect(await ended()).toEqual([]);
  expect(ahead.move(second.name, second.lease, drawn)).toBe(true);
  expect(ahead.current?.picture).toBe("move 2");
  expect(await ended()).toEqual(["move 1"]);

  // A commit of React: what was drawn ahead ends, and what React shows is held, in one turn.
  ahead.caughtUp();
  const reactLetsGo = second.lease.hold();
  expect(ahead.current).toBeUndefined();
  expect(await ended()).toEqual(["move 1"]);
  reactLetsGo();
  expect(await ended()).toEqual(["move 1", "move 2"]);
});

test("React comes between two moves: the values of the first are React's until it has the second", async () => {
  const { next, ended } = moves();
  const ahead = leadingPicture<string>();
  const [first, second] = [next(), next()];
  ahead.move(first.name, first.lease, drawn);
  ahead.caughtUp();
  const reactLetsFirstGo = first.lease.hold();
  ahead.move(second.name, second.lease, drawn);
  // React still shows the first, and what else draws meanwhile draws the second.
  expect(await ended()).toEqual([]);
  expect(ahead.current?.picture).toBe("move 2");

  ahead.caughtUp();
  reactLetsFirstGo();
  second.lease.hold();
  expect(await ended()).toEqual(["move 1"]);
});

test("of a move that was not drawn nothing is held, and the one before stays", async () => {
  const { next, ended } = moves();
  const ahead = leadingPicture<string>();
  const [first, second] = [next(), next()];
  ahead.move(first.name, first.lease, drawn);
  const presenterLetsGo = second.lease.hold();
  expect(ahead.move(second.name, second.lease, () => false)).toBe(false);
  expect(ahead.current?.picture).toBe("move 1");
  presenterLetsGo();
  expect(await ended()).toEqual(["move 2"]);
});
