import { expect, test } from "vitest";
import { cryptographicSource } from "../../../src/core/random/cryptographicSource.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../src/core/random/standardNormals.ts";
import { sourceFromBits } from "../../../src/core/random/uniformBits.ts";
import { normalQuantile } from "../../../src/core/special/normal.ts";

test.each([
  [0, 2 ** -53],
  [0xffffffff, 1 - 2 ** -53],
])("uniform and normal numbers stay inside their ranges where all bits are those of %d", (bits, extreme) => {
  const source = sourceFromBits((block) => block.fill(bits), 4);
  expect(source.uniform()).toBe(extreme);
  expect(source.normal()).toBe(normalQuantile(extreme));
  expect(Number.isFinite(normalQuantile(extreme))).toBe(true);
});

test("many seeded normals at once are the single ones, across blocks and after some of a block", () => {
  const one = seededSource(11);
  const singly = Float64Array.from({ length: 9000 }, () => one.normal());
  for (const sizes of [[9000], [3, 1021, 7976], [1024, 2048, 5000, 928], [700, 2048, 6252]]) {
    const source = seededSource(11);
    const numbers = sizes.flatMap((size) => [...standardNormals(source, size)]);
    expect(Float64Array.from(numbers)).toEqual(singly);
  }
});

test("each integer of a source is used once, in order, whichever way the numbers are taken", () => {
  let next = 0;
  const counting = () => {
    next = 0;
    return sourceFromBits((block) => block.forEach((_, i) => (block[i] = Math.imul(++next, 0x9e3779b9))), 6);
  };
  const one = counting();
  const singly = Float64Array.from({ length: 20 }, () => one.normal());
  for (const sizes of [[20], [1, 2, 3, 4, 10], [3, 0, 17], [6, 6, 8]]) {
    const source = counting();
    const numbers = sizes.flatMap((size) => [...standardNormals(source, size)]);
    expect(Float64Array.from(numbers)).toEqual(singly);
  }
  expect(new Set(singly).size).toBe(20);
});

test("a seed gives the normals it has always given", () => {
  expect([...standardNormals(seededSource(42), 4)]).toEqual([
    1.1387147104428654, -0.35349876824520204, 0.9943161266593151, -1.401316581162336,
  ]);
});

test("a seed gives the same stream each time, and another seed another one", () => {
  const first = standardNormals(seededSource(42), 100);
  expect(standardNormals(seededSource(42), 100)).toEqual(first);
  for (const other of [0, 41, 43, 42 + 2 ** 32, 2 ** 53 - 1]) {
    expect(standardNormals(seededSource(other), 100).some((value, i) => value === first[i])).toBe(false);
  }
});

test("the first numbers of neighbouring seeds are as good as independent", () => {
  for (const seedOf of [(i: number) => i, (i: number) => i * 2 ** 32, (i: number) => 7 + 50 * i]) {
    const firsts = Array.from({ length: 4000 }, (_, i) => seededSource(seedOf(i)).normal());
    const mean = firsts.reduce((sum, z) => sum + z, 0) / 4000;
    const variance = firsts.reduce((sum, z) => sum + z * z, 0) / 4000;
    const lag = firsts.slice(1).reduce((sum, z, i) => sum + z * firsts[i]!, 0) / 4000;
    // Nine statistics, nearly normal; 4.9 standard deviations are exceeded with probability 1e-6 each.
    expect(Math.abs(mean)).toBeLessThan(4.9 / Math.sqrt(4000));
    expect(Math.abs(variance - 1)).toBeLessThan(4.9 * Math.sqrt(2 / 4000));
    expect(Math.abs(lag)).toBeLessThan(4.9 / Math.sqrt(4000));
  }
});

test("seeds whose halves are alike, or exchanged, have streams of their own", () => {
  const golden = 0x9e3779b9;
  const seeds = [0, 1, 5, 2 ** 21 - 1].flatMap((a) =>
    [0, 1, 5, 2 ** 21 - 1].map((b) => ((golden ^ a) >>> 0) + b * 2 ** 32),
  );
  const firsts = seeds.map((seed) => standardNormals(seededSource(seed), 4));
  expect(new Set(firsts.map((normals) => normals.join())).size).toBe(16);
  // 64 normals: one of more than 6.2 has a probability of 64·5.7e-10 < 1e-7.
  for (const normals of firsts) for (const z of normals) expect(Math.abs(z)).toBeLessThan(6.2);
});

test.each([-1, 0.5, NaN, Infinity, 2 ** 53])("seededSource refuses %d", (seed) => {
  expect(() => seededSource(seed)).toThrow(/^seed must be an integer/);
});

test.each([
  ["seeded", seededSource(9)],
  ["cryptographic", cryptographicSource()],
])("%s normals have mean 0, variance 1 and kurtosis 3", (_, random) => {
  const n = 200_000;
  let [sum, squares, fourths] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const z = random.normal();
    sum += z;
    squares += z * z;
    fourths += z ** 4;
  }
  // Each statistic is nearly normal; 4.9 standard deviations are exceeded with probability 1e-6.
  expect(Math.abs(sum / n)).toBeLessThan(4.9 / Math.sqrt(n));
  expect(Math.abs(squares / n - 1)).toBeLessThan(4.9 * Math.sqrt(2 / n));
  expect(Math.abs(fourths / n - 3)).toBeLessThan(4.9 * Math.sqrt(96 / n));
});
