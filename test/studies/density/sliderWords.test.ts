import { expect, test } from "vitest";
import { bandwidthWords, correlationWords, relativeRateWords } from "../../../src/studies/density/model/sliderWords.ts";

test("bandwidthWords says the width, of what, and its share of the domain", () => {
  expect(bandwidthWords({ h: 0.3, domain: [0.5, 6], axis: "eruptions" })).toBe(
    "bandwidth 0.3 of eruptions, 5.5 percent of the domain",
  );
  expect(bandwidthWords({ h: 0.1, domain: [0, 1], axis: "" })).toBe("bandwidth 0.1, 10 percent of the domain");
});

test("correlationWords and relativeRateWords name the usual value, and give numbers for others", () => {
  expect(correlationWords(0)).toBe("no correlation");
  expect(correlationWords(-0.5)).toBe("correlation minus 0.5");
  expect(relativeRateWords(1)).toBe("rate 1 over the bandwidth");
  expect(relativeRateWords(2.5)).toBe("rate 2.5 over the bandwidth");
});
