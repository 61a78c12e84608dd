import { describe, expect, test } from "vitest";
import { study } from "../../../src/studies/density/definition.ts";
import { changeOf, saidOf } from "../../../src/studies/density/sections/boughtWords.ts";

const start = { ...study.links.decode("").values, domainX: [0, 20] as const, h: 1, domainY: [0, 20] as const };
const said = (bandwidths: readonly number[], ranges: readonly number[] = [1e-4]) => {
  const bought = { kind: "bandwidths", ranges, bandwidths } as const;
  const purchase = { kind: "interquartileRange", epsilon: 0.2, domain: [start.domainX], rule: "reference" } as const;
  return saidOf(bought, changeOf(bought, start), start, purchase, 0.8, 1e-5);
};

describe("what is said of a bought bandwidth", () => {
  test("names the bandwidth that the rule gives where its domain does not allow it", () => {
    expect(said([2e-5])).toContain(
      "hence h = 0.04. The rule gives 2 × 10⁻⁵; 0.04 is the least: a 500th of the domain.",
    );
    expect(said([25], [80])).toContain(
      "The rule gives 25; 20 is the most: the whole domain. To use it, declare a wider one.",
    );
    expect(said([0.5, 1e-9], [1, 1e-9])).toContain("h = 0.5 and 0.04. The rule gives 10⁻⁹; 0.04 is the least");
  });

  test("is the bandwidth alone where its domain allows it", () => {
    expect(said([0.5])).toBe(
      "Bought: an interquartile range of 0.0001, hence h = 0.5. It cost ε = 0.2; ε is now 0.8, what is left.",
    );
  });

  test("of a bought domain is also that the bandwidth had to move", () => {
    const bought = { kind: "domain", domain: [[5, 5.5]] } as const;
    const purchase = { kind: "ends", epsilon: 0.2, domain: [start.domainX], tail: 0.01 } as const;
    const text = saidOf(bought, changeOf(bought, start), start, purchase, 0.8, 1e-5);
    expect(text).toContain("the domain 5 to 5.5. h is now 0.5, within its limits there.");
  });

  test("of a bought polynomial is its degree and order, which are then set by hand", () => {
    const bought = { kind: "size", degree: 12, iterations: 16 } as const;
    const release = { law: "laplace", budget: { epsilon: 0.8, delta: 0 } } as const;
    const purchase = {
      kind: "polynomial",
      epsilon: 0.2,
      domain: [start.domainX],
      bandwidths: [1],
      ...release,
    } as const;
    const change = changeOf(bought, start);
    expect(change).toEqual({ size: "byHand", degree: 12, iterations: 16 });
    expect(saidOf(bought, change, start, purchase, 0.8, 1e-5)).toContain("Bought: k = 12 and h = 16. It cost ε = 0.2");
  });
});
