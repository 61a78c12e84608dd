import { expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { deltaOf } from "../../../../src/core/privacy/accounting/privacyLoss.ts";
import { entryMechanism } from "../../../../src/core/privacy/mechanisms/entryMechanism.ts";
import { recordLevelGuarantee } from "../../../../src/core/privacy/mechanisms/entryNoise.ts";

const budget = (epsilon: number) => ({ epsilon, delta: 1e-5, calibration: "analytic" }) as const;

test.each([
  [1, 1, 0],
  [2, 1, 1e-5],
  [784, 1, 1e-5],
  [2, 0.25, 0],
])("entryMechanism(p = %s, d = %s, atom %s) has the loss of a record", (entries, adjacency, atom) => {
  const { multiplierOf, lossOf } = entryMechanism({ entries, adjacency, pointMass: atom });
  for (const epsilon of [0.01, 1, 16]) {
    const loss = lossOf(multiplierOf(budget(epsilon)));
    const record = recordLevelGuarantee({ epsilon, delta: atom, entries });
    expect(loss.kind).toBe("pure");
    if (loss.kind !== "pure") continue;
    expect(loss.epsilon / (record.epsilon / adjacency)).toBeCloseTo(1, 12);
    expect(loss.failure ?? 0).toBeCloseTo(record.delta, 15);
    expect(deltaOf(loss, loss.epsilon)).toBeCloseTo(record.delta, 15);
  }
});

test("its loss falls as noise grows, and it is refused out of range", () => {
  const { lossOf, multiplierOf } = entryMechanism({ entries: 2, adjacency: 1, pointMass: 0 });
  const epsilons = [0.5, 1, 2].map((multiplier) => {
    const loss = lossOf(multiplier);
    return loss.kind === "pure" ? loss.epsilon : NaN;
  });
  expect(epsilons).toEqual(epsilons.toSorted((a, b) => b - a));
  for (const value of [NaN, 0, -1, Infinity]) {
    expect(() => entryMechanism({ entries: value, adjacency: 1, pointMass: 0 })).toThrow(ParameterError);
    expect(() => entryMechanism({ entries: 2, adjacency: value, pointMass: 0 })).toThrow(ParameterError);
    expect(() => multiplierOf(budget(value))).toThrow(ParameterError);
    expect(() => lossOf(value)).toThrow(ParameterError);
  }
  for (const atom of [NaN, -0.1, 1]) {
    expect(() => entryMechanism({ entries: 2, adjacency: 1, pointMass: atom })).toThrow(ParameterError);
  }
});
