import { expect, test } from "vitest";
import {
  normalReferenceBandwidth,
  printedReferenceBandwidth,
} from "../../../../src/core/density/estimator/bandwidthRule.ts";
import { densityRisk, optimalBandwidth } from "../../../../src/core/density/estimator/bandwidthRisk.ts";
import { kernelDensitySensitivity } from "../../../../src/core/privacy/sensitivity/kernelDensity.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { expectRelative, notPositive } from "../../privacy/relative.ts";

test.each(goldenCases<{ n: number; d: number; iqr: number }, object>("bandwidth-rule").map((c, i) => [i, c] as const))(
  "both rules agree with bandwidth-rule.json, case %i",
  (_, reference) => {
    const { n, d, iqr } = reference.inputs;
    const parameters = { recordCount: n, dimension: d, interquartileRange: iqr };
    expectGolden(reference, "hPrinted", printedReferenceBandwidth(parameters));
    expectGolden(reference, "hNormalReference", normalReferenceBandwidth(parameters));
  },
);

const risk = { recordCount: 1000, dimension: 1, scale: 1, noiseMultiplier: 0, volume: 10 };

test.each([1, 2, 3])(
  "without noise the optimal bandwidth is the normal reference rule, and falls as n^(−1/(4 + d)), d = %i",
  (dimension) => {
    const of = (recordCount: number) => optimalBandwidth({ ...risk, dimension, recordCount });
    // IQR/1.34 of the rule stands for the standard deviation.
    expectRelative(
      of(1000).bandwidth,
      normalReferenceBandwidth({ recordCount: 1000, dimension, interquartileRange: 1.34 }),
      1e-9,
    );
    expectRelative(of(8000).bandwidth / of(1000).bandwidth, 8 ** (-1 / (4 + dimension)), 1e-9);
    expectRelative(of(8000).risk / of(1000).risk, 8 ** (-4 / (4 + dimension)), 1e-9);
  },
);

test("errata H5: for d = 1 and n = 1000 the minimiser is 0.26606", () => {
  expect(optimalBandwidth({ ...risk, recordCount: 1000 }).bandwidth).toBeCloseTo((4 / 3000) ** 0.2, 9);
});

test("no bandwidth has less risk than the optimal one, with noise that matters", () => {
  const noisy = { ...risk, noiseMultiplier: 40, dimension: 2 };
  const total = (bandwidth: number) => {
    const { bias, sampling, noise } = densityRisk({ ...noisy, bandwidth });
    return bias + sampling + noise;
  };
  const best = optimalBandwidth(noisy);
  expectRelative(best.risk, total(best.bandwidth), 1e-12);
  for (const factor of [0.5, 0.9, 0.99, 1.01, 1.1, 2])
    expect(total(factor * best.bandwidth)).toBeGreaterThan(best.risk);
  expect(best.bandwidth).toBeGreaterThan(optimalBandwidth({ ...noisy, noiseMultiplier: 0 }).bandwidth);
  const sensitivity = kernelDensitySensitivity({ recordCount: 1000, dimension: 2, bandwidth: 0.3 });
  expectRelative(densityRisk({ ...noisy, bandwidth: 0.3 }).noise, (40 * sensitivity) ** 2 * noisy.volume, 1e-12);
});

test("no accuracy is lost, in terms of rates: the release's risk over the estimate's tends to 1", () => {
  const excess = [1e3, 1e4, 1e5, 1e6].map((recordCount) => {
    return (
      optimalBandwidth({ ...risk, recordCount, noiseMultiplier: 4 }).risk /
        optimalBandwidth({ ...risk, recordCount }).risk -
      1
    );
  });
  for (let i = 1; i < excess.length; i++) expect(excess[i]!).toBeLessThan(excess[i - 1]! / 3);
});

test.each(notPositive)("rules and risks refuse %s by name", (bad) => {
  const rule = { recordCount: 10, dimension: 1, interquartileRange: 1 };
  expect(() => normalReferenceBandwidth({ ...rule, recordCount: bad })).toThrow(/^recordCount must/);
  expect(() => printedReferenceBandwidth({ ...rule, dimension: bad })).toThrow(/^dimension must/);
  expect(() => normalReferenceBandwidth({ ...rule, interquartileRange: bad })).toThrow(/^interquartileRange must/);
  expect(() => optimalBandwidth({ ...risk, scale: bad })).toThrow(/^scale must/);
  expect(() => optimalBandwidth({ ...risk, volume: bad })).toThrow(/^volume must/);
  expect(() => densityRisk({ ...risk, bandwidth: bad })).toThrow(/^bandwidth must/);
  if (bad !== 0) expect(() => optimalBandwidth({ ...risk, noiseMultiplier: bad })).toThrow(/^noiseMultiplier must/);
});
