import { expect, test } from "vitest";
import { awaitSlices, lastOf, mapSlices, portion } from "../../src/core/slices.ts";

function* counting(to: number): Generator<number, string> {
  for (let i = 1; i <= to; i++) yield i;
  return `counted to ${to}`;
}

function* failing(): Generator<number, never> {
  yield 1;
  throw new Error("in the second slice");
}

test("lastOf(slices) is their result, after all of them, or what they throw", () => {
  expect(lastOf(counting(3))).toBe("counted to 3");
  expect(lastOf(counting(0))).toBe("counted to 0");
  expect(() => lastOf(failing())).toThrow("in the second slice");
});

test("mapSlices(slices, told) yields what is told of each, when it is asked for, and has their result", () => {
  const told: number[] = [];
  const mapped = mapSlices(counting(2), (i) => {
    told.push(i);
    return `slice ${i}`;
  });
  expect(told).toEqual([]);
  expect(mapped.next()).toEqual({ done: false, value: "slice 1" });
  expect(told).toEqual([1]);
  expect(mapped.next()).toEqual({ done: false, value: "slice 2" });
  expect(mapped.next()).toEqual({ done: true, value: "counted to 2" });
});

test("awaitSlices(slices, between) waits after each slice, has their result, and stops where `between` fails", async () => {
  const seen: string[] = [];
  const between = async (i: number) => {
    seen.push(`before ${i}`);
    await Promise.resolve();
    seen.push(`after ${i}`);
  };
  expect(await awaitSlices(counting(2), between)).toBe("counted to 2");
  expect(seen).toEqual(["before 1", "after 1", "before 2", "after 2"]);
  await expect(awaitSlices(failing(), between)).rejects.toThrow("in the second slice");
  const cancelled = awaitSlices(counting(5), (i) => (i < 3 ? between(i) : Promise.reject(new Error("cancelled"))));
  await expect(cancelled).rejects.toThrow("cancelled");
  expect(seen.at(-1)).toBe("after 2");
});

test("portion(steps, start, end) moves the progress from [0, 1] to [start, end], and has their result", () => {
  function* halves(): Generator<number, string> {
    yield 0;
    yield 0.5;
    yield 1;
    return "done";
  }
  const steps = portion(halves(), 0.25, 0.75);
  const told: number[] = [];
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) {
      expect(step.value).toBe("done");
      break;
    }
    told.push(step.value);
  }
  expect(told).toEqual([0.25, 0.5, 0.75]);
});
