import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import {
  addEntryNoise,
  entryNoiseMoments,
  entryNoiseQuantile,
  recordLevelGuarantee,
  withEntryNoise,
} from "../../../../src/core/privacy/mechanisms/entryNoise.ts";
import type { EntryNoise } from "../../../../src/core/privacy/mechanisms/entryNoise.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";

function runToEnd(steps: Generator<number, void>): number[] {
  return [...steps];
}

/** Continuous from the right: (1 + δ)/2 at 0 (Kumar, Moser & Fischer, 2024, eq. 75). */
function entryNoiseCdf({ at, epsilon, delta, adjacency }: EntryNoise & { readonly at: ArrayLike<number> }) {
  const [scale, tail] = [adjacency / epsilon, (1 - delta) / 2];
  return Float64Array.from(at, (v) => (v < 0 ? tail * Math.exp(v / scale) : 1 - tail * Math.exp(-v / scale)));
}

describe("reference values", () => {
  test.each(
    goldenCases<{ epsilon: number; delta: number; d: number; t: number[]; values: number[] }, object>("kahm-noise"),
  )("law of the noise, case %#", (golden) => {
    const { epsilon, delta, d, t, values } = golden.inputs;
    const noise = { epsilon, delta, adjacency: d };
    expectGolden(golden, "inverseCdf", entryNoiseQuantile({ ...noise, at: t }));
    expectGolden(golden, "cdf", entryNoiseCdf({ ...noise, at: values }));
    const { meanAbsolute, variance } = entryNoiseMoments(noise);
    expectGolden(golden, "meanAbs", meanAbsolute);
    expectGolden(golden, "variance", variance);
  });

  test.each(goldenCases<{ epsilon: number; delta: number; p: number; N: number }, object>("kahm-record-level"))(
    "guarantee of a record, case %#",
    (golden) => {
      const { epsilon, delta, p, N } = golden.inputs;
      const record = recordLevelGuarantee({ epsilon, delta, entries: p, recordCount: N });
      expectGolden(golden, "recordEpsilon", record.epsilon);
      expectGolden(golden, "recordDelta", record.delta);
      expectGolden(golden, "expectedExactEntries", record.expectedExactEntries);
      expectGolden(golden, "probAnyExactEntry", record.exactEntryProbability);
    },
  );
});

describe("the law", () => {
  test("quantile and distribution function are inverse to one another outside the atom", () => {
    for (const delta of [0, 0.1]) {
      const noise = { epsilon: 0.7, delta, adjacency: 2 };
      const t = [1e-300, 1e-9, 0.1, 0.44, 0.56, 0.9, 1 - 1e-9];
      entryNoiseCdf({ ...noise, at: entryNoiseQuantile({ ...noise, at: t }) }).forEach((u, k) =>
        expect(Math.abs(u - t[k]!)).toBeLessThanOrEqual(3e-13 * t[k]! + 1e-16 * Number(t[k]! > 0.5)),
      );
    }
  });

  test("changes by at most the factor e^ε and δ when an entry moves by d, on half lines and at the atom", () => {
    const noise = { epsilon: 1.3, delta: 0.02, adjacency: 0.5 };
    const cdf = (v: number) => entryNoiseCdf({ ...noise, at: [v] })[0]!;
    let closest = 0;
    for (let v = -3; v <= 3; v += 0.01) {
      // P(noise ≤ v) against P(noise + d ≤ v), and the upper tails.
      for (const [P, Q] of [
        [cdf(v), cdf(v - 0.5)],
        [1 - cdf(v - 0.5), 1 - cdf(v)],
      ] as const) {
        expect(P).toBeLessThanOrEqual(Math.exp(1.3) * Q + 0.02 + 1e-12);
        closest = Math.max(closest, P / (Math.exp(1.3) * Q + 0.02));
      }
    }
    // The density changes by e^ε between 0 and d, so for δ = 0 a half line uses all of the budget.
    expect(closest).toBeGreaterThan(0.9);
    const pure = { ...noise, delta: 0 };
    const tails = entryNoiseCdf({ ...pure, at: [-1, -1.5] });
    expect(tails[0]! / tails[1]!).toBeCloseTo(Math.exp(1.3), 10);
  });

  test("20,000 draws have it", () => {
    // The largest distance D between empirical and true distribution function of m draws exceeds s/√m with probability
    // at most 2exp(−2s²) (Massart 1990), an atom included: 10⁻⁶ for s = 2.7.
    const m = 20_000;
    for (const delta of [0, 0.05]) {
      const noise = { epsilon: 2, delta, adjacency: 0.3 };
      const entries = new Float64Array(m);
      runToEnd(addEntryNoise({ ...noise, entries, random: seededSource(17) }));
      entries.sort();
      const F = entryNoiseCdf({ ...noise, at: entries });
      let distance = 0;
      for (let k = 0; k < m; k++) {
        if (entries[k] === 0) continue;
        distance = Math.max(distance, Math.abs(F[k]! - k / m), Math.abs(F[k]! - (k + 1) / m));
      }
      expect(distance).toBeLessThan(2.7 / Math.sqrt(m));
      // Numbers of atoms: within 5 standard deviations, which a binomial exceeds with probability 10⁻⁶.
      const atoms = entries.filter((v) => v === 0).length;
      expect(Math.abs(atoms - m * delta)).toBeLessThanOrEqual(5 * Math.sqrt(m * delta * (1 - delta)));
    }
  });

  test("entries that lie on a grid and stay on it are the exact ones (errata K2)", () => {
    const random = seededSource(3);
    const entries = Float64Array.from({ length: 200_000 }, () => Math.floor(256 * random.uniform()) / 255);
    const noisy = entries.slice();
    runToEnd(addEntryNoise({ epsilon: 1, delta: 1e-3, adjacency: 1, entries: noisy, random }));
    let onGrid = 0;
    noisy.forEach((y, k) => {
      const nearest = Math.round(255 * y) / 255;
      if (y !== nearest || !(y >= 0 && y <= 1)) return;
      onGrid++;
      expect(y).toBe(entries[k]);
    });
    // Binomial, mean 200: outside of 120 to 290 with probability below 10⁻⁷.
    expect(onGrid).toBeGreaterThan(120);
    expect(onGrid).toBeLessThan(290);
    const plain = entries.slice();
    runToEnd(addEntryNoise({ epsilon: 1, delta: 0, adjacency: 1, entries: plain, random }));
    expect(plain.some((y, k) => y === entries[k])).toBe(false);
  });
});

describe("addEntryNoise", () => {
  test("is the quantile of one uniform draw for each entry, in order, and tells how far it is", () => {
    const noise = { epsilon: 1, delta: 0, adjacency: 1 };
    const count = 2 ** 18 + 5;
    const entries = new Float64Array(count).fill(7);
    const fractions = runToEnd(addEntryNoise({ ...noise, entries, random: seededSource(5) }));
    expect(fractions).toEqual([2 ** 18 / count, 1]);
    const random = seededSource(5);
    const uniforms = Float64Array.from({ length: count }, () => random.uniform());
    expect(withEntryNoise({ ...noise, entries: new Float64Array(count).fill(7), uniforms })).toEqual(entries);
  });

  test("rounds to single precision what is added to a table of that", () => {
    const noise = { epsilon: 1, delta: 0, adjacency: 1 };
    const [single, double] = [new Float32Array(100).fill(0.1), new Float64Array(100).fill(Math.fround(0.1))];
    runToEnd(addEntryNoise({ ...noise, entries: single, random: seededSource(6) }));
    runToEnd(addEntryNoise({ ...noise, entries: double, random: seededSource(6) }));
    single.forEach((x, k) => expect(x).toBe(Math.fround(double[k]!)));
  });
});

describe("refusals", () => {
  const good = { epsilon: 1, delta: 0, adjacency: 1 };
  test.each([
    ["epsilon", [0, -1, NaN, Infinity]],
    ["delta", [-0.1, 1, NaN, Infinity]],
    ["adjacency", [0, -1, NaN, Infinity]],
  ] as const)("%s", (name, values) => {
    for (const value of values) {
      const bad = { ...good, [name]: value };
      expect(() => entryNoiseQuantile({ ...bad, at: [0.5] })).toThrow(ParameterError);
      expect(() => entryNoiseMoments(bad)).toThrow(ParameterError);
      expect(() => addEntryNoise({ ...bad, entries: new Float64Array(1), random: seededSource(1) }).next()).toThrow(
        ParameterError,
      );
    }
  });

  test("probabilities that have no quantile (errata K15)", () => {
    for (const t of [0, 1, -0.1, 1.1, NaN]) {
      expect(() => entryNoiseQuantile({ ...good, at: [0.5, t] })).toThrow(/at\[1\]/);
    }
    expect(() => withEntryNoise({ ...good, entries: new Float64Array(2), uniforms: Float64Array.of(0.5) })).toThrow(
      ParameterError,
    );
  });

  test("a record without entries", () => {
    for (const entries of [0, -1, 1.5, NaN]) {
      expect(() => recordLevelGuarantee({ epsilon: 1, delta: 0, entries })).toThrow(ParameterError);
    }
    expect(() => recordLevelGuarantee({ epsilon: 1, delta: 0, entries: 1, recordCount: 0 })).toThrow(ParameterError);
    expect(() => recordLevelGuarantee({ epsilon: 0, delta: 0, entries: 1 })).toThrow(ParameterError);
    expect(recordLevelGuarantee({ epsilon: 2, delta: 0, entries: 3 })).toEqual({
      epsilon: 6,
      delta: 0,
      expectedExactEntries: 0,
      exactEntryProbability: 0,
    });
  });
});
