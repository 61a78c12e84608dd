import { affineHullBounds, compositionRatioBound, spreadFromRows } from "../machine/affineHullBounds.ts";
import type { AffineHullMachine } from "../machine/affineHullMachine.ts";
import { fitDeepAffineHullMachine } from "../machine/deepAffineHullMachine.ts";
import { type Points, pointCount, pointsAt } from "../../points.ts";
import { checkCombination } from "../../combinations.ts";
import { shownSource } from "../../random/shownSource.ts";
import { fabricationCombinations, fabricationOptions } from "./fabricationCombinations.ts";
import { fabricateNoisyRows } from "./fabricatedBranches.ts";
import type { FabricationParameters } from "./fabricationParameters.ts";
import { planeIn } from "./heldPlane.ts";
import { addNoise } from "./tableNoise.ts";
import { originShare, tableRows, type ClassifiedRecords } from "./tableRows.ts";

export interface BoundCheck {
  readonly theorem: 2 | 3 | 4 | 5;
  /** Largest measured value over the printed bound. */
  readonly printed: number;
  /** Over the proved bound where it applies; else 0. */
  readonly proved: number;
  /** Machines (for Theorem 5 classes) with positive weights. */
  readonly checked: number;
  readonly applies: number;
}

const [near, far, places] = [0.5, 20, 16] as const;

/**
 * Theorems 2 to 5 on the machines of a fabricated table: images and distances over the printed bounds, false in
 * general, and the proved ones (errata K6).
 *
 * @throws {ParameterError} as `fabricateTableRelease`, and for secure noise
 * @see Kumar, Moser & Fischer (2024), Theorems 2 to 5, eqs (46), (49), (54), (61)
 */
export function* checkingBounds(
  records: ClassifiedRecords,
  parameters: FabricationParameters,
): Generator<number, readonly BoundCheck[]> {
  checkCombination(fabricationCombinations, fabricationOptions(parameters, "bounds"));
  const random = shownSource(parameters.seed);
  const { unit, classOf, partyOf, box } = tableRows(records, parameters, random);
  const { noisy } = addNoise(unit, parameters, random);
  const about = { classOf, partyOf, classCount: records.classCount };
  const { units, fabricated } = yield* fabricateNoisyRows(noisy, about, { ...parameters, frames: false });
  const modelled = parameters.model === "fabricated" ? fabricated : noisy;
  const grid = placesAround(unit.dimension, (grid) => planeIn(box, grid, parameters.heldAt), originShare(parameters));
  const { subspaceDimension, depth } = parameters;
  const checks = new Map<BoundCheck["theorem"], Mutable>();
  const note = (theorem: BoundCheck["theorem"], values: Float64Array, bounds: Bounds) => {
    const largest = values.reduce((a, x) => (x < Infinity ? Math.max(a, x) : a), 0);
    const check = checks.get(theorem) ?? { theorem, printed: 0, proved: 0, checked: 0, applies: 0 };
    check.printed = Math.max(check.printed, largest / bounds.printed);
    check.checked++;
    if (bounds.proved < Infinity) {
      check.applies++;
      check.proved = Math.max(check.proved, largest / bounds.proved);
    }
    checks.set(theorem, check);
  };

  const names = [...new Set(units.map(nameOf))];
  let done = 0;
  for (const name of names) {
    const group = units.filter((one) => nameOf(one) === name);
    const machines = group.map(({ rows }) =>
      fitDeepAffineHullMachine({ points: pointsAt(modelled, rows), subspaceDimension, depth }),
    );
    for (const machine of machines) {
      const first = machine.layers[0]!;
      const { printedLoose, proved } = affineHullBounds(first);
      const at = withVanishing(grid, first);
      const { image, distance } = first.evaluate(at);
      const spread = spreadFromRows({ points: first.points, at, norm: "spectral" });
      const ratio = { printed: printedLoose.ratio, proved: proved.ratio };
      note(2, normsOf(image), { printed: printedLoose.image, proved: proved.image });
      note(3, over(distance, spread), ratio);
      note(4, over(machine.distance(at), spread), ratio);
      yield ++done / units.length;
    }
    const rows = pointsAt(
      modelled,
      group.flatMap((one) => one.rows),
    );
    const at = withVanishing(grid, machines[0]!.layers[0]!);
    const least = machines.map((machine) => machine.distance(at)).reduce((a, b) => a.map((d, q) => Math.min(d, b[q]!)));
    const spread = spreadFromRows({ points: rows, at, norm: "frobenius" });
    note(5, over(least, spread), compositionRatioBound(machines.map(({ layers }) => layers[0]!)));
  }
  return [...checks.values()].sort((a, b) => a.theorem - b.theorem);
}

function nameOf(one: { readonly party: number; readonly class: number }): string {
  return `${one.party} ${one.class}`;
}

type Mutable = { -readonly [K in keyof BoundCheck]: BoundCheck[K] };
type Bounds = { readonly printed: number; readonly proved: number };

/** The places, with the zeros of the sum of memberships between them (errata K6). */
function withVanishing(grid: Points, machine: AffineHullMachine): Points {
  const { dimension: p, coordinates } = grid;
  const sums = machine.denominators(grid);
  const found: number[] = [];
  const place = (q: number) => coordinates.subarray(q * p, (q + 1) * p);
  for (let q = 0; q < sums.length && found.length < mostVanishing * p; q++) {
    for (const step of [1, places]) {
      const next = q + step;
      if (next >= sums.length || !(sums[q]! * sums[next]! < 0)) continue;
      if (step === 1 ? next % places === 0 : Math.floor(next / places ** 2) !== Math.floor(q / places ** 2)) continue;
      let [from, to] = [place(q), place(next)];
      for (let halving = 0; halving < 50; halving++) {
        const middle = from.map((x, j) => (x + to[j]!) / 2);
        const sum = machine.denominators({ dimension: p, coordinates: middle })[0]!;
        if (sum * sums[q]! > 0) from = middle;
        else to = middle;
      }
      found.push(...from);
    }
  }
  return { dimension: p, coordinates: Float64Array.from([...coordinates, ...found]) };
}

const mostVanishing = 8;

function placesAround(p: number, plane: (grid: Parameters<typeof planeIn>[1]) => Points, share: number): Points {
  if (p === 1) {
    const line = [near, far].flatMap((reach) =>
      Array.from({ length: places }, (_, k) => -share - reach + ((1 + 2 * reach) * k) / (places - 1)),
    );
    return { dimension: 1, coordinates: Float64Array.from(line) };
  }
  const grids = [near, far].map((reach) => {
    const axis = { lower: -share - reach, upper: 1 - share + reach, count: places };
    return plane({ axes: [axis, axis] }).coordinates;
  });
  return { dimension: p, coordinates: Float64Array.from(grids.flatMap((some) => [...some])) };
}

function normsOf(points: Points): Float64Array {
  const { dimension: p, coordinates } = points;
  return Float64Array.from({ length: pointCount(points) }, (_, q) =>
    Math.hypot(...coordinates.subarray(q * p, (q + 1) * p)),
  );
}

function over(distances: Float64Array, spread: Float64Array): Float64Array {
  return distances.map((d, q) => d / spread[q]!);
}
