import { checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import type { Points } from "../points.ts";
import { numericColumn } from "./records.ts";
import { refusal } from "./refusal.ts";
import type { Table } from "./table.ts";

/** An axis of the public lattice that records are rounded to before they are counted: equally spaced from the lower to the upper end. */
export interface LatticeAxis {
  readonly lower: number;
  readonly upper: number;
  /** How many points, ends included. */
  readonly cells: number;
}

/** A lattice of one axis. */
export interface CountLattice extends LatticeAxis {
  /** The declared bound on the rows of one person, that the query held to; 1 where each row is a person. */
  readonly rowsPerPerson: number;
}

/** As many as resolve any bandwidth down to a five-hundredth of the domain to a hundredth of it. */
export const usualCells = 2 ** 16;

/** Records as points of a lattice, each with the number of records that were rounded to it. Private. */
export interface CountedRecords {
  readonly points: Points;
  /** Whole numbers ≥ 1, shape (n,). */
  readonly multiplicities: Float64Array;
  /** The bound on the rows of one person that the query held to. Public. */
  readonly recordsPerPerson: number;
}

/**
 * The scale of a lattice, (cells − 1)/(upper − lower), as the one double that the page and every engine multiply by.
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
 * How many values each point of a lattice gets: value v, moved into the domain, goes to cell
 *
 *     ⌊(v − lower + half)·scale⌋,   half = ½/scale,   at most cells − 1.
 *
 * Three operations on doubles, each rounded to nearest, and a floor: an engine that does the same has the same counts,
 * bit for bit. Half a step is added first, so that no product is too small for a double, which PostgreSQL refuses. The cell is a function of the value and public numbers: replacing a record moves one unit of count.
 *
 * @param values finite ones are counted, others are not
 * @returns shape (cells,)
 */
export function countOnLattice(values: Float64Array, lattice: LatticeAxis): Float64Array {
  const scale = latticeScale(lattice);
  const counts = new Float64Array(lattice.cells);
  for (const value of values) if (Number.isFinite(value)) counts[latticeCell(value, lattice, scale)]!++;
  return counts;
}

/** The cell of a finite value, given the lattice's scale. */
export function latticeCell(value: number, { lower, upper, cells }: LatticeAxis, scale: number): number {
  const inside = Math.min(upper, Math.max(lower, value));
  return Math.min(cells - 1, Math.floor((inside - lower + 0.5 / scale) * scale));
}

/** The point of a lattice that a cell stands for. */
export function latticeValue(cell: number, { lower, upper, cells }: LatticeAxis): number {
  return cell === cells - 1 ? upper : lower + ((upper - lower) * cell) / (cells - 1);
}

/** The name of the column of counts, which says the whole lattice: names are public, and travel with the numbers. */
export function countsColumnName({ lower, upper, cells, rowsPerPerson }: CountLattice): string {
  const written = (value: number) =>
    String(value).replace("-", "m").replace("+", "").replace(".", "p").replace("-", "m");
  return `records_from_${written(lower)}_to_${written(upper)}_cells_${cells}_person_${rowsPerPerson}`;
}

/** What the columns of a table say, if it is one of counts. */
export function latticeOfColumns(
  names: readonly string[],
): { readonly cell: string; readonly count: string; readonly of: string; readonly lattice: CountLattice } | undefined {
  const cell = names.find((name) => /^cell_of_./.test(name));
  if (cell === undefined) return undefined;
  for (const name of names) {
    const found = /^records_from_([\dmpe]+)_to_([\dmpe]+)_cells_(\d+)_person_(\d+)$/.exec(name);
    if (!found) continue;
    const read = (text: string) => Number(text.replaceAll("m", "-").replace("p", "."));
    const lattice = {
      lower: read(found[1]!),
      upper: read(found[2]!),
      cells: Number(found[3]),
      rowsPerPerson: Number(found[4]),
    };
    if (lattice.lower < lattice.upper && lattice.cells >= 2 && lattice.cells <= 2 ** 20 && lattice.rowsPerPerson >= 1)
      return { cell, count: name, of: cell.slice("cell_of_".length), lattice };
  }
  return undefined;
}

/**
 * The records of a table of counts, at the points of its lattice.
 *
 * @throws {ParameterError} naming "column", unless cells are whole numbers on the lattice, each once, and counts are
 *   whole numbers ≥ 0 of which at least two records remain
 */
export function recordsFromCounts(table: Table): CountedRecords {
  const found = latticeOfColumns(table.columns.map(({ name }) => name));
  if (!found) throw refusal("column", "other columns", "named as the query names them");
  const { cells } = found.lattice;
  const cellOf = numericColumn(table, found.cell).values;
  const countOf = numericColumn(table, found.count).values;
  const counts = new Float64Array(cells);
  let recordCount = 0;
  for (let row = 0; row < table.rowCount; row++) {
    const [cell, count] = [cellOf[row]!, countOf[row]!];
    if (!(Number.isInteger(cell) && cell >= 0 && cell < cells))
      throw refusal("column", `cell ${cell} in row ${row + 1}`, `a whole number from 0 to ${cells - 1} in every row`);
    if (!(Number.isSafeInteger(count) && count >= 0))
      throw refusal("column", `count ${count} in row ${row + 1}`, "a whole number in every row");
    if (counts[cell]! > 0) throw refusal("column", `cell ${cell} twice`, "each cell in one row");
    counts[cell] = count;
    recordCount += count;
  }
  if (!(recordCount >= 2 && Number.isSafeInteger(recordCount)))
    throw refusal("column", `${recordCount} records`, "at least two records");
  const filled = counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
  const coordinates = new Float64Array(filled);
  const multiplicities = new Float64Array(filled);
  for (let cell = 0, to = 0; cell < cells; cell++) {
    if (counts[cell] === 0) continue;
    coordinates[to] = latticeValue(cell, found.lattice);
    multiplicities[to++] = counts[cell]!;
  }
  const recordsPerPerson = found.lattice.rowsPerPerson;
  return { points: { dimension: 1, coordinates }, multiplicities, recordsPerPerson };
}
