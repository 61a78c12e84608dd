import type { processNoise, ReleaseContents } from "../../src/core/release/file/releaseFile.ts";
import { releaseContents } from "../../src/core/release/file/releaseContents.ts";
import { releasingTable } from "../../src/core/affineHull/fabrication/tableRelease.ts";
import { bernsteinOnGrid } from "../../src/core/bernstein/operator/bernsteinOnGrid.ts";
import type { LatticeLaw } from "../../src/core/bernstein/latticeLaw.ts";
import { releasingPolynomial } from "../../src/core/bernstein/privatePolynomial.ts";
import { planBernsteinDensity } from "../../src/core/density/bernsteinDensity.ts";
import { gridCoordinates, type Interval } from "../../src/core/grids.ts";
import { wordsOf } from "../../src/core/random/randomWords.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { lastOf } from "../../src/core/slices.ts";
import { byHand } from "./polynomialChoices.ts";
import { neighbouringPoints } from "./privateReleases.ts";
import { contentsWords, ditheredContents } from "./releaseExamples.ts";

export const sizes = { recordsPerPerson: 2, recordCount: 60 };
const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;

/** A released polynomial on fewer points than a picture's, and perhaps at 0.3 of a further axis. */
export function polynomialContents(law: LatticeLaw, counts: readonly number[], isHeld = false): ReleaseContents {
  const dimension = counts.length + (isHeld ? 1 : 0);
  const [points] = neighbouringPoints(1, 60, dimension);
  const target = planBernsteinDensity({
    points,
    domain: new Array<Interval>(dimension).fill([0, 1]),
    bandwidths: new Array<number>(dimension).fill(0.2),
    correlation: 0,
    drawnOnGrid: () => new Float64Array(),
  }).target(byHand(law, 7, 3));
  const axes = counts.map((count) => ({ lower: 0, upper: 1, count }));
  const places = [...axes.map(gridCoordinates), ...(isHeld ? [Float64Array.of(0.3)] : [])];
  const held = isHeld ? [{ lower: 0, upper: 1, at: 0.3 }] : [];
  const onGrid = bernsteinOnGrid({ degree: 7, iterations: 3, axes: places });
  const words = { axes, held, units: { scale: -2.5, offset: 3 }, formula: "Δ" };
  const small = { ...target, onGrid: (lattice: Float64Array) => onGrid.evaluate(lattice) };
  const release = lastOf(releasingPolynomial(small, words, budget, wordsOf(seededSource(5))));
  return releaseContents(release, { ...contentsWords(counts.length), sizes });
}

export function tableContents(staircase: boolean): ReleaseContents {
  const [points] = neighbouringPoints(2, 12, 2);
  const about = { origin: "middle", subspaceDimension: 2, depth: 1, branches: 1, parties: 1, steps: 2 } as const;
  const more = { model: "fabricated", testEvery: 0, fieldMargin: 0.1, ranges: [[0, 1], [0, 1]] } as const; // prettier-ignore
  const asked = { ...about, ...more, protection: "entry", adjacency: 1, staircase, budget } as const;
  const records = { points, classOf: new Float64Array(12), classCount: 1 };
  const release = lastOf(releasingTable(records, asked, wordsOf(seededSource(6))));
  return releaseContents(release, { ...contentsWords(2), sizes });
}

export type Noise = NonNullable<ReturnType<typeof processNoise>>;

/** A file with the law of its noise; folded into half its numbers, with other units, if it is to have a post-map. */
function withNoise(kernel: Noise["kernel"], counts: readonly [number, number?], isCarried = false): ReleaseContents {
  const contents = ditheredContents(...counts);
  const { sigma, lattice, integers } = contents.mechanism;
  const axes = ([...counts] as number[]).map((count) => ({ lower: 40, upper: 100, count }));
  const noise = { kernel, axes, variance: 2.5 * sigma ** 2, white: 0.05 * sigma ** 2 };
  const mechanism = { ...contents.mechanism, noise };
  if (!isCarried) return { ...contents, mechanism };
  const half = Array.from({ length: counts[0] / 2 }, (_, i) => i);
  const terms = [
    { from: half, weights: half.map((i) => 1 + i / 60) },
    { from: half.map((i) => counts[0] - 1 - i), weights: half.map(() => 0.5) },
  ];
  const numbers = integers.map((integer) => integer * lattice);
  const offsets = half.map((i) => i / 7);
  const values = half.map((i) => {
    const sums = terms.map(({ from, weights }) => weights[i]! * numbers[from[i]!]!);
    return sums[0]! + sums[1]! + offsets[i]!;
  });
  const axis = {
    name: "x",
    unit: "",
    coordinates: { kind: "regular", lower: 40, upper: 70, count: half.length },
  } as const;
  const view = { ...contents.view, axes: [axis], values, processing: "folded", carried: { terms, offsets } };
  return { ...contents, mechanism, view };
}

export const cases: readonly (readonly [name: string, contents: ReleaseContents])[] = [
  ["Gaussian", withNoise({ type: "gaussian", bandwidthMatrix: [[16]] }, [60])],
  [
    "Gaussian as wide as the axis, under a post-map",
    withNoise({ type: "gaussian", bandwidthMatrix: [[3600]] }, [60], true),
  ],
  ["Matérn 5/2, wide", withNoise({ type: "matern52", lengthScale: 40 }, [40])],
  ["Matérn 3/2", withNoise({ type: "matern32", lengthScale: 10 }, [40])],
  ["triangular", withNoise({ type: "triangular", lengthScale: 30 }, [40])],
  ["exponential", withNoise({ type: "productExponential", rates: [0.1] }, [40])],
  [
    "tilted Gaussian in the plane",
    withNoise({ type: "gaussian", bandwidthMatrix: [[200, 90], [90, 150]] }, [9, 7]), // prettier-ignore
  ],
  ["Matérn 5/2 in the plane", withNoise({ type: "matern52", lengthScale: 15 }, [9, 7])],
  ["polynomial, Laplace noise", polynomialContents("laplace", [40])],
  ["polynomial, Gaussian noise", polynomialContents("gaussian", [40])],
  ["polynomial in the plane, noise by Theorem 7", polynomialContents("composedLaplace", [9, 7])],
  ["polynomial with a held axis", polynomialContents("laplace", [40], true)],
  ["table, Laplace noise", tableContents(false)],
  ["table, staircase noise", tableContents(true)],
];

/** Laws that an enemy writes into the first file. */
export const hostileLaws = [
  ...[
    { variance: -1 },
    { variance: null },
    { variance: "1" },
    { white: -1 },
    { kernel: "gaussian" },
    { form: "other" },
  ],
  ...[[[-1]], [[0]], [[1, 2], [2, 1]], [[1], [0, 1]]].map((bandwidthMatrix) => ({ kernel: { type: "gaussian", bandwidthMatrix } })), // prettier-ignore
  ...[0, 5e-324, 1e308].map((lengthScale) => ({ kernel: { type: "matern52", lengthScale } })),
  ...[[5e-324], [1, 1]].map((rates) => ({ kernel: { type: "productExponential", rates } })),
  { kernel: { type: "periodic", lengthScale: 1 } },
  { form: "independent", law: "cauchy" },
  ...[{ count: 10_000_000 }, { count: 0 }, { lower: 100 }].map((axis) => ({
    axes: [{ lower: 40, upper: 100, count: 60, ...axis }],
  })),
];
