import { checkAllFinite, checkLength, checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { gridSize, gridStep, type RegularGrid } from "../grids.ts";
import type { Points } from "../points.ts";
import type { RandomSource } from "../random/randomSource.ts";

interface CleanedDensity {
  /** max(0, f̃)/∫max(0, f̃) on the grid, shape (m,). */
  readonly values: Float64Array;
  /** ∫max(0, f̃), 1 for a density. */
  readonly mass: number;
  /** ∫max(0, −f̃) as a share of the mass. */
  readonly clippedShare: number;
}

/**
 * Released function on a grid, clipped at 0 and scaled to integrate to 1; post-processing.
 *
 * @param released values on one or two axes, shape (m,)
 * @throws {ParameterError} if no value is positive
 */
export function cleanedDensity({
  grid,
  released,
}: {
  readonly grid: RegularGrid;
  readonly released: ArrayLike<number>;
}): CleanedDensity {
  const d = grid.axes.length;
  if (d !== 1 && d !== 2) throw new ParameterError("grid.axes.length", d, "1 or 2");
  checkAllFinite("released", checkLength("released", released, gridSize(grid)));
  const positive = Float64Array.from(released, (value) => Math.max(0, value));
  const mass = sum(cellMasses(grid, positive));
  if (!(mass > 0)) throw new ParameterError("released", "no positive value", "positive somewhere, to be a density");
  const negative = Float64Array.from(released, (value) => Math.max(0, -value));
  return {
    values: positive.map((value) => value / mass),
    mass,
    clippedShare: sum(cellMasses(grid, negative)) / mass,
  };
}

/**
 * Independent draws from a released density by inversion of its distribution function, (bi)linear between grid points.
 * Post-processing.
 *
 * @param density values ≥ 0 on the grid, shape (m,), in any unit, as from `cleanedDensity`
 * @param count ≥ 1
 * @param random two uniform draws for each record on a line, three in a plane
 */
export function syntheticRecords({
  grid,
  density,
  count,
  random,
}: {
  readonly grid: RegularGrid;
  readonly density: Float64Array;
  readonly count: number;
  readonly random: RandomSource;
}): Points {
  const d = grid.axes.length;
  if (d !== 1 && d !== 2) throw new ParameterError("grid.axes.length", d, "1 or 2");
  checkAllFinite("density", checkLength("density", density, gridSize(grid)));
  if (density.some((value) => value < 0)) throw new ParameterError("density", "a negative value", "non-negative");
  checkPositiveInteger("count", count);
  const masses = cellMasses(grid, density);
  let total = 0;
  const ends = masses.map((mass) => (total += mass));
  if (!(total > 0)) throw new ParameterError("density", "0 everywhere", "positive somewhere");

  const [first, second] = grid.axes as [RegularGrid["axes"][0], RegularGrid["axes"][0] | undefined];
  const columns = first.count - 1;
  const coordinates = new Float64Array(count * d);
  for (let r = 0; r < count; r++) {
    const cell = firstAbove(ends, total * random.uniform());
    const i = cell % columns;
    const at = i + Math.floor(cell / columns) * first.count;
    const [a, b] = [density[at]!, density[at + 1]!];
    if (!second) {
      coordinates[r] = placeOn(first, i + linearInverse(a, b, random.uniform()));
      continue;
    }
    const [c, e] = [density[at + first.count]!, density[at + first.count + 1]!];
    const x = linearInverse(a + c, b + e, random.uniform());
    const y = linearInverse(a + x * (b - a), c + x * (e - c), random.uniform());
    coordinates[2 * r] = placeOn(first, i + x);
    coordinates[2 * r + 1] = placeOn(second, Math.floor(cell / columns) + y);
  }
  return { dimension: d, coordinates };
}

/** ∫ over each cell of the (bi)linear function. */
function cellMasses({ axes }: RegularGrid, values: Float64Array): Float64Array {
  const [first, second] = axes as [RegularGrid["axes"][0], RegularGrid["axes"][0] | undefined];
  const columns = first.count - 1;
  if (!second) {
    const step = gridStep(first);
    return Float64Array.from({ length: columns }, (_, i) => (step * (values[i]! + values[i + 1]!)) / 2);
  }
  const area = gridStep(first) * gridStep(second);
  return Float64Array.from({ length: columns * (second.count - 1) }, (_, cell) => {
    const at = (cell % columns) + Math.floor(cell / columns) * first.count;
    return (area * (values[at]! + values[at + 1]! + values[at + first.count]! + values[at + first.count + 1]!)) / 4;
  });
}

/** The t in [0, 1] up to which a density linear from a to b has the share u of its mass. */
function linearInverse(a: number, b: number, u: number): number {
  const root = Math.sqrt(a * a + u * (b * b - a * a));
  const t = (u * (a + b)) / (a + root);
  return t >= 0 ? Math.min(1, t) : u;
}

function firstAbove(ends: Float64Array, level: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ends[middle]! > level) high = middle;
    else low = middle + 1;
  }
  return low;
}

function placeOn(axis: RegularGrid["axes"][0], steps: number): number {
  return Math.min(axis.upper, Math.max(axis.lower, axis.lower + gridStep(axis) * steps));
}

function sum(values: Float64Array): number {
  return values.reduce((a, b) => a + b, 0);
}
