import { describe, expect, test } from "vitest";
import { lebesgueBound } from "../../../src/core/estimators/bernstein/lebesgueConstant.ts";
import { numberText } from "../../../src/core/numberFormats.ts";
import { largestNormalQuantile, polynomialNoiseBound } from "../../../src/core/privacy/bands/polynomialNoise.ts";
import { largestLaplaceQuantile } from "../../../src/core/privacy/calibration/laplace.ts";
import { polynomialGuarantee } from "../../../src/panels/guarantee/polynomialGuarantee.tsx";

describe("the rows of a polynomial's guarantee", () => {
  const [degree, iterations, dimension, multiplier, sensitivity] = [20, 3, 2, 2, 0.01];
  const valueCount = 21 ** 2;
  const rowsOf = (law: "laplace" | "gaussian", unit = 1) => {
    const scale = multiplier * sensitivity;
    const noise = polynomialNoiseBound({ degree, iterations, dimension, law, scale, coverage: 0.95 });
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

  test.each(["laplace", "gaussian"] as const)(
    "%s: the bound that k and h are chosen by, with all its constants",
    (law) => {
      const q =
        law === "laplace"
          ? largestLaplaceQuantile({ count: valueCount, scale: 1, coverage: 0.95 })
          : largestNormalQuantile({ count: valueCount, coverage: 0.95 });
      const amplification = lebesgueBound({ degree, iterations }) ** dimension;
      // The same in the units of the data, ten to one of the function.
      for (const unit of [1, 10]) {
        const { noise, scale, rows } = rowsOf(law, unit);
        expect(
          rows.get(
            `Noise is below Λ² ${law === "laplace" ? "b" : "σ"} q in 95 % of all draws, q that of the largest number`,
          ),
        ).toBe(`${numberText(amplification)} · ${numberText(scale)} · ${numberText(q)} = ${numberText(noise)}`);
        expect(rows.get("Their sum, which k and h make small")).toBe(numberText(0.125 + noise));
      }
    },
  );

  test("the paper's rule stands beside it where noise is Laplace's", () => {
    const name = "k by the paper’s rule for this h, which leaves constants out";
    expect(rowsOf("laplace").rows.get(name)).toBe(String(Math.round((0.5 / (0.002 * Math.log(20))) ** (1 / 5))));
    expect(rowsOf("gaussian").rows.has(name)).toBe(false);
  });
});
