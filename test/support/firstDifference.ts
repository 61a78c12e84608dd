/**
 * Where two answers of numbers and texts first differ, by bits: −0 is not 0, NaN is NaN. A failed `toEqual` of large arrays
 * prints for minutes, this in a line.
 */
export function firstDifference(a: unknown, b: unknown, place = "answer"): string | undefined {
  if (Object.is(a, b)) return undefined;
  const isTree = typeof a === "object" && typeof b === "object" && a !== null && b !== null;
  if (!isTree || a.constructor !== b.constructor) return `${place}: ${String(a)}, not ${String(b)}`;
  if (a instanceof Map && b instanceof Map) return firstDifference([...a], [...b], place);
  const keys = Object.keys(a);
  const others = Object.keys(b);
  if (keys.length !== others.length) return `${place}: ${keys.length} entries, not ${others.length}`;
  for (const key of keys) {
    if (!Object.hasOwn(b, key)) return `${place}.${key}: only in the first`;
    const found = firstDifference(a[key as never], b[key as never], `${place}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
