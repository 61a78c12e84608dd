import { snappyUncompress } from "hyparquet";
import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { unpackSnappy } from "../../../workers/columnar/snappy.ts";
import { casesOf } from "../../support/fuzzing.ts";

const random = seededSource(19);
const whole = (least: number, most: number) => least + Math.floor((most - least + 1) * random.uniform());

/** A block of literals and copies of all kinds, and what it unpacks to. */
function block(): { packed: Uint8Array; plain: number[] } {
  const packed: number[] = [];
  const plain: number[] = [];
  const literal = (size: number) => {
    const bytes = Array.from({ length: size }, () => whole(0, 255));
    if (size <= 60) packed.push((size - 1) << 2);
    else if (size <= 256) packed.push(60 << 2, size - 1);
    else packed.push(61 << 2, (size - 1) & 255, (size - 1) >> 8);
    packed.push(...bytes);
    plain.push(...bytes);
  };
  literal(whole(1, 40));
  for (let part = 0; part < 30; part++) {
    const kind = whole(0, 3);
    if (kind === 0) {
      literal([whole(1, 60), whole(61, 256), whole(257, 3000)][whole(0, 2)]!);
      continue;
    }
    const size = kind === 1 ? whole(4, 11) : whole(1, 64);
    const back = whole(1, Math.min(plain.length, kind === 1 ? 2047 : 60_000));
    if (kind === 1) packed.push(((back >> 8) << 5) | ((size - 4) << 2) | 1, back & 255);
    else packed.push(((size - 1) << 2) | kind, back & 255, back >> 8, ...(kind === 3 ? [0, 0] : []));
    for (let k = 0; k < size; k++) plain.push(plain[plain.length - back]!);
  }
  const length: number[] = [];
  for (let rest = plain.length; ; rest >>= 7) {
    length.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) break;
  }
  return { packed: Uint8Array.from([...length, ...packed]), plain };
}

describe("unpackSnappy", () => {
  test("gives blocks back, as another program does", () => {
    for (let trial = 0; trial < casesOf(500, 120); trial++) {
      const { packed, plain } = block();
      const found = unpackSnappy(packed, plain.length);
      expect(Buffer.compare(found, Uint8Array.from(plain)), `block ${trial}`).toBe(0);
      if (trial % 10 > 0) continue;
      const theirs = new Uint8Array(plain.length);
      snappyUncompress(packed, theirs);
      expect(Buffer.compare(found, theirs), `block ${trial}`).toBe(0);
    }
  });

  test("of damaged blocks each has the announced length or is refused with a sentence", () => {
    const trials = casesOf(2000, 300);
    let refused = 0;
    for (let trial = 0; trial < trials; trial++) {
      const { packed, plain } = block();
      const bad = trial % 3 === 0 ? packed.subarray(0, whole(0, packed.length - 1)) : packed.slice();
      if (trial % 3 > 0) bad[whole(0, bad.length - 1)] = whole(0, 255);
      try {
        expect(unpackSnappy(bad, plain.length)).toHaveLength(plain.length);
      } catch (error) {
        expect(error).toBeInstanceOf(ParameterError);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(0.3 * trials);
  });
});
