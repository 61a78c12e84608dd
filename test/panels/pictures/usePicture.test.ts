import { expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { followOf, newestPicture } from "../../../src/panels/pictures/usePicture.ts";
import { createLease } from "../../../src/state/lease.ts";
import type { Leased } from "../../../src/state/lease.ts";

const turn = () => new Promise<void>((resolve) => queueMicrotask(resolve));

/** Pictures whose values are filled again once nobody holds them, and the names of those that ended. */
function pictures() {
  const ended: string[] = [];
  let count = 0;
  return {
    next: () => {
      const name = `picture ${++count}`;
      return { name, lease: createLease(() => ended.push(name)) };
    },
    ended: async () => {
      await turn();
      return [...ended];
    },
  };
}

test("a picture that is drawn before React has it holds its values until the next is drawn, or React takes over", async () => {
  const { next, ended } = pictures();
  const newest = newestPicture<string>();
  const [first, second] = [next(), next()];
  newest.take(first.name, first.lease);
  expect(await ended()).toEqual([]);
  newest.take(second.name, second.lease);
  expect(newest.current).toBe("picture 2");
  expect(await ended()).toEqual(["picture 1"]);

  // A commit of React: the picture's hold ends and that of React begins, in one turn.
  newest.caughtUp();
  const reactLetsGo = second.lease.hold();
  expect(newest.current).toBeUndefined();
  expect(await ended()).toEqual(["picture 1"]);
  reactLetsGo();
  expect(await ended()).toEqual(["picture 1", "picture 2"]);
});

test("React comes between two pictures: the values of the first are React's until it has the second", async () => {
  const { next, ended } = pictures();
  const newest = newestPicture<string>();
  const [first, second] = [next(), next()];
  newest.take(first.name, first.lease);
  newest.caughtUp();
  const reactLetsFirstGo = first.lease.hold();
  newest.take(second.name, second.lease);
  expect(await ended()).toEqual([]);
  expect(newest.current).toBe("picture 2");

  newest.caughtUp();
  reactLetsFirstGo();
  second.lease.hold();
  expect(await ended()).toEqual(["picture 1"]);
});

test("followOf draws each view on the same axes at once, and leaves to React other axes, no view, and what cannot be drawn", () => {
  interface View {
    readonly axes: object;
    readonly value: number;
  }
  const [axes, lease] = [{}, createLease(() => {})];
  const presented = createStore<{ readonly shown: string; readonly view: Leased<View> | undefined }>()(() => ({
    shown: "a",
    view: { axes, value: 1, lease },
  }));
  const drawn: string[] = [];
  const pictureOf = (shown: string, { value }: View) => {
    if (Number.isNaN(value)) throw new Error("not to be drawn");
    return `${shown}${value}`;
  };
  const stop = followOf(
    presented,
    axes,
    pictureOf,
  )((picture, held) => {
    expect(held).toBe(lease);
    drawn.push(picture);
  });
  presented.setState({ view: { axes, value: 2, lease } });
  presented.setState({ shown: "b", view: { axes, value: 3, lease } });
  presented.setState({ view: { axes: {}, value: 4, lease } });
  presented.setState({ view: undefined });
  presented.setState({ view: { axes, value: NaN, lease } });
  presented.setState({ view: { axes, value: 5, lease } });
  stop();
  presented.setState({ view: { axes, value: 6, lease } });
  expect(drawn).toEqual(["a2", "b3", "b5"]);
});
