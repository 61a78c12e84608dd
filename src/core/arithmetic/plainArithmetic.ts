import { boundOperations } from "./operations.ts";
import type { Arithmetic, PlainMemory } from "./operations.ts";

/** Arithmetic in TypeScript, four terms of a product at a time. */
export function plainArithmetic(): Arithmetic {
  const memory: PlainMemory = { values: new Float64Array(0), kept: new Float64Array(0) };
  return {
    name: "plain",
    reserve: (count) => {
      if (memory.values.length < count) memory.values = new Float64Array(count);
      return memory.values;
    },
    held: () => memory.values,
    keep: (values) => keepIn(memory, values),
    ...boundOperations((_, operation) => operation.plain(memory)),
  };
}

/** Appends a copy of `values` to what is kept; returns where. */
export function keepIn(memory: PlainMemory, values: Float64Array): number {
  const place = memory.kept.length;
  const longer = new Float64Array(place + values.length);
  longer.set(memory.kept);
  longer.set(values, place);
  memory.kept = longer;
  return place;
}
