import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exponentialEnclosure } from "../../../src/core/special/exponentialEnclosure.ts";
import { rationalOf } from "../../../src/core/special/rational.ts";
import { chanceOf } from "../../support/fuzzing.ts";

const bits = 200;
const one = 1n << BigInt(bits);
const { uniform } = chanceOf(20_261_128);
/** 2²⁰⁰·x, exact for |x| ≥ 2⁻¹⁴⁷. */
const scaled = (x: number) => {
  const { numerator, denominator } = rationalOf("x", x);
  return (numerator << BigInt(bits)) / denominator;
};
const sizeOf = (x: bigint) => (x < 0n ? -x : x);
/** 2²⁰⁰·e^(−t) for t ≥ 0, to a unit. */
const fall = (t: number) => exponentialEnclosure(rationalOf("t", t), bits).lower;

/** 2²⁰⁰·tanh t for t > 0. */
const tangent = (t: number) => ((one - fall(2 * t)) << BigInt(bits)) / (one + fall(2 * t));

/** Relative error in units of 2⁻⁵³. */
const errorOf = (computed: number, exact: bigint) =>
  Number((sizeOf(scaled(computed) - exact) << 60n) / sizeOf(exact)) * 2 ** -7;

/** Σ ±x^k/k! over k ≡ parity (mod 2), times 2²⁰⁰. */
function circular(x: number, parity: 0 | 1): bigint {
  const s = scaled(x);
  let [sum, term] = [0n, parity === 0 ? one : s];
  for (let k = BigInt(parity) + 1n; term !== 0n; k += 2n) {
    sum += term;
    term = -((((term * s) >> BigInt(bits)) * s) >> BigInt(bits)) / (k * (k + 1n));
  }
  return sum;
}

/** Error of a logarithm: x·e^(−log x) is 1 − (error of log x) to first order. */
const errorOfLog = (log: number, x: number) => {
  const product = log >= 0 ? (scaled(x) * fall(log)) >> BigInt(bits) : (scaled(x) << BigInt(bits)) / fall(-log);
  return Math.abs((Number(((product - one) << 60n) / one) * 2 ** -7) / log);
};

test.each<[string, (random: () => number) => number]>([
  ["exp", (random) => ((t) => errorOf(Math.exp(-t), fall(t)))(30 * random() ** 3)],
  ["exp of positive numbers", (random) => ((t) => errorOf(Math.exp(t), (one * one) / fall(t)))(50 * random())],
  ["expm1", (random) => ((t) => errorOf(Math.expm1(-t), fall(t) - one))(2 ** (4 - 30 * random()))],
  ["tanh", (random) => ((t) => errorOf(Math.tanh(t), tangent(t)))(2 ** (4 - 20 * random()))],
  ["log", (random) => ((x) => errorOfLog(Math.log(x), x))(2 ** (40 * random() - 20.1))],
  ["sin", (random) => ((x) => errorOf(Math.sin(x), circular(x, 1)))((random() * Math.PI) / 4)],
  ["cos", (random) => ((x) => errorOf(Math.cos(x), circular(x, 0)))((random() * Math.PI) / 4)],
])("%s of this engine is within 8u, as proofs assume", (_, error) => {
  let worst = 0;
  for (let k = 0; k < 400; k++) worst = Math.max(worst, error(uniform));
  expect(worst).toBeLessThan(8);
  expect(worst).toBeGreaterThan(0.01);
});

test("log1p of this engine is within 8u, as proofs assume", () => {
  let worst = 0;
  for (let k = 0; k < 400; k++) {
    const y = 2 ** (4 - 30 * uniform());
    const log = Math.log1p(y);
    // (1 + y)e^(−log) − 1 is minus the error.
    const product = ((one + scaled(y)) * fall(log)) >> BigInt(bits);
    worst = Math.max(worst, Math.abs((Number(((product - one) << 60n) / one) * 2 ** -7) / log));
  }
  expect(worst).toBeLessThan(8);
  expect(worst).toBeGreaterThan(0.01);
});

test("every proof says in engine.md what it assumes of the engine, and all that the code it names asks of it", () => {
  const root = new URL("../../../", import.meta.url);
  const proofs = new URL("docs/proofs/", root);
  const said = readFileSync(new URL("engine.md", proofs), "utf8");
  const rows = [...said.matchAll(/^\| `(\w+\.md)` \| (\S[^|]*) \|/gm)].map(
    (row) => [row[1]!, row[2]!.split(", ")] as const,
  );
  expect(rows.map(([file]) => file).toSorted()).toEqual(
    readdirSync(proofs)
      .filter((file) => file !== "engine.md")
      .toSorted(),
  );
  for (const [file, named] of rows) {
    const code = readFileSync(new URL(file, proofs), "utf8").matchAll(/src\/core\/[\w/]+\.ts/g);
    const asked = [...code].flatMap(([path]) => [
      ...readFileSync(new URL(path, root), "utf8").matchAll(/\bMath\.(exp|expm1|log|log1p|tanh|sin|cos)\b/g),
    ]);
    expect({ file, unsaid: asked.map(([, name]) => name!).filter((name) => !named.includes(name)) }).toEqual({
      file,
      unsaid: [],
    });
  }
});
