import type { Interval } from "../grids.ts";
import type { Points } from "../points.ts";
import type { RandomSource } from "../random/randomSource.ts";
import { highestOn, type DeclaredTruth, type Truth } from "./declaredTruth.ts";

/** Independent records of a declared truth, moved into the domain; by rejection for a drawn curve. */
export function drawnRecords(
  declared: DeclaredTruth,
  { domain, densityAt }: Truth,
  count: number,
  random: RandomSource,
): Points {
  const draw = declared.kind === "normals" ? () => normalRecord(declared.parts, random) : () => below(domain);
  const highest = declared.kind === "normals" ? 0 : highestOn(densityAt, domain).value;
  return { dimension: 1, coordinates: Float64Array.from({ length: count }, draw) };

  function below([lower, upper]: Interval): number {
    for (;;) {
      const place = lower + (upper - lower) * random.uniform();
      if (random.uniform() * highest <= densityAt(place)) return place;
    }
  }
}

function normalRecord(parts: Extract<DeclaredTruth, { kind: "normals" }>["parts"], random: RandomSource): number {
  let rest = random.uniform() * parts.reduce((sum, { weight }) => sum + weight, 0);
  const part = parts.find(({ weight }) => (rest -= weight) <= 0) ?? parts.at(-1)!;
  return part.mean + part.deviation * random.normal();
}

/** Fixed records that stand for infinitely many: quantiles at even shares, with moved mass at the ends. */
export function evenRecords({ domain: [lower, upper], densityAt, moved }: Truth, count: number): Points {
  const steps = 4096;
  const width = (upper - lower) / steps;
  const masses = Float64Array.from({ length: steps }, (_, j) => densityAt(lower + (j + 0.5) * width) * width);
  const coordinates = new Float64Array(count).fill(upper);
  let at = 0;
  let before = moved[0];
  const share = () => (at + 0.5) / count;
  while (at < count && share() <= before) coordinates[at++] = lower;
  masses.forEach((mass, j) => {
    while (at < count && share() <= before + mass) {
      coordinates[at] = lower + (j + (share() - before) / mass) * width;
      at++;
    }
    before += mass;
  });
  return { dimension: 1, coordinates };
}
