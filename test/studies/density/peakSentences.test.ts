import { describe, expect, test } from "vitest";
import { describeInside, describeOutside } from "../../../src/studies/density/peakSentences.ts";
import type { Peak } from "../../../src/studies/density/peakSentences.ts";

const peak = (position: Peak["position"], height = 1): Peak => ({ position, height });
const inside = (original: readonly Peak[], released: readonly Peak[], standardDeviation = 0.05) =>
  describeInside({ epsilon: 1, original, released, domain: [[0, 1]], standardDeviation });
const two = [peak(0.3, 2), peak(0.7, 1.5)];

describe("describeInside", () => {
  test.each<[string, readonly Peak[], readonly Peak[], string]>([
    ["both stay", two, [peak(0.301), peak(0.702)], "With ε = 1 both peaks survive; they stayed in place."],
    [
      "the right one moves",
      two,
      [peak(0.3), peak(0.72)],
      "With ε = 1 both peaks survive; the right peak moved by 2 % of the domain.",
    ],
    [
      "the left one moves",
      two,
      [peak(0.25), peak(0.71)],
      "With ε = 1 both peaks survive; the left peak moved by 5 % of the domain.",
    ],
    ["one stays", [peak(0.5)], [peak(0.5)], "With ε = 1 the peak survives; it stayed in place."],
    ["one moves", [peak(0.5)], [peak(0.515)], "With ε = 1 the peak survives; it moved by 1.5 % of the domain."],
    [
      "three survive",
      [peak(0.2), peak(0.5), peak(0.8)],
      [peak(0.2), peak(0.53), peak(0.8)],
      "With ε = 1 all 3 peaks survive; the peak near 0.5 moved most, by 3 % of the domain.",
    ],
    ["the right one is hidden", two, [peak(0.3)], "At ε = 1 the noise hides the right peak."],
    ["the left one is hidden", two, [peak(0.69)], "At ε = 1 the noise hides the left peak."],
    [
      "too far to be the same",
      two,
      [peak(0.3), peak(0.9)],
      "At ε = 1 the noise hides the right peak. It adds a peak that is not in the original.",
    ],
    [
      "one of three is hidden",
      [peak(0.2), peak(0.5), peak(0.8)],
      [peak(0.2), peak(0.8)],
      "At ε = 1 the noise hides the peak near 0.5.",
    ],
    [
      "two of three are hidden",
      [peak(0.2), peak(0.5), peak(0.8)],
      [peak(0.2)],
      "At ε = 1 the noise hides 2 of the 3 peaks.",
    ],
    ["the only one is hidden", [peak(0.5)], [], "At ε = 1 the noise hides the peak."],
    ["both are hidden", two, [], "At ε = 1 the noise hides both peaks."],
    ["all are hidden", [peak(0.2), peak(0.5), peak(0.8)], [], "At ε = 1 the noise hides all 3 peaks."],
    [
      "two are added",
      [peak(0.5)],
      [peak(0.1), peak(0.5), peak(0.9)],
      "With ε = 1 the peak survives; it stayed in place. It adds 2 peaks that are not in the original.",
    ],
    ["no peak at all", [], [], "The original has no distinct peak; at ε = 1 the private curve has none either."],
    ["peaks from nothing", [], [peak(0.5)], "The original has no distinct peak; at ε = 1 the private curve has one."],
    ["many from nothing", [], two, "The original has no distinct peak; at ε = 1 the private curve has 2."],
  ])("describeInside: %s", (_, original, released, sentence) => {
    expect(inside(original, released)).toBe(sentence);
  });

  test("describeInside pairs the nearest peaks, each once", () => {
    expect(inside([peak(0.5), peak(0.56)], [peak(0.55)])).toBe("At ε = 1 the noise hides the left peak.");
  });

  test("describeInside says when the noise is larger than the curve", () => {
    const described = { original: two, released: two, domain: [[0, 1]] as const };
    expect(describeInside({ ...described, epsilon: 0.05, standardDeviation: 3 })).toBe(
      "At ε = 0.05 the noise is larger than the curve: its standard deviation is 150 % of the highest peak.",
    );
    expect(describeInside({ ...described, epsilon: 0.001, standardDeviation: 150 })).toBe(
      "At ε = 0.001 the noise is larger than the curve: its standard deviation is 75 times the highest peak.",
    );
    expect(inside([peak(0.5, 0)], [], 1)).toBe("At ε = 1 the noise is larger than the curve.");
  });

  test("describeInside names places in the plane, and measures along the axis that moved most", () => {
    const sentence = describeInside({
      epsilon: 2,
      original: [peak([2, 55]), peak([4.4, 80])],
      released: [peak([2, 55]), peak([4.4, 84])],
      domain: [
        [0.5, 6],
        [30, 110],
      ],
      standardDeviation: 0.01,
    });
    expect(sentence).toBe("With ε = 2 both peaks survive; the peak near (4.4, 80) moved by 5 % of the domain.");
  });
});

describe("describeOutside", () => {
  const outside = (released: readonly Peak[], axes = ["eruptions"]) =>
    describeOutside({ released, domain: [[0, 6]], standardDeviation: 0.05, axes });

  test.each<[string, readonly Peak[], string]>([
    ["no peak", [], "The private curve has no distinct peak. The noise at a point has standard deviation 0.05."],
    [
      "one peak",
      [peak(2, 0.5)],
      "The private curve has one peak, at eruptions = 2. The noise at a point has standard deviation 0.05, 10 % of the highest peak.",
    ],
    [
      "two peaks",
      [peak(2, 0.4), peak(4.321, 0.5)],
      "The private curve has 2 peaks, the highest at eruptions = 4.32. The noise at a point has standard deviation 0.05, 10 % of the highest peak.",
    ],
    [
      "a peak below zero",
      [peak(2, -0.4)],
      "The private curve has one peak, at eruptions = 2. The noise at a point has standard deviation 0.05.",
    ],
  ])("describeOutside: %s", (_, released, sentence) => {
    expect(outside(released)).toBe(sentence);
  });

  test("describeOutside without names gives the bare place", () => {
    expect(outside([peak(2, 1)], [])).toMatch(/^The private curve has one peak, at 2\. /);
  });

  test("describeOutside in the plane names both coordinates, and the simultaneous band where there is one", () => {
    const sentence = describeOutside({
      released: [peak([2, 55], 1)],
      domain: [
        [0.5, 6],
        [30, 110],
      ],
      standardDeviation: 0.01,
      simultaneousHalfWidth: 0.034,
      axes: ["eruptions", "waiting"],
    });
    expect(sentence).toBe(
      "The private curve has one peak, at eruptions = 2, waiting = 55. The noise at a point has standard deviation 0.01, 1 % of the highest peak. With at least 95 % probability it stays within ±0.034 on the whole domain.",
    );
  });
});
