import { checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";

/** Axis of the public lattice to which records are rounded, equally spaced from end to end. */
export interface LatticeAxis {
  readonly lower: number;
  readonly upper: number;
  /** Number of points, ends included. */
  readonly cells: number;
}

/**
 * Scale of a lattice, (cells − 1)/(upper − lower), as the one double that page and engines multiply by.
 *
 * @throws {ParameterError} unless lower < upper, both finite, and cells is an integer from 2 to 2²⁰
 */
export function latticeScale({ lower, upper, cells }: LatticeAxis): number {
  checkPositiveInteger("cells", cells);
  if (!(cells >= 2 && cells <= 2 ** 20)) throw new ParameterError("cells", cells, "from 2 to 1048576");
  const scale = (cells - 1) / (upper - lower);
  if (upper > lower && scale > 0 && Number.isFinite(scale)) return scale;
  throw new ParameterError("domain", `${lower} to ${upper}`, "two finite ends, the lower below the upper");
}

/**
 * Cell of a finite value on a lattice: value v, moved into the domain, goes to cell
 *
 *     ⌊(v − lower + half)·scale⌋,   half = ½/scale,   at most cells − 1.
 *
 * Three operations on doubles, rounded to nearest, and a floor: any engine has the same counts, bit for bit. Half a
 * step comes first: PostgreSQL refuses too small products.
 */
export function latticeCell(value: number, { lower, upper, cells }: LatticeAxis, scale: number): number {
  const inside = Math.min(upper, Math.max(lower, value));
  return Math.min(cells - 1, Math.floor((inside - lower + 0.5 / scale) * scale));
}

export function latticeValue(cell: number, { lower, upper, cells }: LatticeAxis): number {
  return cell === cells - 1 ? upper : lower + ((upper - lower) * cell) / (cells - 1);
}
