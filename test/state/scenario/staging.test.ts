import { expect, test } from "vitest";
import { createStagedAddress, steppedHash, unstaged, withStaging } from "../../../src/state/scenario/staging.ts";
import { memoryAddress } from "../../../src/state/addressBar.ts";

const staged = {
  title: "Class 7b",
  question: "Where, & when?",
  controls: ["epsilon", "h"],
  locked: ["h"],
  isProjected: true,
};

function opened(hash: string) {
  const bar = memoryAddress(hash);
  return { bar, ...createStagedAddress(bar) };
}

test("a staging is read as it was written, and the study's link is whole without it", () => {
  const link = "#/density?v=1&data=sleep&h=0.35";
  const { store, address } = opened(withStaging(link, staged));
  expect(store.getState()).toEqual(staged);
  expect(address.getHash()).toBe(link);
  expect(withStaging(link, unstaged)).toBe(link);
  expect(opened(link).store.getState()).toEqual(unstaged);
});

test("arrow keys step through the prepared values of the first control, and stop at their ends", () => {
  const link = withStaging("#/density?v=1&epsilon=1&h=0.35", { ...unstaged, states: ["1", "0.3"], isProjected: true });
  expect(link).toBe("#/density?v=1&epsilon=1&h=0.35&states=1,0.3&show=stage");
  const next = "#/density?v=1&h=0.35&epsilon=0.3&states=1,0.3&show=stage";
  expect([steppedHash(link, 1), steppedHash(link, -1)]).toEqual([next, undefined]);
  expect([steppedHash(next, 1), steppedHash(next, -1)]).toEqual([undefined, expect.stringContaining("epsilon=1&")]);
  expect(steppedHash("#/density?controls=h&states=0.10,b%26c", 1)).toContain("?h=0.1&");
  expect(steppedHash("#/density?epsilon=9&states=a%26b", 1)).toContain("epsilon=a%26b&");
  expect(steppedHash("#/density?epsilon=9", 1)).toBeUndefined();
});

test.each(["a%26view%3Dinside%26b", "view", "title", "(h"])(
  "no state of a control called %s changes the side, the staging, or several entries",
  (name) => expect(steppedHash(`#/density?view=outside&controls=${name}&states=inside,1`, 1)).toBeUndefined(),
);

test("states are numbers or short plain words, and so many that a list of 10⁵ characters is read at once", () => {
  const many = Array.from({ length: 5e4 }, (_, i) => i).join(",");
  expect(opened(`#/density?states=${many}`).store.getState().states).toHaveLength(60);
  const rough = `${"9".repeat(1e5)},a\u202e\u0000b,javascript:alert(1)alert,NaN,,1e999,1,1.0`;
  const { states } = opened(`#/density?states=${encodeURIComponent(rough)}`).store.getState();
  expect(states).toEqual(["100000000000000000000", "a b", "javascript:alert(1)a", "NaN", "1e999", "1"]);
});

test("a study's writes keep the staging, and a link that is opened brings its own", () => {
  const { bar, address, store, stage } = opened("#/density?ask=Why%3F&controls=epsilon");
  address.replace("#/density?v=1&epsilon=2");
  expect(bar.getHash()).toBe("#/density?v=1&epsilon=2&ask=Why%3F&controls=epsilon");
  let heard = 0;
  address.subscribe(() => heard++);
  bar.go("#/boundary?title=Two");
  expect([heard, store.getState()]).toEqual([1, { ...unstaged, title: "Two" }]);
  stage(unstaged);
  expect(bar.getHash()).toBe("#/boundary");
});

test("a link without controls shows the page, one with none of them no control", () => {
  expect(opened("#/density?ask=Why").store.getState().controls).toBeUndefined();
  expect(opened("#/density?controls=").store.getState().controls).toEqual([]);
  expect(opened("#/density?lock=h").store.getState()).toMatchObject({ controls: ["h"], locked: ["h"] });
});

test("texts of others become one short line, names of controls short ones", () => {
  const rough = `a\u202eb\u0000c\n${"x".repeat(1e5)}`;
  const { title, question } = opened(
    `#/density?title=${encodeURIComponent(rough)}&ask=${encodeURIComponent(rough)}`,
  ).store.getState();
  expect(title).toBe(`a b c ${"x".repeat(74)}`);
  expect(question).toHaveLength(240);
  expect(opened("#/density?controls=h,<b>,h,constructor,epsilon,delta").store.getState().controls).toEqual([
    "h",
    "<b>",
    "constructor",
  ]);
  expect(opened("#/density?controls=h,<b>,h,constructor,epsilon&lock=h,delta").store.getState().leftOut).toEqual([
    "epsilon",
    "delta",
  ]);
  expect(opened("#/density?title=%ff").store.getState().title).toBe("");
});

test("withStaging() writes texts as they will be read, whatever was typed", () => {
  const rough = `javascript:alert(1)\u202e\ud800${"x".repeat(1e5)}`;
  const link = withStaging("#/density", { ...unstaged, title: rough, question: rough });
  expect(link.length).toBeLessThan(500);
  const { title, question } = opened(link).store.getState();
  expect(title).toBe(`javascript:alert(1) ${"x".repeat(59)}`);
  expect(withStaging("#/density", { ...unstaged, title, question })).toBe(link);
});

test("a study's own choice called show stays its own", () => {
  const link = "#/meanCurve?v=1&show=slope";
  expect(opened(link).address.getHash()).toBe(link);
  const { address, store } = opened(`${link}&show=stage`);
  expect([address.getHash(), store.getState().isProjected]).toEqual([link, true]);
});
