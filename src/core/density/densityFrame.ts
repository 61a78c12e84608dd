import { ParameterError } from "../errors.ts";
import type { Interval } from "../grids.ts";
import { bumpKernel } from "../kernels/bumpKernel.ts";
import type { Points } from "../points.ts";
import { transformations, type TransformationName } from "../special/transformation.ts";
import type { PostMap, PostMapTerm } from "../release/postMap.ts";
import { oneOf } from "../untrusted.ts";
import { checkDensity } from "./densityCombinations.ts";
import type { DensityTargetParameters } from "./densityParameters.ts";

/** Transformed line: map of records, grid, and post-map back; public. */
interface DensityFrame {
  readonly domain: Interval;
  readonly count: number;
  readonly recordsOf: (points: Points) => Points;
  readonly postMap: PostMap;
}

const shownCount = 1000;
const checkTransformation = oneOf("log", "squareRoot", "logit");

/**
 * Frame of a density on a line; undefined if it needs none.
 *
 * **Transformation.** Records u = T(x) on [T(a), T(b)]; a density q becomes q(T(x))T′(x), at the places T⁻¹ of the even
 * grid where T′ is finite.
 *
 * **Reflection.** The density f of records in [a, b] is released on [a − w, b + w], and folded,
 *
 *     f_R(x) = f(x) + v((x − a)/h) f(2a − x) + v((b − x)/h) f(2b − x),
 *
 * v = 1 up to 3 bandwidths from an end and 0 from 6 on (twice that for bumps other than Gaussian). Far from zero
 * records are moved to begin at 0, since doubles would lose a − w.
 *
 * @throws {ParameterError} if there is more than one axis, or the domain cannot be transformed
 * @see docs/proofs/reflection.md
 */
export function densityFrame(parameters: DensityTargetParameters): DensityFrame | undefined {
  const { transformation, reflection = false, domain } = parameters;
  if (transformation === undefined && !reflection) return undefined;
  checkDensity(parameters, {});
  const [a, b] = domain[0]!;
  const scale = transformation && transformations[checkTransformation(transformation, "transformation")];
  if (scale && !scale.holds(a, b)) throw new ParameterError("domain", `${a}..${b}`, scale.requirement);
  const origin = scale ? 0 : originOf([a, b]);
  const forward = scale?.forward ?? ((x: number) => x - origin);
  const [lower, upper] = [forward(a), forward(b)];
  if (!(upper > lower && upper - lower < Infinity))
    throw new ParameterError("domain", `${a}..${b}`, "wide enough to be transformed");
  const step = (upper - lower) / (shownCount - 1);
  const flank = reflection ? flankOf(parameters, step) : 0;
  const fold = foldOf(parameters, step, flank);

  const places = Float64Array.from({ length: shownCount }, (_, i) =>
    i === 0 ? a : i === shownCount - 1 ? b : scale ? scale.inverse(lower + i * step) : a + i * step,
  );
  const slopes = places.map((x) => scale?.slope(x) ?? 1);
  const shown = Array.from(places.keys()).filter(
    (i) => slopes[i]! < Infinity && (i === 0 || places[i]! > places[i - 1]!),
  );
  const kept = (of: (i: number) => number) => Float64Array.from(shown, of);
  const at = kept((i) => places[i]!);
  return {
    domain: [lower - flank * step, upper + flank * step],
    count: shownCount + 2 * flank,
    recordsOf: ({ coordinates }) => ({
      dimension: 1,
      coordinates: coordinates.map((x) => forward(Math.min(b, Math.max(a, x)))),
    }),
    postMap: {
      axes: [{ lower: a, upper: b, count: at.length, ...(scale && { at, evenLength: upper - lower }) }],
      terms: fold.terms.map(({ from, weights }) => ({
        from: Uint32Array.from(shown, (i) => from[i]!),
        weights: kept((i) => weights[i]! * slopes[i]!),
      })),
      offsets: new Float64Array(at.length),
      spread: kept((i) => fold.spread[i]! * slopes[i]!),
      words: [
        ...(flank > 0 ? ["what lies beyond the ends of the domain is folded back into it"] : []),
        ...(scale
          ? [`a density on the ${scaleWords[transformation]} scale, carried back: value(x) = number · T′(x)`]
          : []),
      ].join("; "),
      ...(transformation && { scale: scaleWords[transformation] }),
    },
  };
}

export const scaleWords: Readonly<Record<TransformationName, string>> = {
  log: "log",
  squareRoot: "square-root",
  logit: "logit",
};

/** Public move of records: a where max(|a|, |b|) > 2²⁰ (b − a), else 0 (docs/proofs/reflection.md, Lemma 5). */
function originOf([a, b]: Interval): number {
  return Math.max(Math.abs(a), Math.abs(b)) > 2 ** 20 * (b - a) ? a : 0;
}

/** Bandwidths from an end within which all mass beyond it is folded back. */
function wholeReach({ route, bump = "gaussian" }: Pick<DensityTargetParameters, "route" | "bump">): number {
  return route === "sobolev" || bump === "gaussian" ? 3 : 6;
}

function flankOf(parameters: Pick<DensityTargetParameters, "route" | "bump" | "bandwidths">, step: number): number {
  const needed = (2 * wholeReach(parameters) * parameters.bandwidths[0]!) / step;
  for (const part of [16, 8, 4, 2]) {
    const count = Math.ceil((shownCount - 1) / part);
    if (count >= needed) return count;
  }
  return shownCount - 1;
}

/** Terms of the fold, and deviation of unit noise, at each shown point. */
function foldOf(
  parameters: Pick<DensityTargetParameters, "route" | "bump" | "bandwidths" | "relativeRate">,
  step: number,
  flank: number,
): { readonly terms: readonly PostMapTerm[]; readonly spread: Float64Array } {
  const all = Array.from({ length: shownCount }, (_, i) => i);
  const own = { from: Uint32Array.from(all, (i) => i + flank), weights: new Float64Array(shownCount).fill(1) };
  if (flank === 0) return { terms: [own], spread: new Float64Array(shownCount).fill(1) };
  const { route, bump = "gaussian", bandwidths, relativeRate } = parameters;
  const h = bandwidths[0]!;
  const whole = wholeReach(parameters);
  const weight = (points: number) => (points > flank ? 0 : tapered((points * step) / (whole * h) - 1));
  const last = shownCount - 1;
  const mirrored = (distance: (i: number) => number, place: (points: number) => number): PostMapTerm => ({
    from: Uint32Array.from(all, (i) => place(Math.min(flank, distance(i)))),
    weights: Float64Array.from(all, (i) => weight(distance(i))),
  });
  const terms = [
    own,
    mirrored(
      (i) => i,
      (points) => flank - points,
    ),
    mirrored(
      (i) => last - i,
      (points) => flank + last + points,
    ),
  ];
  const kernel = bumpKernel({ name: route === "sobolev" ? "exponential" : bump, bandwidths: [1] });
  const rate = route === "sobolev" ? relativeRate : 1;
  const correlation = Float64Array.from({ length: shownCount + 2 * flank }, (_, k) =>
    kernel.evaluate([0], [(rate * k * step) / h]),
  );
  const spread = Float64Array.from(all, (i) => {
    let variance = 0;
    for (const s of terms) {
      if (s.weights[i] === 0) continue;
      for (const t of terms)
        variance += s.weights[i]! * t.weights[i]! * correlation[Math.abs(s.from[i]! - t.from[i]!)]!;
    }
    return Math.sqrt(variance) * (1 + 1e-12);
  });
  return { terms, spread };
}

function tapered(t: number): number {
  return t <= 0 ? 1 : t >= 1 ? 0 : 1 - t * t * (3 - 2 * t);
}
