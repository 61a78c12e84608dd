import { describe, expect, test } from "vitest";
import { describeInside, describeOutside } from "../../../src/studies/density/words/peakSentences.ts";
import type { Peak } from "../../../src/studies/density/words/peakSentences.ts";

const peak = (position: number | readonly number[], height = 1): Peak => ({
  position: typeof position === "number" ? [position] : position,
  height,
});
const two = [peak(0.3, 2), peak(0.7, 1.5)];
const three = [peak(0.2), peak(0.5), peak(0.8)];
const inside = (
  original: readonly Peak[],
  showing: readonly number[],
  shownPeak: readonly number[] = [],
  misleading = 0,
) => describeInside({ epsilon: 1, original, at: { showing, shownPeak, misleading } });

describe("describeInside", () => {
  test.each<[string, string, string]>([
    ["both stay", inside(two, [0, 0, 1], [1, 1]), "At ε = 1 both peaks stay visible: in 100 of 100 releases."],
    ["one stays", inside([peak(0.5)], [0, 1], [1]), "At ε = 1 the peak stays visible: in 100 of 100 releases."],
    [
      "both are gone",
      inside(two, [1, 0, 0], [0, 0]),
      "At ε = 1 the peaks are gone: in 100 of 100 releases the noise hides both peaks.",
    ],
    [
      "the only one is gone",
      inside([peak(0.5)], [1, 0], [0]),
      "At ε = 1 the peak is gone: in 100 of 100 releases the noise hides it.",
    ],
    [
      "the left one is seen more often",
      inside(two, [0.07, 0.3, 0.63], [0.9, 0.66]),
      "Of 100 releases at ε = 1, 63 show both peaks, 7 show none, the others one of them. The left one is visible in 90, the right one in 66.",
    ],
    [
      "one of three",
      inside(three, [0.1, 0.2, 0.3, 0.4], [0.5, 0.6, 0.7]),
      "Of 100 releases at ε = 1, 40 show all 3 peaks, 10 show none, the others some of them.",
    ],
    [
      "never all, never none",
      inside(three, [0.004, 0.2, 0.796, 0], [0.5, 0.6, 0.7]),
      "Of 100 releases at ε = 1, 0 show all 3 peaks, the others some of them.",
    ],
    [
      "all but one, and one for none",
      inside(two, [0.01, 0, 0.99], [0.99, 0.99]),
      "Of 100 releases at ε = 1, 99 show both peaks, 1 shows none. The left one is visible in 99, the right one in 99.",
    ],
    ["one in part", inside([peak(0.5)], [0.4, 0.6], [0.6]), "In 60 of 100 releases at ε = 1 the peak stays visible."],
    [
      "noise that misleads",
      inside([peak(0.5)], [0, 1], [1], 0.03),
      "At ε = 1 the peak stays visible: in 100 of 100 releases. In 3 of 100 the noise makes another peak that seems to stand out.",
    ],
    [
      "none to see",
      inside([], [1], [], 0.02),
      "The original has no distinct peak. In 2 of 100 releases at ε = 1 the noise makes one that seems to stand out.",
    ],
    [
      "in the plane",
      inside([peak([2, 55]), peak([4.4, 80])], [0.1, 0.2, 0.7], [0.8, 0.8]),
      "Of 100 releases at ε = 1, 70 show both peaks, 10 show none, the others one of them. The one near (2, 55) is visible in 80, the one near (4.4, 80) in 80.",
    ],
  ])("describeInside: %s", (_, said, expected) => {
    const means = /visible|show/.test(expected) ? " Visible: it rises by more than noise makes in 95 of 100." : "";
    expect(said).toBe(expected + means);
  });

  test("describeInside says that it counts, until it has counted", () => {
    expect(describeInside({ epsilon: 0.5, original: two, at: undefined })).toBe(
      "The original has 2 peaks; counting what stays visible at ε = 0.5 …",
    );
    expect(describeInside({ epsilon: 0.5, original: [], at: undefined })).toMatch(
      /^The original has no distinct peak; /,
    );
  });
});

describe("describeOutside", () => {
  const outside = (released: readonly Peak[], axes = ["eruptions"]) =>
    describeOutside({ released, domain: [[0, 6]], standardDeviation: 0.05, share: 0.3, axes });
  const noise = " The noise at a point has standard deviation 0.05, 30 % of the mean height.";

  test.each<[string, readonly Peak[], string]>([
    ["no peak", [], `No peak of the private curve rises by more than noise alone makes in 95 of 100 releases.${noise}`],
    [
      "one peak",
      [peak(2, 0.5)],
      `One peak of the private curve rises by more than noise alone makes in 95 of 100 releases: at eruptions = 2.${noise}`,
    ],
    [
      "two peaks",
      [peak(2, 0.4), peak(4.321, 0.5)],
      `2 peaks of the private curve rise by more than noise alone makes in 95 of 100 releases, the highest at eruptions = 4.32.${noise}`,
    ],
  ])("describeOutside: %s", (_, released, sentence) => expect(outside(released)).toBe(sentence));

  test("describeOutside without names gives the bare place, in the plane both coordinates", () => {
    expect(outside([peak(2, 1)], [])).toMatch(/: at 2\. /);
    const sentence = describeOutside({
      released: [peak([2, 55], 1)],
      domain: [
        [0.5, 6],
        [30, 110],
      ],
      standardDeviation: 0.01,
      share: 0.01,
      simultaneousHalfWidth: 0.034,
      axes: ["eruptions", "waiting"],
    });
    expect(sentence).toContain("at eruptions = 2, waiting = 55.");
    expect(sentence).toContain("With at least 95 % probability it stays within ±0.034 on the whole domain.");
  });
});
