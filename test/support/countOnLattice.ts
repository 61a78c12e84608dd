import { latticeCell, latticeScale, type LatticeAxis } from "../../src/core/records/latticeCounts.ts";

/** Finite values in each cell of a lattice, shape (cells,): the counts of `countsQuery` without an engine. */
export function countOnLattice(values: Float64Array, lattice: LatticeAxis): Float64Array {
  const scale = latticeScale(lattice);
  const counts = new Float64Array(lattice.cells);
  for (const value of values) if (Number.isFinite(value)) counts[latticeCell(value, lattice, scale)]!++;
  return counts;
}
