import { describe, expect, test } from "vitest";
import { NumericalError } from "../../../../src/core/errors.ts";
import {
  sobolevKernelDensitySensitivity,
  sobolevKernelDensitySensitivityPrinted,
} from "../../../../src/core/privacy/sensitivity/sobolevKernelDensity.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { normalCdf } from "../../../../src/core/special/normal.ts";
import type { GoldenCase } from "../../../support/goldenFile.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { bump as smoothBump, sobolevInnerProduct } from "../../../support/sobolev.ts";
import { expectRelative } from "../relative.ts";
import { average, rkhsDistance } from "./rkhs.ts";

/** Parts of Hall's eq. (9), ⟨f, g⟩ = endpointTerm + intDerivatives/(2γ) + γ·intProduct/2. */
interface Parts {
  readonly endpointTerm: number;
  readonly intDerivatives: number;
  readonly intProduct: number;
}

const inner = ({ endpointTerm, intDerivatives, intProduct }: Parts, gamma: number) =>
  endpointTerm + intDerivatives / (2 * gamma) + (gamma * intProduct) / 2;

const bell = (z: number) => Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
const bump = (x: number, centre: number, h: number) => bell((x - centre) / h) / h;

/** Two normalised Gaussian bumps on [0, 1]: their product is a bump of standard deviation h/√2 at their middle. */
function bumpParts(a: number, b: number, h: number): Parts {
  const s = h * Math.SQRT1_2;
  const middle = (a + b) / 2;
  const [z0, z1] = [-middle / s, (1 - middle) / s];
  const height = Math.exp(-((a - b) ** 2) / (4 * h * h)) / (2 * h * Math.sqrt(Math.PI));
  const mass = normalCdf(z1) - normalCdf(z0);
  const secondMoment = s * s * (mass - z1 * bell(z1) + z0 * bell(z0));
  return {
    endpointTerm: (bump(0, a, h) * bump(0, b, h) + bump(1, a, h) * bump(1, b, h)) / 2,
    intDerivatives: (height * (secondMoment - ((a - b) / 2) ** 2 * mass)) / h ** 4,
    intProduct: height * mass,
  };
}

/** The inner product of two bumps on [0, 1]ᵈ. */
const bumpInner = (h: number, gamma: number) => (x: readonly number[], y: readonly number[]) =>
  x.reduce((product, a, j) => product * inner(bumpParts(a, y[j]!, h), gamma), 1);

interface Bumps {
  readonly centre1: number;
  readonly centre2: number;
  readonly h: number;
  readonly gamma: number;
}

describe("the Sobolev norm used by the falsifiers", () => {
  test("in closed form has the reference value for bumps, and agrees with quadrature", () => {
    for (const golden of goldenCases<Bumps, object>("sobolev-bump-inner-products")) {
      const { centre1, centre2, h, gamma } = golden.inputs;
      const parts = bumpParts(centre1, centre2, h);
      expectGolden(golden, "endpointTerm", parts.endpointTerm);
      expectGolden(golden, "intDerivatives", parts.intDerivatives);
      expectGolden(golden, "intProduct", parts.intProduct);
      expectGolden(golden, "inner", inner(parts, gamma));
      expectGolden(
        golden,
        "distance",
        rkhsDistance(average([[centre1]], 1), average([[centre2]], 1), bumpInner(h, gamma)),
      );
      const quadrature = sobolevInnerProduct(smoothBump(centre1, h), smoothBump(centre2, h), gamma);
      expect(Math.abs(inner(parts, gamma) - quadrature)).toBeLessThan(1e-10 * inner(bumpParts(0.5, 0.5, h), gamma));
    }
  });

  test("multiplies over coordinates, with the reference values", () => {
    for (const golden of goldenCases<{ x: number[]; xPrime: number[]; h: number; gamma: number }, object>(
      "sobolev-tensor-bumps",
    )) {
      const { x, xPrime, h, gamma } = golden.inputs;
      expectGolden(golden, "normSqX", bumpInner(h, gamma)(x, x));
      expectGolden(golden, "distance", rkhsDistance(average([x], 1), average([xPrime], 1), bumpInner(h, gamma)));
    }
  });
});

type Sensitivity = GoldenCase<
  { n: number; d: number; h: number; gamma: number },
  { tightSup?: number; paperBound?: number }
> & { readonly attainedAt?: { readonly x: number; readonly xPrime: number } };

const sensitivities = (): readonly Sensitivity[] => goldenCases("sobolev-kde-sensitivity");

describe("sobolevKernelDensitySensitivity", () => {
  test("has the reference value, at least the numerical supremum, which its pair attains", () => {
    for (const golden of sensitivities()) {
      const { n: recordCount, d: dimension, h: bandwidth, gamma: rate } = golden.inputs;
      const bound = sobolevKernelDensitySensitivity({ recordCount, dimension, bandwidth, rate });
      expectGolden(golden, "provedBound", bound);
      if (golden.expected.tightSup === undefined) continue;
      // 1e-12 is left to the last digits of the numerical search.
      expect(bound).toBeGreaterThanOrEqual(golden.expected.tightSup * (1 - 1e-12));
      const { x, xPrime } = golden.attainedAt!;
      const inner = bumpInner(bandwidth, rate);
      expectGolden(golden, "tightSup", rkhsDistance(average([[x]], 1), average([[xPrime]], 1), inner) / recordCount);
    }
  });

  test("bounds 3000 random and adversarial neighbours on [0, 1]ᵈ, records outside included, and is nearly reached", () => {
    const random = seededSource(21);
    let largest = 0;
    for (let i = 0; i < 3000; i++) {
      const dimension = 1 + (i % 3);
      const recordCount = 1 + Math.floor(4 * random.uniform());
      const bandwidth = 10 ** (-2 + 2 * random.uniform());
      const u = 10 ** (-1 + 2 * random.uniform());
      const worst = bandwidth * Math.sqrt(6 + 4 * u * u);
      const anywhere = () => Array.from({ length: dimension }, () => -0.5 + 2 * random.uniform());
      const before = Array.from({ length: recordCount }, anywhere);
      // In one coordinate the two bumps stand at the distance of the proof, in the others they agree.
      const replacement = i % 2 === 0 ? anywhere() : before[0]!.with(0, before[0]![0]! + worst);
      const rate = u / bandwidth;
      const inner = bumpInner(bandwidth, rate);
      const bound = sobolevKernelDensitySensitivity({ recordCount, dimension, bandwidth, rate });
      const distance = rkhsDistance(average(before, 1), average(before.with(0, replacement), 1), inner);
      // The closed forms cancel to about 1e-10 of the largest inner product.
      expect(distance / bound).toBeLessThanOrEqual(1 + 1e-9);
      largest = Math.max(largest, distance / bound);
    }
    expect(largest).toBeGreaterThan(0.999);
  });

  test.each([1, 2, 3])("is reached in %s dimensions by two bumps well inside the box", (dimension) => {
    const [bandwidth, rate] = [0.01, 100];
    const x = new Array<number>(dimension).fill(0.4);
    const y = x.with(0, 0.4 + bandwidth * Math.sqrt(10));
    const distance = rkhsDistance(average([x], 1), average([y], 1), bumpInner(bandwidth, rate));
    expectRelative(distance, sobolevKernelDensitySensitivity({ recordCount: 1, dimension, bandwidth, rate }), 1e-9);
  });

  test("scales as 1/n, and as s^−d when lengths are scaled by s", () => {
    const at = { recordCount: 3, dimension: 2, bandwidth: 0.1, rate: 7 };
    const bound = sobolevKernelDensitySensitivity(at);
    expectRelative(sobolevKernelDensitySensitivity({ ...at, recordCount: 300 }), bound / 100, 1e-14);
    expectRelative(sobolevKernelDensitySensitivity({ ...at, bandwidth: 0.2, rate: 3.5 }), bound / 4, 1e-14);
  });
});

describe("sobolevKernelDensitySensitivityPrinted", () => {
  test("has the reference value, and is never below the proved bound at γ = 1/h", () => {
    for (const golden of sensitivities()) {
      if (golden.expected.paperBound === undefined) continue;
      const { n: recordCount, d: dimension, h: bandwidth } = golden.inputs;
      const printed = sobolevKernelDensitySensitivityPrinted({ recordCount, dimension, bandwidth });
      expectGolden(golden, "paperBound", printed);
      const proved = sobolevKernelDensitySensitivity({ recordCount, dimension, bandwidth, rate: 1 / bandwidth });
      expect(printed).toBeGreaterThan(proved);
    }
  });
});

test.each([NaN, Infinity, -Infinity, 0, -1])("Sobolev sensitivities refuse %s for each parameter, by name", (bad) => {
  const at = { recordCount: 10, dimension: 1, bandwidth: 1, rate: 1 };
  for (const sensitivity of [sobolevKernelDensitySensitivity, sobolevKernelDensitySensitivityPrinted]) {
    expect(() => sensitivity({ ...at, recordCount: bad })).toThrow(/^recordCount must/);
    expect(() => sensitivity({ ...at, dimension: bad })).toThrow(/^dimension must/);
    expect(() => sensitivity({ ...at, bandwidth: bad })).toThrow(/^bandwidth must/);
  }
  expect(() => sobolevKernelDensitySensitivity({ ...at, rate: bad })).toThrow(/^rate must/);
});

test("Sobolev sensitivities never return 0 or ∞", () => {
  for (const bandwidth of [1e-200, 1e200]) {
    const at = { recordCount: 1, dimension: 3, bandwidth, rate: 1 / bandwidth };
    expect(() => sobolevKernelDensitySensitivity(at)).toThrow(NumericalError);
    expect(() => sobolevKernelDensitySensitivityPrinted(at)).toThrow(NumericalError);
  }
});
