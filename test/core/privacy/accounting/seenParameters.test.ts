import { describe, expect, test } from "vitest";
import { joinedSeenParameters, unseen, valueText } from "../../../../src/core/privacy/accounting/seenParameters.ts";
import type { Choice, SeenParameters } from "../../../../src/core/privacy/accounting/seenParameters.ts";
import { originOf } from "../../../../src/state/ledger/origins.ts";
import { casesOf, chanceOf } from "../../../support/fuzzing.ts";

const choice = (value: number, origin: Choice["origin"], field = "h"): Choice => ({
  ...{ study: "density", field, origin },
  value: valueText(value),
});
const seen = (...choices: readonly Choice[]): SeenParameters => ({ seen: true, choices });
const originIn = (sights: SeenParameters, value: number, field = "h") => originOf(sights, "density", field, value);

describe("joinedSights(records)", () => {
  test("of data that only one of two browsers has seen has what that one remembers", () => {
    const record = seen(choice(0.3, "declared"), choice(0.5, "affirmed"), choice(0.7, "bought"));
    for (const joined of [[unseen, record], [record, unseen], [record, record], [record]].map(joinedSeenParameters))
      expect([0.3, 0.5, 0.7, 0.9].map((value) => originIn(joined, value))).toEqual([
        undefined,
        "affirmed",
        "bought",
        "looked",
      ]);
  });

  test("takes a value that was declared after the other one had seen the data for chosen by looking", () => {
    const joined = joinedSeenParameters([
      seen(choice(0.3, "declared")),
      seen(choice(0.4, "declared"), choice(2, "declared", "x")),
    ]);
    expect([originIn(joined, 0.3), originIn(joined, 0.4), originIn(joined, 2, "x")]).toEqual([
      "looked",
      "looked",
      "looked",
    ]);
    const affirmed = joinedSeenParameters([seen(choice(0.3, "declared")), seen(choice(0.3, "affirmed"))]);
    expect(originIn(affirmed, 0.3)).toBe("affirmed");
  });

  test("of none is of data that nobody has seen", () => {
    expect(joinedSeenParameters([])).toEqual(unseen);
  });

  test("of any records: nothing that one has looked at is lost, in any order and however often", () => {
    const chance = chanceOf(41);
    const record = (): SeenParameters => ({
      seen: chance.below(3) > 0,
      choices: Array.from({ length: chance.below(5) }, () =>
        choice(chance.below(3), chance.one(["declared", "affirmed", "bought"] as const), chance.one(["h", "x"])),
      ),
    });
    for (let k = 0; k < casesOf(20_000, 1_200); k++) {
      const [a, b, c] = [record(), record(), record()] as [SeenParameters, SeenParameters, SeenParameters];
      const joined = joinedSeenParameters([a, b]);
      expect(joinedSeenParameters([b, a])).toEqual(joined);
      expect(joinedSeenParameters([joined, b, a])).toEqual(joined);
      for (const [one, other] of [
        [joined, c],
        [a, joinedSeenParameters([b, c])],
      ] as const)
        expect(joinedSeenParameters([one, other])).toEqual(joinedSeenParameters([a, b, c]));
      expect(joined.seen).toBe(a.seen || b.seen);
      for (const field of ["h", "x"])
        for (let value = 0; value < 4; value++) {
          const [one, other, both] = [a, b, joined].map((sights) => originIn(sights, value, field));
          if (one === "bought" || other === "bought") expect(both).toBe("bought");
          else if (one === "looked" || other === "looked") expect(both).toBe("looked");
          else if (one === "affirmed" || other === "affirmed") expect(both).toBe("affirmed");
          else expect(both).toBe(joined.seen && !a.seen && !b.seen ? "looked" : undefined);
        }
    }
  });
});

test("valueText(value) tells values apart, also long ones, in few characters", () => {
  const long = Array.from({ length: 5000 }, (_, i) => i);
  expect(valueText(long).length).toBeLessThan(100);
  expect(valueText(long)).not.toBe(valueText([...long.slice(0, -1), 1]));
  expect([valueText(undefined), valueText([0, 1]), valueText("\ud800")]).toEqual(["", "[0,1]", '"\\ud800"']);
});
