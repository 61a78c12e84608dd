import { describe, expect, test } from "vitest";
import { lebesgueBound } from "../../../src/core/bernstein/operator/lebesgueConstant.ts";
import { numberText } from "../../../src/core/numberFormats.ts";
import { largestNormalQuantile, polynomialNoiseBound } from "../../../src/core/bernstein/polynomialNoise.ts";
import { largestLaplaceQuantile } from "../../../src/core/privacy/calibration/laplace.ts";
import { analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { latticeLaws, noiseLawOf } from "../../../src/core/bernstein/latticeLaw.ts";
import type { LatticeLaw } from "../../../src/core/bernstein/latticeLaw.ts";
import { polynomialGuarantee } from "../../../src/panels/guarantee/polynomialGuarantee.tsx";

describe("the rows of a polynomial's guarantee", () => {
  const [degree, iterations, dimension, multiplier, sensitivity] = [20, 3, 2, 2, 0.01];
  const valueCount = 21 ** 2;
  const rowsOf = (law: LatticeLaw, unit = 1) => {
    const scale = multiplier * sensitivity;
    const noise = polynomialNoiseBound({ degree, iterations, dimension, law: noiseLawOf(law), scale, coverage: 0.95 });
    const { sensitivityRows } = polynomialGuarantee(
      {
        budget: { epsilon: 0.5, delta: 1e-5, multiplier },
        sigma: unit,
        simultaneous: unit * noise,
        facts: {
          ...{ recordCount: 100, sensitivity, exactSensitivity: sensitivity, jitter: 0, roundingError: 0 },
          ...{ covarianceError: 0, samplingMethod: "exact" },
          polynomial: {
            ...{ law, degree, iterations, dimension, isAutomatic: true, recordsPerPerson: 1, valueCount },
            vectorSensitivity: { l1: 0.5, l2: 0.03 },
            ...{ valueByValueSensitivity: 1, pointwiseSensitivity: 0.002, approximationBound: 0.125 },
            ...{ amplification: lebesgueBound({ degree, iterations }) ** dimension, pointwiseFactor: 2 },
            shape: new Float64Array(0),
          },
        },
      },
      { pointwise: "S", letters: "", unit },
    );
    return { noise, scale, rows: new Map(sensitivityRows.map(([name, value]) => [name, value])) };
  };

  test.each(latticeLaws)("%s: the bound that k and h are chosen by, with all its constants", (law) => {
    const q =
      law === "gaussian"
        ? largestNormalQuantile({ count: valueCount, coverage: 0.95 })
        : largestLaplaceQuantile({ count: valueCount, scale: 1, coverage: 0.95 });
    const amplification = lebesgueBound({ degree, iterations }) ** dimension;
    // The same in the units of the data, ten to one of the function.
    for (const unit of [1, 10]) {
      const { noise, scale, rows } = rowsOf(law, unit);
      expect(
        rows.get(
          `Noise is below Λ² ${law === "gaussian" ? "σ" : "b"} t in 95 % of all draws: t for the largest number, Λ for the polynomial between them`,
        ),
      ).toBe(`${numberText(amplification)} · ${numberText(scale)} · ${numberText(q)} = ${numberText(noise)}`);
      expect(rows.get("Their sum, which k and h make small")).toBe(numberText(0.125 + noise));
    }
  });

  test("the paper's rule stands beside it where noise is Laplace's", () => {
    const name = "k by the paper’s rule for this h, which leaves constants out";
    expect(rowsOf("laplace").rows.get(name)).toBe(String(Math.round((0.5 / (0.002 * Math.log(20))) ** (1 / 5))));
    expect(rowsOf("gaussian").rows.has(name)).toBe(false);
  });

  test("Theorem 7's proof stands there with every number: its range, ε₀, μ, and what other noise needs", () => {
    const { rows } = rowsOf("composedLaplace");
    const L = Math.log(1e5);
    expect(rows.get("Theorem 7 is proved for ε up to 8 ln(3/2) ln(1/δ)")).toBe(numberText(8 * Math.log(1.5) * L));
    expect(rows.get(`Values against 8 ln(1/δ) = ${numberText(8 * L)}`)).toMatch(/^more: by advanced composition/);
    expect(rows.get("Each value alone is purely private with ε₀ = S/b")).toBe(numberText(1 / (multiplier * 21)));
    expect(rows.get("All together are μ-Gaussian private with μ = √(π/2) √N ε₀")).toBe(
      numberText(Math.sqrt(Math.PI / 2) / multiplier),
    );
    const own = Math.SQRT2 * ((2 * Math.sqrt(2 * L)) / 0.5) * 21 * 0.002;
    const sigma = analyticNoiseMultiplier({ epsilon: 0.5, delta: 1e-5 }) * 0.03;
    expect(rows.get("Standard deviation of the noise on a value, √2 b")).toBe(
      `${numberText(own)}; pure ε needs ${numberText((Math.SQRT2 * 0.5) / 0.5)}, normal noise σ = ${numberText(sigma)}: ${numberText(own / sigma)} times less`,
    );
    expect(rows.get("Δ₁ of all values together, which the theorem does not use")).toBe("0.5 (56.7 % of N S)");
  });
});
