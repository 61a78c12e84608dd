import type { ComparedMechanism, ErrorOfDraws } from "../comparison/comparison.ts";
import { comparingDensity, type DensityComparisonParameters } from "../density/densityComparison.ts";
import type { Interval } from "../grids.ts";
import type { Points } from "../points.ts";
import type { RandomSource } from "../random/randomSource.ts";
import { seededSource } from "../random/seededSource.ts";
import { portion } from "../slices.ts";
import { highestOn, truthOn, type DeclaredTruth, type Truth } from "./declaredTruth.ts";

/** Mechanisms against a declared density on a line; public: no records are among the fields. */
export interface PlannedComparisonRequest {
  readonly truth: DeclaredTruth;
  readonly comparison: DensityComparisonParameters;
}

/** Data sets drawn from the truth, the same ones for each mechanism. */
const samples = 5;

/**
 * Errors of one mechanism against a declared density, on five data sets drawn from it. The standard error is that between
 * the data sets; deciles are their means.
 *
 * @yields the share done
 * @throws {ParameterError}
 */
export function* plannedComparison({
  truth: declared,
  comparison,
}: PlannedComparisonRequest): Generator<number, ComparedMechanism> {
  const domain = comparison.density.domain[0]!;
  const truth = truthOn(declared, domain);
  const highest = highestOn(truth.densityAt, domain).value;
  const found: ComparedMechanism[] = [];
  for (let k = 0; k < samples; k++) {
    const points = drawnRecords(declared, truth, {
      count: comparison.recordCount,
      highest,
      random: seededSource(k + 1),
    });
    const parameters = {
      ...comparison,
      seed: comparison.seed + 1000 * k,
      repeats: Math.ceil(comparison.repeats / samples),
    };
    const steps = comparingDensity(points, parameters, truth.densityAt);
    found.push(yield* portion(steps, k / samples, (k + 1) / samples));
  }
  const [first] = found as [ComparedMechanism];
  const pooled = (of: (one: ComparedMechanism) => ErrorOfDraws) => pooledErrors(found.map(of));
  return {
    ...first,
    errors: first.errors.map(({ epsilon, detail }, e) => ({
      epsilon,
      detail,
      supremum: pooled(({ errors }) => errors[e]!.supremum),
      average: pooled(({ errors }) => errors[e]!.average),
    })),
  };
}

function pooledErrors(errors: readonly ErrorOfDraws[]): ErrorOfDraws {
  const mean = (of: (one: ErrorOfDraws) => number) => errors.reduce((sum, one) => sum + of(one), 0) / errors.length;
  const centre = mean((one) => one.mean);
  const squares = errors.reduce((sum, one) => sum + (one.mean - centre) ** 2, 0);
  return {
    mean: centre,
    standardError: Math.sqrt(squares / (errors.length - 1) / errors.length),
    tenth: mean(({ tenth }) => tenth),
    ninetieth: mean(({ ninetieth }) => ninetieth),
  };
}

/**
 * Records of a declared truth: parts and normals of a mixture, moved into the domain as any records are; by rejection below
 * the highest value for a drawn curve.
 */
function drawnRecords(
  declared: DeclaredTruth,
  { domain, densityAt }: Truth,
  { count, highest, random }: { readonly count: number; readonly highest: number; readonly random: RandomSource },
): Points {
  const draw = declared.kind === "normals" ? () => normalRecord(declared.parts, random) : () => below(domain, random);
  return { dimension: 1, coordinates: Float64Array.from({ length: count }, draw) };

  function below([lower, upper]: Interval, source: RandomSource): number {
    for (;;) {
      const place = lower + (upper - lower) * source.uniform();
      if (source.uniform() * highest <= densityAt(place)) return place;
    }
  }
}

function normalRecord(parts: Extract<DeclaredTruth, { kind: "normals" }>["parts"], random: RandomSource): number {
  let rest = random.uniform() * parts.reduce((sum, { weight }) => sum + weight, 0);
  const part = parts.find(({ weight }) => (rest -= weight) <= 0) ?? parts.at(-1)!;
  return part.mean + part.deviation * random.normal();
}
