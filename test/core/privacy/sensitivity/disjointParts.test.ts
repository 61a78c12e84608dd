import { describe, expect, test } from "vitest";
import { atomSensitivity, disjointPartsSensitivity } from "../../../../src/core/privacy/sensitivity/disjointParts.ts";
import { kernelDensitySensitivity } from "../../../../src/core/privacy/sensitivity/kernelDensity.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";

const [n, h] = [25, 0.05];
const height = 1 / (Math.sqrt(2 * Math.PI) * h);
const k = (a: number, b: number) => Math.exp(-0.5 * ((a - b) / h) ** 2);
type Record = readonly [part: number, x: number];

/** The exact distance of two neighbours whose records are replaced: in one part, or in two that are orthogonal. */
function distance([g, x]: Record, [other, y]: Record): number {
  return g === other ? (height / n) * Math.sqrt(2 - 2 * k(x, y)) : (height / n) * Math.SQRT2;
}

describe("disjointPartsSensitivity", () => {
  test("bounds every neighbour, inside a part and between two, and is reached", () => {
    const bound = disjointPartsSensitivity({ recordCount: n, featureNorm: height });
    const random = seededSource(3);
    const place = (): Record => {
      const kind = random.uniform();
      return [Math.floor(4 * random.uniform()), kind < 0.2 ? 0 : kind < 0.4 ? 1 : random.uniform()];
    };
    let most = 0;
    for (let trial = 0; trial < 5000; trial++) {
      const d = distance(place(), place());
      expect(d).toBeLessThanOrEqual(bound);
      most = Math.max(most, d);
    }
    expect(most).toBeGreaterThan(0.999 * bound);
    // Parallel composition would claim that one part changes, by one bump at most.
    expect(most / (height / n)).toBeGreaterThan(1.41);
  });

  test("costs what one density costs, once the domain is four bandwidths wide", () => {
    const one = kernelDensitySensitivity({ recordCount: n, dimension: 1, bandwidth: h, boxSides: [4 * h] });
    expect(disjointPartsSensitivity({ recordCount: n, featureNorm: height }) / one).toBeLessThan(1.0002);
  });

  test.each([0, -1, NaN, Infinity])("refuses the norm %s", (featureNorm) => {
    expect(() => disjointPartsSensitivity({ recordCount: n, featureNorm })).toThrow(/featureNorm/);
  });
});

describe("atomSensitivity", () => {
  const sensitivity = kernelDensitySensitivity({ recordCount: n, dimension: 1, bandwidth: h, boxSides: [1] });

  test.each([1.05, Math.SQRT2, 3])(
    "with a count of deviation %s/μ no pair of neighbours loses more than μ, and one loses all of it",
    (a) => {
      const delta = atomSensitivity({ sensitivity, recordCount: n, featureNorm: height, countDeviation: a });
      // Loss of the pair over μ: the change of the density over Δ′, and of the count over a.
      const loss = (density: number, count: number) => Math.hypot(density / delta, count / a);
      const random = seededSource(5);
      let most = 0;
      for (let trial = 0; trial < 3000; trial++) {
        const [x, y] = trial === 0 ? [0, 1] : [random.uniform(), random.uniform()];
        most = Math.max(most, loss((height / n) * Math.sqrt(2 - 2 * k(x, y)), 0), loss(height / n, 1));
      }
      expect(most).toBeLessThanOrEqual(1);
      expect(most).toBeGreaterThan(0.999);
    },
  );

  test("at √2 the count is free", () => {
    const delta = atomSensitivity({ sensitivity, recordCount: n, featureNorm: height, countDeviation: Math.SQRT2 });
    expect(delta / sensitivity).toBeLessThan(1 + 1e-11);
  });

  test.each([1, 0.5, 0, -1, NaN, Infinity])("refuses a count of deviation %s/μ", (countDeviation) => {
    expect(() => atomSensitivity({ sensitivity, recordCount: n, featureNorm: height, countDeviation })).toThrow(
      /countDeviation/,
    );
  });
});
