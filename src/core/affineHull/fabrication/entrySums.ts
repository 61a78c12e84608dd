import { checkOpenUnit } from "../../checks.ts";
import { entryNoiseMoments, entryNoiseQuantile } from "../../privacy/mechanisms/entryNoise.ts";
import { staircaseMoments, staircaseQuantile, staircaseTransform } from "../../privacy/mechanisms/staircaseLaw.ts";
import { normalQuantile } from "../../special/normal.ts";

/** Noise of one entry, in shares of its range; `delta` is the point mass at 0 of a preview. Public. */
export type EntryLaw =
  | { readonly kind: "gaussian"; readonly deviation: number }
  | { readonly kind: "laplace"; readonly scale: number; readonly delta: number }
  | { readonly kind: "staircase"; readonly epsilon: number };

/** So many entries, each times the weight. */
export interface WeightedEntries {
  readonly weight: number;
  readonly count: number;
}

/** Standard deviation of Σ aⱼVⱼ, V independent noises of a law. */
export function sumDeviation(law: EntryLaw, terms: readonly WeightedEntries[]): number {
  return Math.sqrt(varianceOf(law) * terms.reduce((sum, { weight, count }) => sum + count * weight * weight, 0));
}

/**
 * The x with P(|Σ aⱼVⱼ| ≤ x) = 1 − α. The characteristic function φ is known, and
 *
 *     P(|S| ≤ x) = hx/π + (2/π) Σ_{k≥1} sin(khx)/k · φ(kh)
 *
 * but for the mass of S beyond 2π/h − x. A point mass of S at 0 is taken out before. Where φ falls too slowly it is
 * Chebyshev's bound √(var S/α).
 *
 * @param alpha α in (0, 1)
 * @see Gil-Pelaez (1951), Biometrika 38:481–482
 */
export function sumQuantile(law: EntryLaw, terms: readonly WeightedEntries[], alpha: number): number {
  checkOpenUnit("alpha", alpha);
  const s = sumDeviation(law, terms);
  if (s === 0) return 0;
  if (law.kind === "gaussian") return -s * normalQuantile(alpha / 2);
  const [only] = terms;
  if (terms.length === 1 && only!.count === 1) return Math.abs(only!.weight) * entryQuantile(law, 1 - alpha / 2);
  const count = terms.reduce((sum, term) => sum + term.count, 0);
  const mass = law.kind === "laplace" ? law.delta ** count : 0;
  const tail = law.kind === "laplace" ? law.scale : 1 / law.epsilon;
  const period = 24 * s + 60 * tail * terms.reduce((most, { weight }) => Math.max(most, Math.abs(weight)), 0);
  const h = (2 * Math.PI) / period;
  const waves = Array.from({ length: mostWaves }, (_, j) => {
    const t = (j + 1) * h;
    return terms.reduce((product, { weight, count: m }) => product * transform(law, t * weight) ** m, 1) - mass;
  });
  if (Math.abs(waves.at(-1)!) > alpha / 10) return s / Math.sqrt(alpha);
  waves.length = waves.findLastIndex((wave) => Math.abs(wave) > 1e-16) + 1;
  const missed = (x: number) => {
    const sum = waves.reduce(
      (all, wave, j) => all + (Math.sin((j + 1) * h * x) * wave) / (j + 1),
      (h * x * (1 - mass)) / 2,
    );
    return 1 - mass - (2 * sum) / Math.PI;
  };
  let [low, high] = [0, period / 2];
  for (let k = 0; k < 40; k++) {
    const middle = (low + high) / 2;
    if (missed(middle) > alpha) low = middle;
    else high = middle;
  }
  return high;
}

const mostWaves = 4096;

type PureLaw = Exclude<EntryLaw, { readonly kind: "gaussian" }>;

function transform(law: PureLaw, t: number): number {
  if (law.kind === "staircase") return staircaseTransform(t, law.epsilon);
  return law.delta + (1 - law.delta) / (1 + (law.scale * t) ** 2);
}

function entryQuantile(law: PureLaw, at: number): number {
  if (law.kind === "staircase") return staircaseQuantile(at, law.epsilon);
  return entryNoiseQuantile({ ...{ epsilon: 1, adjacency: law.scale, delta: law.delta }, at: [at] })[0]!;
}

function varianceOf(law: EntryLaw): number {
  if (law.kind === "gaussian") return law.deviation ** 2;
  if (law.kind === "staircase") return staircaseMoments(law.epsilon).variance;
  return entryNoiseMoments({ epsilon: 1, adjacency: law.scale, delta: law.delta }).variance;
}
