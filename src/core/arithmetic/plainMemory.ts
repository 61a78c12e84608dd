export interface PlainMemory {
  values: Float64Array;
  kept: Float64Array;
}

export function keepIn(memory: PlainMemory, values: Float64Array): number {
  const place = memory.kept.length;
  const longer = new Float64Array(place + values.length);
  longer.set(memory.kept);
  longer.set(values, place);
  memory.kept = longer;
  return place;
}
