import type { AttackedFunction } from "../../release/attacking.ts";
import { originShare } from "./tableRows.ts";
import type { FabricationParameters } from "./fabricationParameters.ts";

/**
 * A row of a table as an attacker meets it: clamped entries on the scale of [0, 1], with independent noise. Δ is √(p
 * k) for Gaussian noise on records, p for Laplace noise.
 *
 * @param row p entries in data units. Private
 * @see Kumar, Moser & Fischer (2024), Result 1; errata K1
 */
export function attackedRow(row: readonly number[], parameters: FabricationParameters): AttackedFunction {
  const { ranges, protection, delta, adjacency, recordsPerPerson = 1 } = parameters;
  const share = originShare(parameters);
  const p = ranges.length;
  const numbers = Float64Array.from(row, (value, j) => {
    const [lower, upper] = ranges[j]!;
    return (Math.min(upper, Math.max(lower, value)) - lower) / (upper - lower) - share;
  });
  const isRecord = protection === "record";
  return {
    numbers,
    law: isRecord ? "gaussian" : "laplace",
    sensitivity: isRecord ? Math.sqrt(p * recordsPerPerson) : p,
    unit: isRecord ? undefined : adjacency,
    pointMass: isRecord ? undefined : delta,
    shownOf: (values) => values.map((value, j) => ranges[j]![0] + (value + share) * (ranges[j]![1] - ranges[j]![0])),
    axes: [{ lower: 1, upper: p, count: p }],
  };
}
