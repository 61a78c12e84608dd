export interface PlainMemory {
  values: Float64Array;
  kept: Float64Array;
}

/** Appends a copy to the kept values; returns its place. */
export function keepIn(memory: PlainMemory, values: Float64Array): number {
  const place = memory.kept.length;
  const longer = new Float64Array(place + values.length);
  longer.set(memory.kept);
  longer.set(values, place);
  memory.kept = longer;
  return place;
}
