import { checkLength, checkPositive } from "../../checks.ts";
import { checkSample, type SampledRecords } from "./samplingError.ts";

interface PopulationBand {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

interface BandRequest {
  readonly released: Float64Array;
  readonly noise: number;
  readonly quantile: number;
  readonly sample: SampledRecords;
}

/**
 * Band for the population's curve, from a released curve f̃ and public numbers alone: at each point all θ with
 *
 *     |f̃ − θ| ≤ u √(σ² + V(θ)).
 *
 * V is `samplingVariance`. With u of the normal law the band is pointwise; with u of a simultaneous band simultaneous,
 * to the accuracy of simulations.
 *
 * @param released f̃ on the grid, shape (m,)
 * @param noise σ > 0, standard deviation of the noise at a point
 * @param quantile u > 0
 * @see Wilson (1927), JASA 22:209–212; docs/proofs/population.md, Lemmas 1 to 3
 */
export function populationBand({ released, noise, quantile, sample }: BandRequest): PopulationBand {
  checkSample(sample);
  checkLength("released", released, sample.least.length);
  const [u, width] = [checkPositive("quantile", quantile), quantile * checkPositive("noise", noise)];
  const { recordCount, recordsPerPerson = 1, least, largest, deviation } = sample;
  const c = (u * u * recordsPerPerson) / recordCount;
  const ends = Array.from(released, (f, i) => {
    const [a, b] = [least[i]!, largest[i]!];
    // Roots of (f − θ)² = width² + c (b − θ)(θ − a); without, or beyond [a, b], noise alone.
    const middle = (f + (c * (a + b)) / 2) / (1 + c);
    const square = middle * middle - (f * f - width * width + c * a * b) / (1 + c);
    const reach = square >= 0 ? Math.sqrt(square) : -Infinity;
    const declared = Math.sqrt(width * width + c * (deviation?.[i] ?? Infinity) ** 2);
    return [
      Math.max(f - declared, Math.min(f - width, Math.max(a, middle - reach))),
      Math.min(f + declared, Math.max(f + width, Math.min(b, middle + reach))),
    ] as const;
  });
  return { lower: Float64Array.from(ends, ([low]) => low), upper: Float64Array.from(ends, ([, high]) => high) };
}

/** True if 2k(b − a)/n ≤ uσ; else a band may miss more often (docs/proofs/population.md). */
export function hidesTwoPersons({ noise, quantile, sample }: Omit<BandRequest, "released">): boolean {
  const { recordCount, recordsPerPerson = 1, least, largest } = sample;
  return least.every((a, i) => 2 * recordsPerPerson * (largest[i]! - a) <= recordCount * quantile * noise);
}
