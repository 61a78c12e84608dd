import { describe, expect, test } from "vitest";
import {
  measuredText,
  deltaWords,
  drawsWords,
  epsilonWords,
  oneOf,
  thisOf,
  unbroken,
} from "../../../src/panels/controls/words.ts";

describe("words of the sliders", () => {
  test("epsilonWords gives numbers first", () => {
    expect(epsilonWords({ epsilon: 0.5 })).toBe("epsilon 0.5");
    expect(epsilonWords({ epsilon: 0.5, standardDeviation: 0.12 })).toBe("epsilon 0.5; noise standard deviation 0.12");
    expect(epsilonWords({ epsilon: 0.5, standardDeviation: 0.12, meanHeight: 1.5 })).toBe(
      "epsilon 0.5; noise standard deviation 0.12, 8 percent of the mean height",
    );
    expect(epsilonWords({ epsilon: 0.5, standardDeviation: 0.12, meanHeight: -1 })).toBe(
      "epsilon 0.5; noise standard deviation 0.12",
    );
  });

  test("deltaWords says one in how many", () => {
    expect(deltaWords({ delta: 1e-5 })).toBe("delta 0.00001, 1 in 100000");
    expect(deltaWords({ delta: 1e-15 })).toBe("delta 10 to the power minus 15, 1 in 10 to the power 15");
    expect(deltaWords({ delta: 0.1, standardDeviation: 2, meanHeight: 4 })).toBe(
      "delta 0.1, 1 in 10; noise standard deviation 2, 50 percent of the mean height",
    );
  });

  test("drawsWords says what each further draw would cost", () => {
    expect(drawsWords(1)).toBe("1 draw");
    expect(drawsWords(5)).toBe("5 independent draws, each would spend the budget again");
  });
});

test("words of what a picture is of, for one and for several", () => {
  expect(["curve", "curves", "boundaries", "table"].map(thisOf)).toEqual([
    "this curve",
    "these curves",
    "these boundaries",
    "this table",
  ]);
  expect(["curve", "curves", "boundaries", "surface"].map(oneOf)).toEqual(["curve", "curve", "boundary", "surface"]);
});

test("unbroken keeps numbers with their signs and units, and breaks between words", () => {
  expect(unbroken("At ε = 1, n = 800 it is ± 2 × 10⁻⁵, 12 % of f(2) − f(1)")).toBe(
    "At ε\u00a0=\u00a01, n\u00a0=\u00a0800 it is ±\u00a02\u00a0×\u00a010⁻⁵, 12\u00a0% of f(2) − f(1)",
  );
});

test("measuredText writes the unit that is declared, or that the name has in brackets", () => {
  expect(measuredText(3.25, "weight", "kg")).toBe("3.25 kg");
  expect(measuredText(3.25, "temp [°C]", "")).toBe("3.25 °C");
  expect(measuredText(3.25, "rate (%)", "")).toBe("3.25\u00a0%");
  expect(measuredText(3.25, "(old) weight", "")).toBe("3.25");
  expect(measuredText(3.25, "at", "date")).toBe("3.25");
});
