import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { integralFunctional, valueFunctional, valueOf } from "../../../src/core/release/curveFunctionals.ts";
import { onOtherGrid, productFunctional, slopeAt } from "../../../src/core/release/gridFunctionals.ts";

const axis = (lower: number, upper: number, count: number) =>
  Float64Array.from({ length: count }, (_, i) => lower + ((upper - lower) * i) / (count - 1));
const x = axis(-1, 2, 13);
const y = axis(10, 11, 6);
const random = seededSource(5);
const values = Float64Array.from({ length: x.length * y.length }, () => random.uniform() - 0.5);
/** A function that the interpolation gives exactly. */
const bilinear = (s: number, t: number) => 1 + 2 * s - 3 * t + 0.5 * s * t;
const plane = Float64Array.from(values, (_, i) => bilinear(x[i % 13]!, y[Math.floor(i / 13)]!));

describe("productFunctional", () => {
  test("takes value, integral and partial slope of a bilinear function exactly", () => {
    const value = productFunctional([valueFunctional(x, 0.123), valueFunctional(y, 10.77)]);
    expect(valueOf(value, plane)).toBeCloseTo(bilinear(0.123, 10.77), 12);
    const integral = productFunctional([integralFunctional(x, [0.1, 1.3]), integralFunctional(y, [10.05, 10.9])]);
    // The mean of a bilinear function over a box is its value in the middle.
    expect(valueOf(integral, plane)).toBeCloseTo(1.2 * 0.85 * bilinear(0.7, 10.475), 12);
    const slope = productFunctional([slopeAt(x, 0.4), valueFunctional(y, 10.3)]);
    expect(valueOf(slope, plane)).toBeCloseTo(2 + 0.5 * 10.3, 10);
  });

  test("of no axis is (1), and of one axis its own", () => {
    expect([...productFunctional([])]).toEqual([1]);
    expect([...productFunctional([[2, 3]])]).toEqual([2, 3]);
  });
});

describe("slopeAt", () => {
  test("is the difference quotient over the two neighbours, at the ends over one step, and adds up to 0", () => {
    const curve = x.map((t) => t ** 3);
    expect(valueOf(slopeAt(x, x[5]!), curve)).toBeCloseTo((curve[6]! - curve[4]!) / (x[6]! - x[4]!), 12);
    for (const t of [-1, -99]) expect(valueOf(slopeAt(x, t), curve)).toBeCloseTo((curve[1]! - curve[0]!) / 0.25, 12);
    for (const t of [2, 99]) expect(valueOf(slopeAt(x, t), curve)).toBeCloseTo((curve[12]! - curve[11]!) / 0.25, 12);
    for (const t of [-1, 0.33, 2]) expect(slopeAt(x, t).reduce((sum, a) => sum + a, 0)).toBeCloseTo(0, 10);
  });
});

describe("onOtherGrid", () => {
  test("on its own grid is the same doubles", () => {
    expect(onOtherGrid(values, [x, y], [x, y])).toEqual(values);
  });

  test("is the product of values, at each point of the other grid", () => {
    const [s, t] = [axis(-1.5, 2.5, 31), axis(9.9, 11.1, 17)];
    const other = onOtherGrid(values, [x, y], [s, t]);
    other.forEach((value, i) => {
      const at = [valueFunctional(x, s[i % 31]!), valueFunctional(y, t[Math.floor(i / 31)]!)];
      expect(value).toBeCloseTo(valueOf(productFunctional(at), values), 12);
    });
  });

  test("stays between the least and the largest value", () => {
    const other = onOtherGrid(values, [x, y], [axis(-1, 2, 101), axis(10, 11, 77)]);
    expect(Math.max(...other)).toBeLessThanOrEqual(Math.max(...values));
    expect(Math.min(...other)).toBeGreaterThanOrEqual(Math.min(...values));
  });

  test("refuses values of another shape", () => {
    expect(() => onOtherGrid(values.subarray(1), [x, y], [x, y])).toThrow(ParameterError);
  });
});
