import { describe, expect, test } from "vitest";
import { curveScoreRange, curveScoreSensitivity } from "../../../../src/core/privacy/sensitivity/foldScores.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectRelative } from "../relative.ts";

type Vector = readonly [number, number];

/** A symmetric matrix by its entries: xx, xy, yy. */
type Smoother = readonly [number, number, number];

/** Eigenvalues a and b, a in the direction of an angle. */
function smoother(angle: number, a: number, b: number): Smoother {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [a * c * c + b * s * s, (a - b) * c * s, a * s * s + b * c * c];
}

const at = (angle: number, radius = 1): Vector => [radius * Math.cos(angle), radius * Math.sin(angle)];

/** CV of curves of two coordinates, by its definition. */
function scoreOf(folds: readonly (readonly Vector[])[], [xx, xy, yy]: Smoother): number {
  const N = folds.reduce((sum, fold) => sum + fold.length, 0);
  let score = 0;
  for (const fold of folds) {
    let [x, y] = [0, 0];
    for (const other of folds) {
      if (other === fold) continue;
      for (const curve of other) {
        x += curve[0] / (N - fold.length);
        y += curve[1] / (N - fold.length);
      }
    }
    for (const [p, q] of fold) score += (p - xx * x - xy * y) ** 2 + (q - xy * x - yy * y) ** 2;
  }
  return score / N;
}

/** Two smoothers, and neighbours that differ in the first curve of the first fold. */
interface Enemy {
  readonly smoothers: readonly [Smoother, Smoother];
  readonly first: readonly [Vector, Vector];
  /** The other curves of the first fold. */
  readonly own: Vector;
  /** The curves of each other fold. */
  readonly others: readonly Vector[];
}

function changes(foldSizes: readonly number[], { smoothers, first, own, others }: Enemy) {
  const of = (x: Vector) => {
    const folds = foldSizes.map((size, k) =>
      Array.from({ length: size }, (_, i) => (k > 0 ? others[k - 1]! : i > 0 ? own : x)),
    );
    return smoothers.map((each) => scoreOf(folds, each)) as [number, number];
  };
  const [before, after] = first.map(of) as [[number, number], [number, number]];
  const [one, other] = [after[0] - before[0], after[1] - before[1]];
  return { range: Math.abs(one - other), sensitivity: Math.max(Math.abs(one), Math.abs(other)) };
}

/** An enemy of coordinates in [0, 1]: everything, smoothers too, is his choice. */
function enemyFrom(z: Float64Array, foldCount: number): Enemy {
  const angle = (j: number) => 2 * Math.PI * z[j]!;
  return {
    smoothers: [smoother(angle(0), z[1]!, z[2]!), smoother(angle(3), z[4]!, z[5]!)],
    first: [at(angle(6), z[7]), at(angle(8), z[9])],
    own: at(angle(10), z[11]),
    others: Array.from({ length: foldCount - 1 }, (_, l) => at(angle(12 + 2 * l), z[13 + 2 * l])),
  };
}

/** z of equal folds. */
function sineOf(foldSizes: readonly number[]): number {
  const [K, n] = [foldSizes.length, foldSizes[0]!];
  const P = 1 / ((K - 1) * n);
  const v = 2 + (4 * n - 2) * P;
  return (4 * P) / (v + Math.sqrt(v * v + 32 * P * P));
}

/** Sizes of folds, of which the first has the curve that is replaced, and what share of r the enemy reaches. */
const enemies: readonly (readonly [foldSizes: readonly number[], near: number])[] = [
  [[1, 1], 0.99],
  [[1, 1, 1], 0.99],
  [[2, 2], 0.99],
  [[1, 7], 0.99],
  [[1, 1, 6], 0.99],
  [[2, 2, 2, 2, 2, 1, 1, 1, 1, 1], 0.99],
  // The curve is not in the worst fold, or folds want different smoothers.
  [[7, 1], 0.1],
  [[6, 1, 1], 0.2],
  [[1, 2, 3, 9], 0.7],
];

describe("scores of curves", () => {
  test.each(enemies)(
    "of an enemy who climbs, chooses both smoothers and has folds of %j, change by no more than r and s",
    (foldSizes, near) => {
      const random = seededSource(foldSizes.length + 10 * foldSizes[0]!);
      const of = { foldSizes, normBound: 1 };
      const bounds = { range: curveScoreRange(of), sensitivity: curveScoreSensitivity(of) };
      for (const what of ["range", "sensitivity"] as const) {
        let best = 0;
        for (let start = 0; start < 4; start++) {
          const z = Float64Array.from({ length: 10 + 2 * foldSizes.length }, () => random.uniform());
          const height = () => changes(foldSizes, enemyFrom(z, foldSizes.length))[what];
          let here = height();
          for (let step = 0; step < 900; step++) {
            const j = Math.floor(z.length * random.uniform());
            const before = z[j]!;
            const kind = random.uniform();
            z[j] =
              kind < 0.2
                ? Math.round(random.uniform())
                : Math.min(1, Math.max(0, before + random.normal() * 10 ** (-3 * random.uniform())));
            const there = height();
            if (there >= here) here = there;
            else z[j] = before;
          }
          best = Math.max(best, here);
        }
        expect(best).toBeLessThanOrEqual(bounds[what]);
        if (what === "range") expect(best).toBeGreaterThan(near * bounds[what]);
      }
    },
  );

  test("of ten folds change by r in a plane, and nearly so along one line", () => {
    for (const size of [1, 2, 5]) {
      const foldSizes = new Array<number>(10).fill(size);
      const of = { foldSizes, normBound: 1 };
      const line: Enemy = {
        smoothers: [smoother(0, 1, 1), smoother(0, 0, 0)],
        first: [at(0), at(Math.PI)],
        own: at(Math.PI),
        others: new Array<Vector>(9).fill(at(0)),
      };
      const along = changes(foldSizes, line);
      expect(along.range / curveScoreRange(of)).toBeLessThanOrEqual(1);
      expect(along.range / curveScoreRange(of)).toBeGreaterThan(0.9949);
      expect(along.sensitivity / curveScoreSensitivity(of)).toBeLessThanOrEqual(1);
      expect(along.sensitivity / curveScoreSensitivity(of)).toBeGreaterThan(0.97);
      const sine = sineOf(foldSizes);
      const cosine = Math.sqrt(1 - sine * sine);
      const plane = changes(foldSizes, {
        smoothers: [smoother(Math.PI / 4, 1, 0), smoother(-Math.PI / 4, 1, 0)],
        first: [
          [cosine, sine],
          [-cosine, sine],
        ],
        own: at(Math.PI / 2),
        others: new Array<Vector>(9).fill(at(-Math.PI / 2)),
      });
      expectRelative(plane.range, curveScoreRange(of), 2e-12);
    }
  });

  test("the closed forms: two curves, equal folds, and unequal ones by their definition", () => {
    const two = { foldSizes: [1, 1], normBound: 2 };
    const sine = 4 / (4 + Math.sqrt(48));
    expectRelative(curveScoreRange(two), 4 * (4 + 2 * sine) * Math.sqrt(1 - sine * sine), 1e-11);
    expectRelative(curveScoreSensitivity(two), (4 * 9) / 2, 1e-11);
    const P = 9 / (9 * 9 * 3);
    const v = 2 + 10 * P;
    const r = (v: number, P: number) =>
      Math.max(...Array.from({ length: 2001 }, (_, j) => (v + (P * j) / 1000) * Math.sqrt(1 - (j / 2000) ** 2)));
    const equal = { foldSizes: new Array<number>(10).fill(3), normBound: 0.7 };
    expectRelative(curveScoreRange(equal), ((2 * 0.49) / 30) * r(v, P), 1e-6);
    expectRelative(curveScoreSensitivity(equal), (0.49 / 30) * (2 * v + P), 1e-11);
    const sizes = [1, 4, 7];
    const N = 12;
    const bounds = sizes.map((own, k) => {
      const pull = (l: number) => sizes[l]! / (N - sizes[l]!) ** 2;
      const others = sizes.map((_, l) => l).filter((l) => l !== k);
      const all = others.reduce((sum, l) => sum + pull(l), 0);
      let width = 2 * (own - 1) * all;
      for (const l of others) {
        const h = Array.from({ length: 20_001 }, (_, j) => {
          const t = j / 20_000;
          return (2 * t) / (N - own) + (2 * t) / (N - sizes[l]!) - 2 * (all - pull(l)) * t * t;
        });
        width += sizes[l]! * (h.reduce((a, b) => Math.max(a, b)) - h.reduce((a, b) => Math.min(a, b)));
      }
      return 2 * r(width, all);
    });
    expectRelative(curveScoreRange({ foldSizes: sizes, normBound: 1 }), Math.max(...bounds) / N, 1e-6);
  });
});
