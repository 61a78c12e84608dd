import { ParameterError } from "../errors.ts";

/** Limits of N, the declared largest number of records. */
export const mostRecordsLimits = { min: 2, max: 1e9 } as const;

export function checkMostRecords(mostRecords: number): number {
  const { min, max } = mostRecordsLimits;
  if (Number.isInteger(mostRecords) && mostRecords >= min && mostRecords <= max) return mostRecords;
  throw new ParameterError("mostRecords", mostRecords, `a whole number from ${min} to ${max}`);
}

/** Label of the released share of the N declared places without a record. */
export function absentName(mostRecords: number, records: "records" | "curves"): string {
  return `share of the ${mostRecords} declared ${records} that are absent`;
}

/** True for a label of {@link absentName}; a group may be called "absent". */
export function isAbsentName(name: string): boolean {
  return /^share of the \d+ declared (?:records|curves) that are absent$/.test(name);
}

/**
 * Shares N places out among classes, one after the other.
 *
 * @returns `take`: how many of `count` records find a place; `left`: empty places
 */
export function placesFor(mostRecords: number): {
  readonly take: (count: number) => number;
  readonly left: () => number;
} {
  let left = mostRecords;
  return {
    take: (count) => {
      const taken = Math.min(count, left);
      left -= taken;
      return taken;
    },
    left: () => left,
  };
}

/**
 * Rows in a public order of their values: by a hash, then by the values.
 *
 * @param rows n rows of `width` numbers. Private
 * @param labels a further number of each row
 * @see docs/proofs/absentRecords.md, Lemma 2
 */
export function inPublicOrder(rows: Float64Array, width: number, labels?: Int32Array): Uint32Array {
  const bits = new Uint32Array(rows.buffer.slice(rows.byteOffset, rows.byteOffset + rows.byteLength));
  const n = rows.length / width;
  const hashes = new Uint32Array(n);
  for (let i = 0; i < n; i++) {
    let hash = labels?.[i] ?? 0;
    for (let at = 2 * i * width; at < 2 * (i + 1) * width; at++) {
      hash = Math.imul(hash ^ bits[at]!, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    hashes[i] = Math.imul(hash, 0x85ebca6b);
  }
  const byValues = (a: number, b: number) => {
    for (let j = 0; j < width; j++) {
      const difference = rows[a * width + j]! - rows[b * width + j]!;
      if (difference !== 0) return difference;
    }
    return (labels?.[a] ?? 0) - (labels?.[b] ?? 0);
  };
  return Uint32Array.from({ length: n }, (_, i) => i).sort((a, b) => hashes[a]! - hashes[b]! || byValues(a, b));
}
