import { expect, test } from "vitest";
import { createProgress } from "../../src/lessons/progress.ts";

test("guesses of two tabs with one storage stand beside each other, also after one of them is forgotten", () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  };
  const [first, second] = [createProgress(storage), createProgress(storage)];
  first.getState().guess("the-purse", 1, 0.5);
  second.getState().guess("you", 0, 2);
  expect(createProgress(storage).getState().guesses).toEqual({ "the-purse": [null, 0.5], you: [2] });
  first.getState().forget("the-purse");
  expect(createProgress(storage).getState().guesses).toEqual({ you: [2] });
});
