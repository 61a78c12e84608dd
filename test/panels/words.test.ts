import { describe, expect, test } from "vitest";
import { deltaWords, drawsWords, epsilonWords, numberText, spokenNumber } from "../../src/panels/words.ts";

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

test.each([
  [0, "0", "0"],
  [0.12345, "0.123", "0.123"],
  [-2, "−2", "minus 2"],
  [123456, "123000", "123000"],
  [0.00001234, "1.23 × 10⁻⁵", "0.0000123"],
  [1e-7, "10⁻⁷", "10 to the power minus 7"],
  [-1.2e-7, "−1.2 × 10⁻⁷", "minus 1.2 times 10 to the power minus 7"],
  [-1e-7, "−10⁻⁷", "minus 10 to the power minus 7"],
  [2.5e9, "2.5 × 10⁹", "2.5 times 10 to the power 9"],
])("numberText and spokenNumber(%d) have three digits and no exponent sign", (value, text, spoken) => {
  expect(numberText(value)).toBe(text);
  expect(spokenNumber(value)).toBe(spoken);
});

test("numberText says what is beyond double precision in words", () => {
  expect(numberText(Infinity)).toBe("more than 10³⁰⁸");
  expect(numberText(-Infinity)).toBe("less than −10³⁰⁸");
});
