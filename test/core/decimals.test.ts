import { expect, test } from "vitest";
import { decimalOf, doubleOf } from "../../src/core/decimals.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";

const unit = 10n ** 340n;

test("decimalOf is what was typed, whatever the double is", () => {
  expect(decimalOf(0)).toBe(0n);
  expect(decimalOf(1)).toBe(unit);
  expect(decimalOf(0.1)).toBe(unit / 10n);
  expect(decimalOf(1e-5) + decimalOf(2e-5)).toBe(decimalOf(3e-5));
  expect(decimalOf(0.1) + decimalOf(0.2)).toBe(decimalOf(0.3));
  expect(decimalOf(1.5e21)).toBe(15n * 10n ** 20n * unit);
  expect(decimalOf(5e-324)).toBe(5n * 10n ** 16n);
  expect(decimalOf(Number.MAX_VALUE)).toBe(17976931348623157n * 10n ** 292n * unit);
});

test("doubleOf(decimalOf(x)) is x, and the double of a sum is the one that is typed for it", () => {
  const random = seededSource(9);
  for (let i = 0; i < 2000; i++) {
    const x = (1 + random.uniform()) * 2 ** Math.floor(2000 * random.uniform() - 1070);
    expect(doubleOf(decimalOf(x))).toBe(x);
    const [a, b] = [Math.floor(1e6 * random.uniform()), Math.floor(1e6 * random.uniform())];
    expect(doubleOf(decimalOf(Number(`${a}e-9`)) + decimalOf(Number(`${b}e-9`)))).toBe(Number(`${a + b}e-9`));
  }
});
