import { gridCoordinates } from "../grids.ts";
import { seededSource } from "../random/seededSource.ts";
import type { RandomSource } from "../random/randomSource.ts";
import { tableOf, type Table } from "../tables/table.ts";
import { wideTable } from "./meanCurveSimulation.ts";

/** Positions along the tract: 93 points from 0 to 1. */
export const tractGrid = gridCoordinates({ lower: 0, upper: 1, count: 93 });

/** Visits per person: 42 controls with one each, 100 patients with 340. */
const visits: readonly { readonly people: number; readonly each: number }[] = [
  { people: 42, each: 1 },
  { people: 30, each: 2 },
  { people: 28, each: 3 },
  { people: 24, each: 4 },
  { people: 12, each: 5 },
  { people: 4, each: 6 },
  { people: 2, each: 8 },
];

/**
 * Seeded imitation of tract profiles: fractional anisotropy between 0.2 and 0.7 along 93 positions, 382 curves of 142
 * people. Curves of a person share a level and a shape; patients lie lower than controls.
 */
export function tractProfiles(): Table {
  const random = seededSource(382);
  const curves: number[] = [];
  const person: number[] = [];
  let code = 0;
  for (const { people, each } of visits) {
    for (let k = 0; k < people; k++) {
      code++;
      const level = (each > 1 ? -0.03 : 0) + 0.03 * random.normal();
      const own = wave(random, 0.022);
      for (let visit = 0; visit < each; visit++) {
        const now = wave(random, 0.01);
        for (const t of tractGrid)
          curves.push(Math.min(0.7, Math.max(0.2, typicalProfile(t) + level + own(t) + now(t))));
        person.push(code);
      }
    }
  }
  return wideTable({ grid: tractGrid, curves: Float64Array.from(curves), person: Float64Array.from(person) });
}

/** The curves without their people, as in section 6 of the paper. */
export function tractCurves(): Table {
  const { columns } = tractProfiles();
  return tableOf(columns.filter(({ name }) => name !== "person"));
}

function typicalProfile(t: number): number {
  const bump = (height: number, centre: number, width: number) => height * Math.exp(-0.5 * ((t - centre) / width) ** 2);
  return (
    0.46 +
    bump(0.13, 0.06, 0.07) -
    bump(0.05, 0.2, 0.07) +
    bump(0.07, 0.38, 0.1) -
    bump(0.06, 0.68, 0.09) +
    bump(0.2, 0.93, 0.07)
  );
}

function wave(random: RandomSource, size: number): (t: number) => number {
  const amplitudes = Array.from({ length: 8 }, (_, j) => (size * random.normal()) / Math.sqrt(1 + j));
  return (t) => amplitudes.reduce((sum, amplitude, j) => sum + amplitude * Math.cos(Math.PI * (j + 1) * t), 0);
}
