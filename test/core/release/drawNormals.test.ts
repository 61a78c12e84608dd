import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../src/core/random/standardNormals.ts";
import { drawNormals } from "../../../src/core/release/drawNormals.ts";

test("drawNormals gives draw q of a seed the stream of seed + q·2³²", () => {
  const normals = drawNormals();
  for (const draw of [0, 1, 7]) {
    const expected = standardNormals(seededSource(5 + draw * 2 ** 32), 10);
    expect(normals({ seed: 5, draw, count: 10 }).subarray(0, 10)).toEqual(expected);
  }
});

test("drawNormals keeps the first normals whatever count was asked for before", () => {
  const expected = standardNormals(seededSource(8), 400);
  const growing = drawNormals();
  for (const count of [1, 10, 400, 3]) {
    const normals = growing({ seed: 8, draw: 0, count });
    expect(normals.length).toBeGreaterThanOrEqual(count);
    expect(normals.subarray(0, count)).toEqual(expected.subarray(0, count));
  }
});

test("drawNormals remembers one seed, and comes back to it unchanged", () => {
  const normals = drawNormals();
  const first = normals({ seed: 1, draw: 0, count: 5 });
  expect(normals({ seed: 1, draw: 0, count: 5 })).toBe(first);
  const other = normals({ seed: 2, draw: 0, count: 5 });
  expect(other.some((value, i) => value === first[i])).toBe(false);
  expect(normals({ seed: 1, draw: 0, count: 5 })).toEqual(first);
});

test("drawNormals never repeats secure normals: not for one draw, not across draws, not after a seed", () => {
  const normals = drawNormals();
  const seeded = normals({ seed: 1, draw: 0, count: 50 });
  const seen = new Set(seeded);
  for (let k = 0; k < 20; k++) {
    const fresh = normals({ seed: "secure", draw: 0, count: 50 });
    expect(fresh).toHaveLength(50);
    // 1050 numbers of 52 random bits: two coincide with probability below 1050²/2⁵³ = 1.3e-10.
    for (const value of fresh) expect(seen.has(value)).toBe(false);
    fresh.forEach((value) => seen.add(value));
  }
});

test.each([NaN, Infinity, -Infinity, -1, 0.5, 2 ** 53])(
  "drawNormals refuses seed %s by name, whatever the draw",
  (seed) => {
    for (const draw of [0, 1, 2 ** 20]) {
      expect(() => drawNormals()({ seed, draw, count: 1 })).toThrow(/^seed must be/);
    }
  },
);

test.each([NaN, Infinity, -1, 0.5, 2 ** 21])("drawNormals refuses draw %s by name", (draw) => {
  for (const seed of [1, "secure"] as const) {
    expect(() => drawNormals()({ seed, draw, count: 1 })).toThrow(ParameterError);
  }
});

test("drawNormals counts seeds modulo 2⁵³: draws of the last ones go on with the first", () => {
  const normals = drawNormals();
  const last = 2 ** 53 - 1;
  expect(normals({ seed: last, draw: 1, count: 3 })).toEqual(drawNormals()({ seed: 2 ** 32 - 1, draw: 0, count: 3 }));
});
