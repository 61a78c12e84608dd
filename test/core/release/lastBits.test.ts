import { expect, test } from "vitest";
import { addNoise } from "../../../src/core/affineHull/fabrication/tableNoise.ts";
import { analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { planBernsteinDensity } from "../../../src/core/density/bernsteinDensity.ts";
import { planBoundary } from "../../../src/core/erm/boundary/boundary.ts";
import type { FitParameters } from "../../../src/core/erm/boundary/boundaryParameters.ts";
import { planDensity } from "../../../src/core/density/density.ts";
import { densityGrid } from "../../../src/core/density/densityGrid.ts";
import type { LatticeLaw } from "../../../src/core/bernstein/latticeLaw.ts";
import { digitNoise, releasingDigits } from "../../../src/core/affineHull/digits/digitRelease.ts";
import { releasingAtPoints } from "../../../src/core/release/pointRelease.ts";
import { preparingPolynomial } from "../../../src/core/bernstein/privatePolynomial.ts";
import { releasingPrivately } from "../../../src/core/release/releasingPrivately.ts";
import type { PrivacyBudget } from "../../../src/core/privacy/calibration/privacyBudget.ts";
import { scaleRelease } from "../../../src/core/release/scale.ts";
import { releasingTable } from "../../../src/core/affineHull/fabrication/tableRelease.ts";
import { cryptographicWords } from "../../../src/core/random/randomWords.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { reachablePlaces } from "../../../src/core/privacy/attack/lastBitsDecoder.ts";
import { couldHaveGiven } from "../../support/couldHaveGiven.ts";
import { neighbouringPoints } from "../../support/privateReleases.ts";
import { casesOf } from "../../support/fuzzing.ts";

// The enemy knows both neighbours, and asks of every number that leaves whether a double of noise makes it of theirs.
// privateRelease.test.ts does so with densities on a line and mean curves.

const budget: PrivacyBudget = { epsilon: 0.1, delta: 1e-5, calibration: "analytic" };
const multiplier = analyticNoiseMultiplier(budget);
const drawing = { seed: "secure", drawCount: 1 } as const;
const plane = [
  [0, 1],
  [0, 1],
] as const;

/** What the enemy knows of two neighbours, and what is released of one of them. */
interface Attacked {
  readonly estimates: readonly [Float64Array, Float64Array];
  readonly numbers: (which: 0 | 1) => { readonly values: Float64Array; readonly scale: number };
}

const ofLattice = ({ integers, lattice, sigma }: { integers: Float64Array; lattice: number; sigma: number }) => ({
  values: integers.map((integer) => integer * lattice),
  scale: sigma,
});

const inPlane = {
  domain: plane,
  bandwidths: [0.1, 0.2],
  correlation: 0.3,
  route: "gaussian",
  relativeRate: 1,
} as const;
const field: FitParameters = {
  domain: plane,
  kernel: "gaussian",
  lengthScale: 0.3,
  loss: "hinge",
  lossParameter: 0.5,
  penalty: 0.05,
  solver: "exact",
};
const at = { dimension: 2, coordinates: Float64Array.from({ length: 60 }, (_, k) => ((k * 7) % 31) / 31) };

const boundaryPlans = (seed: number) =>
  neighbouringPoints(seed, 20, 2).map((points) =>
    planBoundary({ points, responses: Float64Array.from({ length: 20 }, (_, i) => (i % 2 ? 1 : -1)) }),
  );

/** Rows of p entries; the last row is at one corner or the other. */
function tables(seed: number, p: number) {
  const random = seededSource(seed);
  const others = Array.from({ length: 40 * p }, () => random.uniform());
  return [0, 1].map((end) => ({
    dimension: p,
    coordinates: Float64Array.from([...others, ...Array.from({ length: p }, () => end)]),
  }));
}

const kinds: Record<string, (seed: number) => Attacked> = {
  "density in the plane": (seed) => {
    const targets = neighbouringPoints(seed, 30, 2).map((points) =>
      planDensity({ points, domain: plane }).target(inPlane),
    );
    return {
      estimates: targets.map((target) => lastOf(target.estimating())) as [Float64Array, Float64Array],
      numbers: (which) => ofLattice(lastOf(releasingPrivately(targets[which]!, budget, cryptographicWords()))),
    };
  },
  "coordinates of a field on landmarks": (seed) => {
    const targets = boundaryPlans(seed).map((plan) => plan.target({ ...field, solver: "landmarks" }));
    return {
      estimates: targets.map((target) => lastOf(target.estimating())) as [Float64Array, Float64Array],
      numbers: (which) => ofLattice(lastOf(releasingPrivately(targets[which]!, budget, cryptographicWords()))),
    };
  },
  predictions: (seed) => {
    const targets = boundaryPlans(seed).map((plan) => plan.pointTarget(field, at).target);
    return {
      estimates: targets.map((target) => lastOf(target.estimating())) as [Float64Array, Float64Array],
      numbers: (which) => ofLattice(lastOf(releasingAtPoints(targets[which]!, budget, cryptographicWords()))),
    };
  },
  "a polynomial with Laplace noise": (seed) => polynomial(seed, "laplace"),
  "a polynomial with Gaussian noise": (seed) => polynomial(seed, "gaussian"),
  "a polynomial with the Laplace noise of Theorem 7": (seed) => polynomial(seed, "composedLaplace"),
  "a table protecting records": (seed) => table(seed, "record"),
  "a table protecting entries": (seed) => table(seed, "entry"),
  digits: (seed) => {
    const pair = tables(seed, 16).map(({ coordinates }) => ({
      ...{ dimension: 16, height: 4, width: 4, classCount: 1, classOf: new Float64Array(41) },
      entries: Float32Array.from(coordinates, (x) => Math.round(255 * x) / 255),
    }));
    const shape = { protection: "record", adjacency: 1, subspaceDimension: 2, depth: 1, steps: 0, budget } as const;
    return {
      estimates: pair.map(({ entries }) => Float64Array.from(entries)) as unknown as [Float64Array, Float64Array],
      numbers: (which) => {
        const { numbers } = lastOf(releasingDigits(pair[which]!, { ...shape, digit: 0 }, cryptographicWords()));
        const { lattice, sigma } = digitNoise(shape, 16);
        return ofLattice({ integers: numbers!.integers, lattice, sigma });
      },
    };
  },
};

function polynomial(seed: number, law: LatticeLaw): Attacked {
  const domain = [[0, 1]] as const;
  const targets = neighbouringPoints(seed, 15, 1).map((points) =>
    planBernsteinDensity({
      ...{ points, domain, bandwidths: [0.1], correlation: 0 },
      drawnOnGrid: () => expect.unreachable(),
    }).target({ law, size: { kind: "byHand", degree: 60, iterations: 3 } }),
  );
  const words = { axes: densityGrid(domain).axes, units: { scale: 1, offset: 0 }, formula: "" };
  return {
    estimates: targets.map((target) => target.values()) as [Float64Array, Float64Array],
    numbers: (which) =>
      ofLattice(lastOf(preparingPolynomial(targets[which]!, words, budget).draw(cryptographicWords()))),
  };
}

const tableShape = {
  origin: "corner",
  subspaceDimension: 2,
  depth: 1,
  branches: 1,
  parties: 1,
  steps: 0,
  model: "fabricated",
  testEvery: 0,
  fieldMargin: 0,
  adjacency: 1,
} as const;

function table(seed: number, protection: "record" | "entry"): Attacked {
  const pair = tables(seed, 3);
  const ranges = [0, 1, 2].map(() => [0, 1] as const);
  return {
    estimates: pair.map(({ coordinates }) => coordinates) as [Float64Array, Float64Array],
    numbers: (which) => {
      const records = { points: pair[which]!, classOf: new Float64Array(41), classCount: 1 };
      const asked = { ...tableShape, ranges, protection, budget } as const;
      return ofLattice(lastOf(releasingTable(records, asked, cryptographicWords())));
    },
  };
}

test.each(Object.entries(kinds))("the decoder of last bits learns nothing from a release: %s", (_, attacked) => {
  let [lead, places] = [0, 0];
  for (let seed = 1; seed <= casesOf(12, 6); seed++) {
    const { estimates, numbers } = attacked(seed);
    const { values, scale } = numbers((seed % 2) as 0 | 1);
    const [own, other] = [estimates[seed % 2]!, estimates[1 - (seed % 2)]!];
    lead += reachablePlaces(own, scale, values) - reachablePlaces(other, scale, values);
    places += values.length;
  }
  // A place adds at most 1 to the lead: 4.9 standard deviations are exceeded with probability 10⁻⁶.
  expect(places).toBeGreaterThan(100);
  expect(Math.abs(lead)).toBeLessThan(4.9 * Math.sqrt(places));
});

/** Pairs of previews, with the doubles of one of them. */
const previews: Record<string, (seed: number) => Attacked> = {
  "density in the plane": (seed) =>
    ofPreviews(
      neighbouringPoints(seed, 30, 2).map((points) =>
        planDensity({ points, domain: plane }).release({ ...inPlane, ...drawing }),
      ),
    ),
  "a field": (seed) => ofPreviews(boundaryPlans(seed).map((plan) => lastOf(plan.releasing({ ...field, ...drawing })))),
  "a table": (seed) => {
    const pair = tables(seed, 3);
    const ranges = [0, 1, 2].map(() => [0, 1] as const);
    const asked = {
      ...tableShape,
      ranges,
      protection: "record",
      epsilon: 0.1,
      delta: 1e-5,
      seed,
      frames: false,
      fieldCount: 0,
    } as const;
    return {
      estimates: pair.map(({ coordinates }) => coordinates) as [Float64Array, Float64Array],
      numbers: (which) => {
        const { noisy, guarantee } = addNoise(pair[which]!, asked, seededSource(seed));
        return { values: noisy.coordinates, scale: guarantee.deviation };
      },
    };
  },
};

function ofPreviews(pair: readonly Parameters<typeof scaleRelease>[0][]): Attacked {
  return {
    estimates: pair.map(({ estimate }) => estimate) as [Float64Array, Float64Array],
    numbers: (which) => {
      const release = pair[which]!;
      const out = new Float64Array(release.estimate.length);
      return { values: scaleRelease(release, 0, multiplier, out), scale: multiplier * release.sensitivity };
    },
  };
}

test.each(Object.entries(previews))(
  "the decoder of last bits tells neighbours apart from previews: %s",
  (_, attacked) => {
    let told = 0;
    for (let seed = 1; seed <= casesOf(40, 20); seed++) {
      const { estimates, numbers } = attacked(seed);
      const which = (seed % 2) as 0 | 1;
      const { values, scale } = numbers(which);
      const passing = estimates.filter((estimate) => couldHaveGiven(estimate, scale, values));
      if (passing.length === 1 && passing[0] === estimates[which]) told++;
    }
    // Told are 70 % of densities and fields and 40 % of tables: neighbours whose records are moved to one edge are one data set.
    expect(told).toBeGreaterThan(casesOf(8, 4));
  },
);
