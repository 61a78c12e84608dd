import { expect, test } from "vitest";
import {
  bytesText,
  counted,
  countText,
  decimalsText,
  digitsText,
  exactText,
  finePercentText,
  fourDigitText,
  numberText,
  percentText,
  suretyText,
  pixelText,
  ratioText,
  secondsText,
  shareRangeText,
  shortText,
  significant,
  smallTickText,
  tickText,
  spokenNumber,
  spokenPercent,
  tenthPercentText,
  texNumber,
  timesText,
  wholePercentText,
  roundedUp,
} from "../../src/core/numberFormats.ts";

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

test.each([
  [12345, "12345"],
  [123456, "123456"],
  [20191231, "20191231"],
  [Number.MAX_SAFE_INTEGER, "9007199254740991"],
  [0.1 + 0.2, "0.30000000000000004"],
  [1e-15, "1e-15"],
  [-1e15, "-1000000000000000"],
  [1e300, "1e300"],
])("%d is shown as it is", (value, text) => expect(exactText(value)).toBe(text));

test("a short text has four digits", () => {
  expect(shortText(123456)).toBe("123500");
  expect(shortText(20191231)).toBe("2.019e7");
  expect(shortText(0.00012345, 2)).toBe("1.2e-4");
  expect(shortText(NaN)).toBe("–");
});

test("significant rounds to the digits asked for", () => {
  expect(significant(123456, 3)).toBe(123000);
  expect(significant(0.1 + 0.2, 12)).toBe(0.3);
  expect(significant(-1.6e-9, 1)).toBe(-2e-9);
});

test("counted says the noun of one in the singular", () => {
  expect([counted(0, "row"), counted(1, "row"), counted(2000, "row")]).toEqual(["0 rows", "1 row", "2,000 rows"]);
});

test("countText groups thousands and rounds nothing away", () => {
  expect(countText(0)).toBe("0");
  expect(countText(999)).toBe("999");
  expect(countText(60_000)).toBe("60,000");
  expect(countText(1_234_567)).toBe("1,234,567");
  for (const count of [1000, 12_345, -1_234_567, Number.MAX_SAFE_INTEGER, 1234.5, 1e21, NaN, Infinity])
    expect(countText(count)).toBe(count.toLocaleString("en"));
});

test.each([
  [0.00004, "0.004 %", "0.004 %", "0.0 %", "0 %"],
  [0.0123456, "1.2 %", "1.23 %", "1.2 %", "1 %"],
  [0.09999, "10 %", "10 %", "10.0 %", "10 %"],
  [0.12345, "12 %", "12.3 %", "12.3 %", "12 %"],
  [1, "100 %", "100 %", "100.0 %", "100 %"],
  [25.964, "2,596 %", "2600 %", "2596.4 %", "2596 %"],
])("a share of %d as a percentage: two digits, three, tenths, whole", (share, two, three, tenths, whole) => {
  expect(percentText(share)).toBe(two);
  expect(finePercentText(share)).toBe(three);
  expect(tenthPercentText(share)).toBe(tenths);
  expect(wholePercentText(share)).toBe(whole);
  expect(spokenPercent(share)).toBe(two.replace("%", "percent"));
});

test("tiny percentages have powers of ten, as all numbers", () => {
  expect(percentText(2e-11)).toBe("2 × 10⁻⁹ %");
  expect(spokenPercent(2e-11)).toBe("2 times 10 to the power minus 9 percent");
});

test("ratioText says a share below two and a multiple above", () => {
  expect(ratioText(0.04)).toBe("4 % of");
  expect(ratioText(1.5)).toBe("150 % of");
  expect(ratioText(2.54)).toBe("2.5 times");
  expect(ratioText(1238.5)).toBe("1,240 times");
  expect([0.2, 25.96, 158_800, 2e9].map(timesText)).toEqual([
    "0.2 times",
    "26 times",
    "159,000 times",
    "2 × 10⁹ times",
  ]);
});

test("digits that are kept, after the point or in all", () => {
  expect(decimalsText(0.976, 4)).toBe("0.9760");
  expect(digitsText(2, 2)).toBe("2.0");
  expect(digitsText(0.0012345, 2)).toBe("0.0012");
  expect(pixelText(12)).toBe("12.0");
  expect(fourDigitText(1e21)).toBe("1e21");
  expect(fourDigitText(0.123456)).toBe("0.1235");
});

test("numbers at ticks and in TeX have powers of ten", () => {
  expect(smallTickText(0)).toBe("0");
  expect(smallTickText(0.000025)).toBe("2.5e−5");
  expect([0, 0.25, 0.0001, -0.5, 1e6, 0.12345].map(tickText)).toEqual(["0", "0.25", "1e−4", "−0.5", "1e6", "0.123"]);
  expect(texNumber(0.25)).toBe("0.25");
  expect(texNumber(1.234e-9)).toBe("1.23\\cdot 10^{-9}");
});

test("durations and sizes are rough", () => {
  expect([0.2, 1, 42.4, 150].map(secondsText)).toEqual(["less than a second", "a second", "42 seconds", "3 minutes"]);
  expect([1, 411_600_000, 1.94e9].map(bytesText)).toEqual(["1 kB", "412 MB", "1.9 GB"]);
});

test("a range of shares is of what a share can be, and holds both its ends", () => {
  expect(shareRangeText(0.331, 0.0104)).toBe("32 to 35 %");
  expect(shareRangeText(-0.0045, 0.0226)).toBe("0 to 1.9 %");
  expect(shareRangeText(-0.5, 0.1)).toBe("0 %");
  expect(shareRangeText(0.99, 0.05)).toBe("94 to 100 %");
  expect(shareRangeText(0.0575, 0.0004)).toBe("5.7 to 5.8 %");
  expect(shareRangeText(0.0021, 0.0003)).toBe("0.18 to 0.24 %");
  for (let k = 0; k <= 1000; k++) {
    const [low, high = low] = shareRangeText(k / 1000, k / 7000)
      .match(/[\d.]+/g)!
      .map(Number);
    expect(low).toBeLessThanOrEqual((100 * k) / 1000 - (100 * k) / 7000 + 1e-9);
    expect(high).toBeGreaterThanOrEqual(Math.min(100, (100 * k) / 1000 + (100 * k) / 7000) - 1e-9);
  }
});

test.each([
  [0.5, "50 %"],
  [0.954, "95 %"],
  [0.9949, "99 %"],
  [0.995, "over 99 %"],
  [1, "over 99 %"],
])("suretyText(%d) is %s: nothing that is estimated is certain", (share, text) => {
  expect(suretyText(share)).toBe(text);
});

test("roundedUp has three digits and is never below the value", () => {
  for (const value of [0.851, 0.8514, 0.85149, 1e-9 + 1, 999.5, 0.00123456, 12345, 9.999])
    for (const scaled of [value, value * 1.0001, value * 7]) {
      const up = roundedUp(scaled);
      expect(up).toBeGreaterThanOrEqual(scaled);
      expect(up / scaled).toBeLessThan(1.0101);
      expect(Number(up.toPrecision(3))).toBe(up);
    }
});
