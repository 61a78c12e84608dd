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

/** Error of an angle a of 2²⁰⁰cos a = c and 2²⁰⁰sin a = s; `miss` is 2²⁰⁰·slope times it, to first order. */
const errorOfAngle = (a: number, slope: number, miss: (c: bigint, s: bigint) => bigint) =>
  Math.abs(Number(miss(circular(a, 0), circular(a, 1))) / 2 ** (bits - 53) / slope / a);
const scaledProduct = (x: number, y: bigint) => (scaled(x) * y) >> BigInt(bits);

function errorOfRoot(x: readonly number[]): number {
  const squares = x.reduce((sum, value) => sum + scaled(value) ** 2n, 0n);
  return Number(((scaled(Math.hypot(...x)) ** 2n - squares) << 60n) / squares) * 2 ** -8;
}

/** (fl(x^(k/4))⁴/x^k − 1)/4, over its bound. */
function errorOfPower(x: number, k: number): number {
  const fraction = (value: number, power: number) => {
    const { numerator, denominator } = rationalOf("x", value);
    const [n, d] = [numerator ** BigInt(Math.abs(power)), denominator ** BigInt(Math.abs(power))];
    return power < 0 ? ([d, n] as const) : ([n, d] as const);
  };
  const [[n, d], [top, bottom]] = [fraction(x ** (k / 4), 4), fraction(x, k)];
  const e = ((n * bottom - d * top) << 60n) / (d * top);
  return (Number(sizeOf(e)) * 2 ** -9 * 8) / (8 + Math.abs(k / 4));
}

test.each<[string, (random: () => number) => number]>([
  ["exp", (random) => ((t) => errorOf(Math.exp(-t), fall(t)))(30 * random() ** 3)],
  ["exp of positive numbers", (random) => ((t) => errorOf(Math.exp(t), (one * one) / fall(t)))(50 * random())],
  ["expm1", (random) => ((t) => errorOf(Math.expm1(-t), fall(t) - one))(2 ** (4 - 30 * random()))],
  ["tanh", (random) => ((t) => errorOf(Math.tanh(t), tangent(t)))(2 ** (4 - 20 * random()))],
  ["log", (random) => ((x) => errorOfLog(Math.log(x), x))(2 ** (40 * random() - 20.1))],
  ["sin", (random) => ((x) => errorOf(Math.sin(x), circular(x, 1)))((random() * Math.PI) / 4)],
  ["cos", (random) => ((x) => errorOf(Math.cos(x), circular(x, 0)))((random() * Math.PI) / 4)],
  [
    "sinh",
    (random) => ((t) => errorOf(Math.sinh(t), ((one * one) / fall(t) - fall(t)) / 2n))(2 ** (4 - 20 * random())),
  ],
  [
    "cosh",
    (random) => ((t) => errorOf(Math.cosh(t), ((one * one) / fall(t) + fall(t)) / 2n))(2 ** (4 - 20 * random())),
  ],
  [
    "atan2",
    (random) =>
      ((y, x) =>
        errorOfAngle(Math.atan2(y, x), Math.sqrt(x * x + y * y), (c, s) => scaledProduct(y, c) - scaledProduct(x, s)))(
        random(),
        random(),
      ),
  ],
  [
    "acos",
    (random) => ((x) => errorOfAngle(Math.acos(x), Math.sqrt((1 - x) * (1 + x)), (c) => c - scaled(x)))(random()),
  ],
  [
    "hypot",
    (random) => errorOfRoot(Array.from({ length: 2 + Math.floor(7 * random()) }, () => 2 ** (9 * random()) - 1)),
  ],
  ["a power, less |y|u,", (random) => errorOfPower(2 ** (6 * random() - 3), Math.floor(161 * random()) - 80)],
])("%s of this engine is within 8u, as proofs assume", (_, error) => {
  let worst = 0;
  for (let k = 0; k < 400; k++) worst = Math.max(worst, Math.abs(error(uniform)));
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

test("powers of two are exact, and so is their log2", () => {
  let exact = 2.2250738585072014e-308;
  const wrong: number[] = [];
  for (let k = -1022; k < 1024; k++, exact *= 2) if (2 ** k !== exact || Math.log2(exact) !== k) wrong.push(k);
  expect(wrong).toEqual([]);
  expect(exact).toBe(Infinity);
});

const text = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const common = ["exp", "expm1", "log", "log1p", "tanh", "sin", "cos"];
const rare = [
  "acos",
  "acosh",
  "asin",
  "asinh",
  "atan",
  "atan2",
  "atanh",
  "cbrt",
  "cosh",
  "hypot",
  "log10",
  "log2",
  "pow",
  "sinh",
  "tan",
];
const askedBy = (code: string) => [...code.matchAll(/\bMath\.(\w+)/g)].map(([, name]) => name!);

test("engine.md names each file of core that calls a rare function, and no other", () => {
  const said = [...text("docs/proofs/engine.md").matchAll(/^\| ([a-z0-9, ]+) \| (`[^|]*`) \| [^|]+ \|$/gm)].flatMap(
    ([, functions, files]) =>
      [...files!.matchAll(/`([^`]+)`/g)].map(([, file]) => [file!, functions!.split(", ")] as const),
  );
  const calls = readdirSync(new URL("../../../src/core/", import.meta.url), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) =>
      askedBy(text(`src/core/${file}`))
        .filter((name) => rare.includes(name))
        .map((name) => `${file} ${name}`),
    );
  expect(
    calls.filter((call) => !said.some(([file, functions]) => functions.some((name) => `${file} ${name}` === call))),
  ).toEqual([]);
  expect(said.filter(([file]) => !calls.some((call) => call.startsWith(`${file} `)))).toEqual([]);
});

test("every proof says in engine.md what it assumes of the engine, and all that the code it names asks of it", () => {
  const proofs = new URL("../../../docs/proofs/", import.meta.url);
  const said = text("docs/proofs/engine.md");
  const rows = [...said.matchAll(/^\| `(\w+\.md)` \| (\S[^|]*) \|/gm)].map(
    (row) => [row[1]!, row[2]!.split(", ")] as const,
  );
  expect(rows.map(([file]) => file).toSorted()).toEqual(
    readdirSync(proofs)
      .filter((file) => file !== "engine.md")
      .toSorted(),
  );
  for (const [file, named] of rows) {
    const code = text(`docs/proofs/${file}`).matchAll(/src\/core\/[\w/]+\.ts/g);
    const asked = [...code].flatMap(([path]) => askedBy(text(path)).filter((name) => common.includes(name)));
    expect({ file, unsaid: asked.filter((name) => !named.includes(name)) }).toEqual({
      file,
      unsaid: [],
    });
  }
});
