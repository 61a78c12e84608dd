import { createHash } from "node:crypto";
import { claimedDelta, claimedMu, addedFailure } from "../../src/core/privacy/calibration/claim.ts";
import { theorem7Multiplier } from "../../src/core/privacy/calibration/laplace.ts";
import { gridNoiseSampler } from "../../src/core/privacy/mechanisms/gridNoise.ts";
import { laplaceLattice, latticeLaplaceRelease } from "../../src/core/privacy/mechanisms/latticeLaplace.ts";
import { latticeOfLoss } from "../../src/core/privacy/mechanisms/latticeScale.ts";
import { latticePlan, latticeRelease, latticeValues } from "../../src/core/privacy/mechanisms/latticeRelease.ts";
import { dpEventOf } from "../../src/core/privacy/accounting/dpEvent.ts";
import { gaussianOfComposedPure, gaussianOfPure } from "../../src/core/privacy/accounting/composition.ts";
import { exactNormals } from "../../src/core/random/exactNormal.ts";
import { wordsOf } from "../../src/core/random/randomWords.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { costOf } from "../../src/core/release/file/releaseFile.ts";
import { sealRelease } from "../../src/core/release/file/sealedRelease.ts";
import type { ReleaseContents, ReleaseFile } from "../../src/core/release/file/releaseFile.ts";
import type { ReleaseWords } from "../../src/core/release/file/releaseContents.ts";

export function sha256(text: string): Promise<string> {
  return Promise.resolve(createHash("sha256").update(text, "utf8").digest("hex"));
}

const sheet: ReleaseContents["sheet"] = {
  title: 'Waiting times, "Old Faithful" — ε = 1',
  curator: "A park",
  intendedUse: "Teaching",
  dataProduct: "A density on [40, 100] minutes",
  privacyUnit: "one record",
  privacyUnitDetails: "each eruption is one record",
  neighbourRelation: "one record is replaced; the number of records is public",
  dataDomain: "numbers from 40 to 100",
  unprotectedQuantities: ["number of records: 272"],
  parameters: [{ name: "bandwidth", value: "4" }],
  postProcessing: "none",
  composition: "the only release of these records",
  preprocessing: "records outside the domain are moved to its edge",
  tuning: "none",
  mechanism: "Gaussian process noise with an exact dither",
  library: { name: "Curveil", version: "0.1.0" },
  floatingPoint: "integers on a lattice;\nexact dither; proof in docs/proofs/latticeRelease.md",
  timing: "durations do not leave the page",
  justification: "",
};

const common = {
  app: { name: "Curveil", version: "0.1.0", commit: "0000000" },
  created: "2026-11-22",
  sheet,
  provenance: [
    { parameter: "bandwidth", origin: "public", statement: "", ledgerEntry: null },
    {
      parameter: "domain",
      origin: "chosen after looking",
      statement: "I would have chosen this without looking",
      ledgerEntry: null,
    },
  ],
  ledgerEntry: "2026-11-22/1",
} as const;

/** A curve, or with `count1` a field, with correlated noise and an exact dither. */
export function ditheredContents(count0 = 60, count1 = 0): ReleaseContents {
  const [epsilon, failure] = [1, 2.6e-56];
  const delta = 1e-5;
  const mu = claimedMu({ epsilon, delta, failure, calibration: "analytic" });
  const shape = count1 === 0 ? [count0] : [count0, count1];
  const axes = shape.map((count, k) => ({
    name: k === 0 ? "waiting" : "eruption",
    unit: "min",
    coordinates: { kind: "regular", lower: 40, upper: 100, count } as const,
  }));
  const grid = { axes: shape.map((count) => ({ lower: 40, upper: 100, count })) };
  const m = shape.reduce((product, count) => product * count, 1);
  const plan = latticePlan({
    sensitivity: 0.00123,
    mu,
    count: m,
    estimateError: 1e-15,
    estimateBound: 0.1 * Math.sqrt(m),
    noise: { error: 1e-11, normBound: 3 * Math.sqrt(m) + 16, failure },
    ditherBits: 4,
  });
  const words = wordsOf(seededSource(11));
  const bandwidthMatrix = shape.map((_, i) => shape.map((_, j) => (i === j ? 16 : 0)));
  const sampler = gridNoiseSampler({ kernel: { type: "gaussian", bandwidthMatrix }, grid, jitter: 1e-9 });
  const normals = new Float64Array(sampler.normalCount);
  exactNormals(words).fillNearest(normals);
  const unitNoise = sampler.sample(normals, new Float64Array(m));
  const estimate = Float64Array.from({ length: m }, (_, i) => 0.02 + 0.01 * Math.sin(i / 9));
  const integers = latticeRelease({ plan, estimate, unitNoise, words });
  const mechanism = {
    kind: "ditheredGaussian",
    domain: { kind: "grid", axes },
    lattice: plan.lattice,
    dither: plan.dither,
    integers: [...integers],
    sigma: plan.sigma,
    sensitivity: { formula: "√2/(n √(2π) h)", value: 0.00123, eta: 1e-15 },
    computingError: plan.computingError,
    calibration: "analytic",
    mu,
    failure,
    addedFailure: addedFailure({ epsilon, failure }),
    deltaProfile: [0.1, 0.5, 1, 2, 4].map((at) => ({ epsilon: at, delta: claimedDelta({ epsilon: at, mu, failure }) })),
    epsilon,
    delta,
  } as const;
  return {
    ...common,
    study: "density",
    mechanism,
    dpEvent: dpEventOf(costOf(mechanism)),
    view: {
      title: "Waiting times",
      axes,
      valueName: "density",
      valueUnit: "1/min",
      values: [...latticeValues(integers, plan.lattice)],
      processing: "",
      bands: [{ name: "simultaneous 95 %, noise only", halfWidth: 2.9 * plan.sigma }],
    },
  };
}

/** Coefficients with Laplace noise. */
export function laplaceContents(): ReleaseContents {
  const lattice = laplaceLattice({ sensitivity: 0.01, roundingError: 1e-16, epsilon: 0.5 });
  const estimate = Float64Array.from({ length: 12 }, (_, i) => i / 12);
  const integers = latticeLaplaceRelease({ estimate, lattice, words: wordsOf(seededSource(12)) });
  const mechanism = {
    kind: "laplaceCoordinates",
    domain: {
      kind: "basis",
      name: "Bernstein polynomials",
      order: "ν = 0, …, 11",
      parameters: [{ name: "degree", value: 11 }],
    },
    lattice: lattice.lattice,
    dither: 0,
    integers: [...integers],
    sigma: lattice.scale,
    sensitivity: { formula: "S(k + 1)", value: 0.01, eta: 1e-16 },
    computingError: 0,
    calibration: "pure",
    mu: gaussianOfPure(0.5),
    failure: 0,
    addedFailure: 0,
    deltaProfile: [],
    epsilon: 0.5,
    delta: 0,
  } as const;
  return {
    ...common,
    study: "bernstein",
    mechanism,
    dpEvent: dpEventOf(costOf(mechanism)),
    view: {
      title: "Polynomial",
      axes: [{ name: "y", unit: "", coordinates: { kind: "points", values: [0, 0.25, 1] } }],
      valueName: "value",
      valueUnit: "",
      values: [0.1, 0.2, 0.3],
      processing: "polynomial of the coefficients",
      bands: [],
    },
  };
}

/** Values with Laplace noise by Theorem 7. */
export function composedLaplaceContents(): ReleaseContents {
  const pure = laplaceContents();
  const [epsilon, delta] = [0.5, 1e-5];
  const { loss, ...lattice } = latticeOfLoss({
    ...{ sensitivity: 0.01, roundingError: 1e-16 },
    loss: 1 / theorem7Multiplier({ epsilon, delta }),
  });
  const estimate = Float64Array.from({ length: 12 }, (_, i) => i / 12);
  const integers = latticeLaplaceRelease({ estimate, lattice, words: wordsOf(seededSource(13)) });
  const mu = gaussianOfComposedPure(loss);
  const mechanism = {
    ...pure.mechanism,
    kind: "composedLaplaceCoordinates",
    lattice: lattice.lattice,
    integers: [...integers],
    sigma: lattice.scale,
    sensitivity: { formula: "√N S", value: 0.01, eta: 1e-16 },
    calibration: "theorem7",
    mu,
    deltaProfile: [0.01, 0.1, 0.5].map((at) => ({
      epsilon: at,
      delta: claimedDelta({ epsilon: at, mu, failure: 0 }),
    })),
    ...{ epsilon, delta },
  } as const;
  return { ...pure, mechanism, dpEvent: dpEventOf(costOf(mechanism)) };
}

export function sealed(contents: ReleaseContents): Promise<ReleaseFile> {
  return sealRelease(contents, sha256);
}

/** One file of each kind: a curve, a field, coefficients, values by Theorem 7. */
export function exampleFiles(): Promise<ReleaseFile[]> {
  return Promise.all(
    [ditheredContents(), ditheredContents(9, 7), laplaceContents(), composedLaplaceContents()].map(sealed),
  );
}

/** Words of a toy file. */
export function contentsWords(axisCount: number): ReleaseWords {
  const { app, created, sheet, provenance, ledgerEntry } = ditheredContents();
  const axes = Array.from({ length: axisCount }, (_, j) => ({ name: `x${j}`, unit: "" }));
  return { app, created, study: "toy", sheet, provenance, ledgerEntry, axes, value: { name: "f", unit: "" } };
}
