import { expect, test } from "vitest";
import { descendingOrder } from "../../../src/core/estimators/descendingOrder.ts";
import { smallGenerator } from "../../state/smallGenerator.ts";

const compared = (values: Float64Array) => Array.from(values, (_, i) => i).sort((a, b) => values[b]! - values[a]!);

test("descendingOrder(values) is the order of a sort that compares, of either sign and any size", () => {
  const random = smallGenerator(17);
  const sized = () => (random() - 0.5) * 10 ** Math.floor(600 * (random() - 0.5));
  for (const draw of [
    () => random() - 0.5,
    sized,
    () => Math.floor(5 * random()) - 2.5,
    () => 1 + 1e-15 * Math.floor(9 * random()),
  ]) {
    const values = Float64Array.from({ length: 3000 }, draw);
    expect(Array.from(descendingOrder(values))).toEqual(compared(values));
  }
});

test("descendingOrder keeps equal values from left to right, and the array as it was", () => {
  const values = Float64Array.of(2, 7, 2, -1, 7, 2);
  expect(Array.from(descendingOrder(values))).toEqual([1, 4, 0, 2, 5, 3]);
  expect(values).toEqual(Float64Array.of(2, 7, 2, -1, 7, 2));
  expect(Array.from(descendingOrder(values.subarray(1, 4)))).toEqual([0, 1, 2]);
  expect(descendingOrder(new Float64Array(0))).toHaveLength(0);
  expect(
    Array.from(
      descendingOrder(Float64Array.of(Number.MIN_VALUE, -Number.MAX_VALUE, Number.MAX_VALUE, 0, -Number.MIN_VALUE)),
    ),
  ).toEqual([2, 0, 3, 4, 1]);
});
