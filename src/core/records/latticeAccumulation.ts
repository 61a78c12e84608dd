import { checkAllFinite, checkLength, checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import type { Points } from "../points.ts";
import { latticeCell, latticeScale, latticeValue, type LatticeAxis } from "./latticeCounts.ts";
import { isCounted, type MissingValues } from "./missingValues.ts";
import { personQuota } from "./personQuota.ts";
import { refusal } from "../tables/refusal.ts";
import { countText } from "../numberFormats.ts";

/** Counts of records on a public lattice, which grow while a file is read. */
interface LatticeAccumulation {
  /**
   * Takes rows of values: a coordinate for each axis, NaN for none, then any keys of filter, groups and persons.
   *
   * @throws {ParameterError} naming "column", if a value is missing and `missing` is "refuse"
   */
  readonly take: (values: Float64Array, rows: number) => void;
  /** Undefined without records. */
  readonly counted: () => LatticeRecords | undefined;
  /** Rows without a value, or beyond the bound of their person. Private. */
  readonly droppedCount: () => number;
  readonly outsideCount: () => number;
  readonly elsewhereCount: () => number;
  readonly pointMassCount: () => number;
}

/** Points of a lattice, each with the number of records rounded to it. Private. */
interface LatticeRecords {
  readonly points: Points;
  /** Each ≥ 1, shape (n,). */
  readonly multiplicities: Float64Array;
  /** Where there are groups, increasing. Shape (n,). */
  readonly levels?: Int32Array;
}

export const usualCellsOf = (dimension: number): number => (dimension === 1 ? 2 ** 16 : 2 ** 10);

/**
 * Counts that start at zero. A record's cell is a function of the record and public numbers: replacing one moves one
 * unit of count; of each person the first `bound` rows are counted. All parameters are public.
 *
 * @param axes one or two, of at most 2²⁰ cells together, in each group
 * @param bound on the rows of one person; undefined where each row is a person
 * @param wanted true for wanted rows, by key; all if absent
 * @param groups how many there are, and a row's by its key, −1 for none
 * @param atom a value of the first coordinate whose records are counted in `atomCount`, before rounding; none if absent
 * @throws {ParameterError} if an axis is none, or there are too many cells
 */
export function latticeAccumulation({
  axes,
  missing,
  bound,
  wanted,
  groups,
  pointMass,
}: {
  readonly axes: readonly LatticeAxis[];
  readonly missing: MissingValues;
  readonly bound?: number;
  readonly wanted?: ((key: number) => boolean) | undefined;
  readonly groups?: { readonly count: number; readonly of: (key: number) => number } | undefined;
  readonly pointMass?: number | undefined;
}): LatticeAccumulation {
  const d = axes.length;
  const scales = axes.map(latticeScale);
  const cells = axes.reduce((product, axis) => product * axis.cells, 1);
  if (!(d >= 1 && d <= 2 && cells <= 2 ** 20))
    throw new ParameterError("cells", cells, "at most 1048576, on one axis or two");
  const quota = bound === undefined ? undefined : personQuota(checkPositiveInteger("bound", bound));
  const groupAt = wanted ? d + 1 : d;
  const personAt = groups ? groupAt + 1 : groupAt;
  const width = quota ? personAt + 1 : personAt;
  const groupCount = groups ? checkPositiveInteger("groups.count", groups.count) : 1;
  const counts = new Float64Array(groupCount * cells);
  let rowCount = 0;
  let recordCount = 0;
  let outsideCount = 0;
  let elsewhereCount = 0;
  let pointMassCount = 0;

  const refuse = () => {
    if (missing !== "refuse") return;
    throw refusal(
      "column",
      `row ${countText(rowCount)} without ${quota ? "one, or without its person" : "one"}`,
      "a finite number in every row, unless you choose to leave such rows out",
    );
  };
  const [fill = NaN, secondFill = NaN] = isCounted(missing)
    ? checkAllFinite("countedAs", checkLength("countedAs", missing.countedAs, d))
    : [];
  const first = axes[0]!;
  const firstScale = scales[0]!;

  return {
    take: (values, rows) => {
      for (let row = 0, at = 0; row < rows; row++, at += width) {
        rowCount++;
        const read = values[at]!;
        const value = Number.isFinite(read) ? read : fill;
        let cell = Number.isFinite(value) ? latticeCell(value, first, firstScale) : -1;
        if (d === 2 && cell >= 0) {
          const given = values[at + 1]!;
          const second = Number.isFinite(given) ? given : secondFill;
          cell = Number.isFinite(second) ? cell + first.cells * latticeCell(second, axes[1]!, scales[1]!) : -1;
        }
        if (cell < 0 || (quota && Number.isNaN(values[at + personAt]!))) refuse();
        else if (!quota || quota(values[at + personAt]!)) {
          recordCount++;
          const level = groups ? groups.of(values[at + groupAt]!) : 0;
          if (wanted && !wanted(values[at + d]!)) outsideCount++;
          else if (level < 0) elsewhereCount++;
          else if (value === pointMass) pointMassCount++;
          else counts[level * cells + cell]!++;
        }
      }
    },
    counted: () => {
      if (recordCount < 1) return undefined;
      let filled = 0;
      for (const count of counts) if (count > 0) filled++;
      const coordinates = new Float64Array(filled * d);
      const multiplicities = new Float64Array(filled);
      const levels = new Int32Array(groups ? filled : 0);
      for (let at = 0, to = 0; at < counts.length; at++) {
        if (counts[at] === 0) continue;
        const cell = at % cells;
        coordinates[to * d] = latticeValue(cell % first.cells, first);
        if (d === 2) coordinates[to * d + 1] = latticeValue(Math.floor(cell / first.cells), axes[1]!);
        if (groups) levels[to] = Math.floor(at / cells);
        multiplicities[to++] = counts[at]!;
      }
      return { points: { dimension: d, coordinates }, multiplicities, ...(groups && { levels }) };
    },
    droppedCount: () => rowCount - recordCount,
    outsideCount: () => outsideCount,
    elsewhereCount: () => elsewhereCount,
    pointMassCount: () => pointMassCount,
  };
}
