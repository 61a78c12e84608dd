import { recordsFromCounts, type CountedRecords } from "../records/countedRecords.ts";
import { levelOfKey } from "../records/declaredLevels.ts";
import { latticeAccumulation } from "../records/latticeAccumulation.ts";
import { isKeyOf, outsideName } from "../records/onlyRows.ts";
import { recordsFrom } from "../records/records.ts";
import type { CellKeys } from "../tables/cells/cellKeying.ts";
import type { Table } from "../tables/table.ts";
import { ParameterError } from "../errors.ts";
import type { GrowingRecords } from "../release/contract.ts";
import type { DensityContract } from "./densityContract.ts";
import { pointsAt } from "../points.ts";

type Choice = DensityContract["choice"];
type Records = DensityContract["records"];

/**
 * Records of a density in a table of rows or of counts, in the units of their columns.
 *
 * @throws {ParameterError} if the table has no such records
 */
export function densityRecordsFrom(table: Table, choice: Choice): Records {
  return choice.counted
    ? ofCounts(recordsFromCounts(table, choice.pointMass !== undefined, choice.groups), choice)
    : ofRows(recordsFrom({ table, ...choice }), choice);
}

/** Counts of records on a declared lattice, which grow while a file is read; undefined without a lattice. */
export function growingDensityRecords(
  { columns, missing, person, lattice, only, groups, pointMass }: Choice,
  keys: CellKeys,
): GrowingRecords<Records> | undefined {
  if (!lattice) return undefined;
  const counts = latticeAccumulation({
    axes: lattice,
    missing,
    ...(person && { bound: person.bound }),
    ...(only && { wanted: isKeyOf(only, keys) }),
    ...(groups && { groups: { count: groups.levels.length, of: levelOfKey(groups, keys) } }),
    ...(pointMass !== undefined && { pointMass }),
  });
  return {
    columns: [
      ...columns.map((name) => ({ name })),
      ...(only ? [{ name: only.column, keys }] : []),
      ...(groups ? [{ name: groups.column, keys }] : []),
      ...(person ? [{ name: person.column, keys }] : []),
    ],
    take: counts.take,
    records: (unread = []) => {
      const found = counts.counted();
      const named = columns.map((column, k) => ({ column, ...unread[k]! })).filter(({ count }) => count > 0);
      return (
        found && {
          points: found.points,
          multiplicities: found.multiplicities,
          droppedCount: counts.droppedCount(),
          ...(named.length > 0 && { unread: named }),
          ...(only && { outside: { name: outsideName(only), count: counts.outsideCount() } }),
          ...(groups && { groups: { ...groups, of: found.levels!, elsewhere: counts.elsewhereCount() } }),
          ...(pointMass !== undefined && { pointMass: { at: pointMass, count: counts.pointMassCount() } }),
          ...(person && { recordsPerPerson: person.bound }),
        }
      );
    },
  };
}

function ofCounts(
  { points, multiplicities, recordsPerPerson, levels, pointMass }: CountedRecords,
  { groups }: Choice,
): Records {
  const held = { recordsPerPerson, droppedCount: 0, ...(pointMass && { pointMass }) };
  if (!groups) return { points, multiplicities, ...held };
  if (!levels) throw new ParameterError("column", groups.column, "a label that was counted with the records");
  const kept = Array.from(levels.keys()).filter((i) => levels[i]! >= 0);
  const all = multiplicities.reduce((sum, count) => sum + count, 0);
  const inGroups = kept.reduce((sum, i) => sum + multiplicities[i]!, 0);
  return {
    points: pointsAt(points, kept),
    multiplicities: Float64Array.from(kept, (i) => multiplicities[i]!),
    groups: { ...groups, of: Int32Array.from(kept, (i) => levels[i]!), elsewhere: all - inGroups },
    ...held,
  };
}

function ofRows(
  { points, droppedCount, outsideCount, levels, elsewhereCount }: ReturnType<typeof recordsFrom>,
  { only, groups, person }: Choice,
): Records {
  return {
    points,
    droppedCount,
    ...(only && { outside: { name: outsideName(only), count: outsideCount! } }),
    ...(groups && { groups: { ...groups, of: levels!, elsewhere: elsewhereCount! } }),
    ...(person && { recordsPerPerson: person.bound }),
  };
}
