import type { ComparedMechanism, ErrorOfDraws } from "../comparison/comparison.ts";
import { comparingDensity, type DensityComparisonParameters } from "../density/densityComparison.ts";
import { seededSource } from "../random/seededSource.ts";
import { portion } from "../slices.ts";
import { truthOn, type DeclaredTruth } from "./declaredTruth.ts";
import { drawnRecords } from "./drawnRecords.ts";

export interface PlannedComparisonRequest {
  readonly truth: DeclaredTruth;
  readonly comparison: DensityComparisonParameters;
}

const samples = 5;

/**
 * Errors of one mechanism against a declared density, on five drawn data sets. The standard error is between them;
 * deciles are means.
 */
export function* plannedComparison({
  truth: declared,
  comparison,
}: PlannedComparisonRequest): Generator<number, ComparedMechanism> {
  const domain = comparison.density.domain[0]!;
  const truth = truthOn(declared, domain);
  const found: ComparedMechanism[] = [];
  for (let k = 0; k < samples; k++) {
    const points = drawnRecords(declared, truth, comparison.recordCount, seededSource(k + 1));
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
