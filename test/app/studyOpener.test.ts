import { expect, test } from "vitest";
import { createStudyOpener } from "../../src/app/studyOpener.ts";

/** A loader whose calls fail or succeed in this order, and then succeed. */
function loader(...fails: readonly boolean[]) {
  const calls: string[] = [];
  const load = (id: string) => {
    calls.push(id);
    return fails[calls.length - 1] ? Promise.reject(new Error("gone")) : Promise.resolve({ id });
  };
  return { calls, open: createStudyOpener(load) };
}

test("a study is loaded once, also when it is asked for while it loads", async () => {
  const { calls, open } = loader();
  const [first, second] = await Promise.all([open("a"), open("a")]);
  expect(first).toBe(second);
  expect(await open("a")).toBe(first);
  await open("b");
  expect(calls).toEqual(["a", "b"]);
});

test("loading that fails once is tried again without a word", async () => {
  const { calls, open } = loader(true);
  expect(await open("a")).toEqual({ id: "a" });
  expect(calls).toHaveLength(2);
});

test("loading that fails twice is told, and not remembered", async () => {
  const { calls, open } = loader(true, true);
  await expect(open("a")).rejects.toThrow("gone");
  expect(await open("a")).toEqual({ id: "a" });
  expect(calls).toHaveLength(3);
});
