import { boundOperations, type Arithmetic } from "./operations.ts";
import { keepIn, type PlainMemory } from "./plainMemory.ts";

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
