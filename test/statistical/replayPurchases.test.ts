import { beforeEach, describe, expect, vi } from "vitest";
import type { Points } from "../../src/core/points.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { candidateShares } from "../../src/core/density/densityPurchase.ts";
import { toleranceTerms } from "../../src/core/affineHull/fabrication/tolerancePurchase.ts";
import { densityGrid } from "../../src/core/density/densityGrid.ts";
import { gridCoordinates } from "../../src/core/grids.ts";
import { studyWorker as boundaryWorker } from "../../workers/studies/boundary.ts";
import { studyWorker as densityWorker } from "../../workers/studies/density.ts";
import { studyWorker as fabricationWorker } from "../../workers/studies/fabrication.ts";
import { studyWorker as meanCurveWorker } from "../../workers/studies/meanCurve.ts";
import { neighbouringPoints } from "../support/privateReleases.ts";
import { asked, replayFactor, replaying } from "../support/replays.ts";
import type { Ask } from "../support/replays.ts";

// Every task of the workers that buys a parameter, with the same bits on neighbours: what is drawn is among what could have been
// drawn of any data, and whatever else is said is the same, to the last bit.

const bits = vi.hoisted(() => ({ seed: 0 }));
vi.mock("../../src/core/random/cryptographicSource.ts", () => ({
  cryptographicSource: () => seededSource(bits.seed),
}));

const of = 400 * replayFactor;

beforeEach(() => {
  bits.seed = 0;
});

const among = (values: readonly number[]) => (value: number) =>
  expect(values.some((each) => Math.abs(each - value) <= 1e-12 * Math.abs(each))).toBe(true);
const inside = (value: number) => {
  expect(value).toBeGreaterThanOrEqual(0);
  expect(value).toBeLessThanOrEqual(1);
};

describe("density", () => {
  const domain = [[0, 1]] as const;
  const bought =
    (purchase: object, dimension = 1): Ask =>
    (seed) => {
      const [one, other] = neighbouringPoints(seed, 8 + (seed % 20), dimension).map((points) =>
        densityWorker.tasksOn({ points, droppedCount: 0 }),
      ) as [ReturnType<typeof densityWorker.tasksOn>, ReturnType<typeof densityWorker.tasksOn>];
      const box = dimension === 1 ? domain : [...domain, [-1, 1] as const];
      return asked([one.purchase, other.purchase], { epsilon: 4, domain: box, ...purchase } as never);
    };
  replaying(
    bits,
    [
      ["a bandwidth by a rule of thumb", 3, bought({ kind: "interquartileRange", rule: "reference" })],
      ["two bandwidths by the printed rule", 2, bought({ kind: "interquartileRange", rule: "printed" }, 2)],
    ],
    {
      of,
      noisy: ["bandwidths", "ranges"],
      leastDifferent: 0.05,
      also: (said) => {
        const { ranges, bandwidths } = said as { ranges: readonly number[]; bandwidths: readonly number[] };
        expect(bandwidths.every((h) => h >= 0)).toBe(true);
        ranges.forEach((range) => expect(range >= 0 && range <= 2).toBe(true));
      },
    },
  );
  replaying(bits, [["the ends of a domain", 3, bought({ kind: "ends", tail: 0.1 })]], {
    of,
    noisy: ["domain"],
    leastDifferent: 0.05,
    also: (said) => {
      const { domain } = said as { readonly domain: readonly (readonly [number, number])[] };
      domain.forEach(([lower, upper]) => [lower, upper].forEach(inside));
    },
  });
  // Whether it answers is part of what is drawn.
  const test = { kind: "proposeTestRelease", rule: "reference", epsilon: 200, delta: 0.1 };
  const tested: Ask = (seed) => {
    const [one, other] = bought(test)(seed);
    return [typeof one === "string" ? one : { answer: one }, typeof other === "string" ? other : { answer: other }];
  };
  replaying(bits, [["a bandwidth by propose-test-release, or none", 3, tested]], {
    of,
    noisy: ["answer"],
    leastDifferent: 0,
    also: (said) => {
      const { answer } = said as { readonly answer: { readonly kind: string } };
      expect(["bandwidths", "noAnswer"]).toContain(answer.kind);
    },
  });
  const scored = { kind: "crossValidation", noiseMultiplier: 1, epsilon: 2000 };
  replaying(bits, [["a bandwidth by cross-validation", 1, bought(scored)]], {
    of,
    noisy: ["bandwidths"],
    leastDifferent: 0,
    also: (said) => {
      const { bandwidths } = said as { readonly bandwidths: readonly number[] };
      expect(bandwidths).toHaveLength(1);
      among(candidateShares)(bandwidths[0]!);
    },
  });
  const ofPolynomial = { kind: "polynomial", bandwidths: [0.3], law: "laplace", epsilon: 200 };
  const budget = { epsilon: 2, delta: 0 };
  replaying(bits, [["degree and order of a polynomial", 1, bought({ ...ofPolynomial, budget })]], {
    of: 20 * replayFactor,
    noisy: ["degree", "iterations"],
    leastDifferent: 0,
    also: (said) => expect((said as { readonly kind: string }).kind).toBe("size"),
  });
  const x = gridCoordinates(densityGrid(domain).axes[0]!);
  const candidates = [0.1, 0.3, 0.5, 0.7, 0.9].map((centre) => x.map((at) => Math.exp(-20 * (at - centre) ** 2)));
  const chosen: Ask = (seed) => {
    const [one, other] = neighbouringPoints(seed, 5, 1).map((points) =>
      densityWorker.tasksOn({ points, droppedCount: 0 }),
    ) as [ReturnType<typeof densityWorker.tasksOn>, ReturnType<typeof densityWorker.tasksOn>];
    const shape = { domain, bandwidths: [0.1], correlation: 0, route: "gaussian", relativeRate: 1 } as const;
    const answers = asked([one.choose, other.choose], { ...shape, epsilon: 50, candidates });
    return answers.map((choice) => ({ choice })) as unknown as [unknown, unknown];
  };
  replaying(bits, [["one of a list of functions", 1, chosen]], {
    of,
    noisy: ["choice"],
    leastDifferent: 0,
    also: (said) => among([0, 1, 2, 3, 4].map((place) => place))((said as { readonly choice: number }).choice),
  });
});

describe("boundary", () => {
  const penalties = [0.01, 0.1, 1, 10];
  const bought =
    (isCurve: boolean): Ask =>
    (seed) => {
      const n = 14;
      const random = seededSource(seed + 5);
      const responses = Float64Array.from({ length: n }, () =>
        isCurve ? 100 * random.uniform() : random.uniform() < 0.5 ? 1 : -1,
      );
      const [one, other] = neighbouringPoints(seed, n, isCurve ? 1 : 2).map((points, which) => {
        const own = responses.slice();
        own[n - 1] = isCurve ? (which === 0 ? -1e9 : 1e9) : which === 0 ? -1 : 1;
        const classNames = isCurve ? undefined : (["no", "yes"] as const);
        return boundaryWorker.tasksOn({ points, responses: own, classNames, droppedCount: 0 });
      }) as [ReturnType<typeof boundaryWorker.tasksOn>, ReturnType<typeof boundaryWorker.tasksOn>];
      const fit = {
        domain: isCurve ? [[0, 1] as const] : [[0, 1] as const, [0, 1] as const],
        ...(isCurve && { responseRange: [0, 100] as const }),
        ...({ kernel: "gaussian", lengthScale: 0.3, lossParameter: 0.5 } as const),
        loss: isCurve ? ("huber" as const) : ("hinge" as const),
        ...({ solver: "exact", penalties, epsilon: 500 } as const),
      } as const;
      const answers = asked([one.purchase, other.purchase], fit);
      return answers.map((penalty) => (typeof penalty === "string" ? penalty : { penalty })) as unknown as [
        unknown,
        unknown,
      ];
    };
  replaying(
    bits,
    [
      ["λ of a boundary", 0.2, bought(false)],
      ["λ of a regression", 0.2, bought(true)],
      ["λ of a boundary again, with other bits", 0.2, (seed) => bought(false)(seed + 10_000)],
    ],
    {
      of,
      noisy: ["penalty"],
      leastDifferent: 0,
      also: (said) => among(penalties)((said as { readonly penalty: number }).penalty),
    },
  );
});

describe("mean curve", () => {
  const m = 20;
  const [penalties, ranges] = [
    [1e-4, 1e-2, 1],
    [0.05, 0.3],
  ];
  const parameters = {
    ...{ domain: [0, 2], rule: "trapezoid", kernel: "matern52", noiseKernel: "matern52", range: 0.3 },
    ...{ penalty: 0.01, power: 1.5, normBound: 0.8, curvesPerPerson: 1, drawCount: 1, seed: 1 },
  } as const;
  const bought =
    (purchase: object): Ask =>
    (seed) => {
      const random = seededSource(seed);
      const count = 6 + (seed % 6);
      const others = Float64Array.from({ length: (count - 1) * m }, () => 2 * random.normal());
      const [one, other] = [1, -1].map((sign) => {
        const last = Array.from({ length: m }, (_, j) =>
          sign < 0 ? 0 : seed % 3 === 0 ? (j === seed % m ? 1e9 : 0) : Math.cos(j),
        );
        return meanCurveWorker.tasksOn({
          ...{ curves: Float64Array.from([...others, ...last]), pointCount: m, personOf: undefined },
          ...{ largestPerPerson: undefined, leftOut: 0, notices: [] },
        });
      }) as [ReturnType<typeof meanCurveWorker.tasksOn>, ReturnType<typeof meanCurveWorker.tasksOn>];
      return asked([one.purchase, other.purchase], { parameters, ...purchase } as never);
    };
  replaying(
    bits,
    [["φ and ρ", 1, bought({ kind: "smoothing", penalties, ranges, noiseMultiplier: 1, epsilon: 500 })]],
    {
      of,
      noisy: ["penalty", "range"],
      leastDifferent: 0,
      also: (said) => {
        const { penalty, range } = said as { readonly penalty: number; readonly range: number };
        among(penalties)(penalty);
        among(ranges)(range);
      },
    },
  );
  replaying(bits, [["τ", 1, bought({ kind: "normBound", share: 0.5, most: 1, epsilon: 4 })]], {
    of,
    noisy: ["normBound"],
    leastDifferent: 0.01,
    also: (said) => inside((said as { readonly normBound: number }).normBound),
  });
});

describe("fabricated tables", () => {
  const bought: Ask = (seed) => {
    const count = 60 + (seed % 40);
    const classOf = Float64Array.from({ length: count }, (_, i) => i % 2);
    // Rows close together, whose machines are near them; the last one anywhere, so that the distance of its block is another.
    const near = ({ coordinates }: Points) =>
      coordinates.map((x, k) => (k < 3 * (count - 1) ? 0.5 + 0.02 * (x - 0.5) : x));
    const [one, other] = neighbouringPoints(seed, count, 3).map((own) => {
      const points = { dimension: 3, coordinates: near(own) };
      return fabricationWorker.tasksOn({ points, classOf, classCount: 2, classNames: ["a", "b"], droppedCount: 0 });
    }) as [ReturnType<typeof fabricationWorker.tasksOn>, ReturnType<typeof fabricationWorker.tasksOn>];
    const parameters = {
      ...{ origin: "corner", subspaceDimension: 2, depth: 1, branches: 2, parties: 1, steps: 2, model: "fabricated" },
      ...{
        testEvery: 0,
        fieldMargin: 0,
        adjacency: 1,
        delta: 0,
        protection: "entry",
        ranges: [0, 1, 2].map(() => [0, 1]),
        epsilon: 40,
      },
    };
    const answers = asked([one.purchase, other.purchase], parameters as never);
    return answers.map((tolerance) => (typeof tolerance === "string" ? tolerance : { tolerance })) as unknown as [
      unknown,
      unknown,
    ];
  };
  const { least, distanceBound } = toleranceTerms({ classOf: [0, 1], dimension: 3 });
  replaying(bits, [["r", 1, bought]], {
    of,
    noisy: ["tolerance"],
    leastDifferent: 0.01,
    also: (said) => {
      const { tolerance } = said as { readonly tolerance: number };
      expect(tolerance >= least && tolerance <= distanceBound).toBe(true);
    },
  });
});
