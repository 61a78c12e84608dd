import { exponentialEnclosure } from "../../src/core/special/exponentialEnclosure.ts";
import { rationalOf } from "../../src/core/special/rational.ts";
import { chanceOf } from "./fuzzing.ts";

const bits = 200;
const one = 1n << BigInt(bits);
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

function errorOfRoot(root: number, x: readonly number[]): number {
  const squares = x.reduce((sum, value) => sum + scaled(value) ** 2n, 0n);
  return Number(((scaled(root) ** 2n - squares) << 60n) / squares) * 2 ** -8;
}

/** (fl(x^y)⁴/x^4y − 1)/4 for whole 4y, over its bound. */
function errorOfPower(computed: number, x: number, y: number): number {
  const k = 4 * y;
  const fraction = (value: number, power: number) => {
    const { numerator, denominator } = rationalOf("x", value);
    const [n, d] = [numerator ** BigInt(Math.abs(power)), denominator ** BigInt(Math.abs(power))];
    return power < 0 ? ([d, n] as const) : ([n, d] as const);
  };
  const [[n, d], [top, bottom]] = [fraction(computed, 4), fraction(x, k)];
  const e = ((n * bottom - d * top) << 60n) / (d * top);
  return (Number(sizeOf(e)) * 2 ** -9 * 8) / (8 + Math.abs(y));
}

/** A function of the engine, arguments to measure it at, and the error of a value in units of u. */
interface Measured {
  readonly claim: string;
  readonly name: Exclude<keyof Math, "PI" | "E" | symbol>;
  readonly at: (random: () => number) => readonly number[];
  readonly errorOf: (computed: number, x: number, y: number, all: readonly number[]) => number;
}
const measured: readonly Measured[] = [
  { claim: "exp", name: "exp", at: (random) => [-30 * random() ** 3], errorOf: (e, x) => errorOf(e, fall(-x)) },
  {
    claim: "exp of positive numbers",
    name: "exp",
    at: (random) => [50 * random()],
    errorOf: (e, x) => errorOf(e, (one * one) / fall(x)),
  },
  {
    claim: "expm1",
    name: "expm1",
    at: (random) => [-(2 ** (4 - 30 * random()))],
    errorOf: (e, x) => errorOf(e, fall(-x) - one),
  },
  {
    claim: "tanh",
    name: "tanh",
    at: (random) => [2 ** (4 - 20 * random())],
    errorOf: (t, x) => errorOf(t, tangent(x)),
  },
  { claim: "log", name: "log", at: (random) => [2 ** (40 * random() - 20.1)], errorOf: errorOfLog },
  // (1 + y)e^(−log) − 1 is minus the error.
  {
    claim: "log1p",
    name: "log1p",
    at: (random) => [2 ** (4 - 30 * random())],
    errorOf: (log, y) =>
      (Number((((((one + scaled(y)) * fall(log)) >> BigInt(bits)) - one) << 60n) / one) * 2 ** -7) / log,
  },
  {
    claim: "sin",
    name: "sin",
    at: (random) => [(random() * Math.PI) / 4],
    errorOf: (s, x) => errorOf(s, circular(x, 1)),
  },
  {
    claim: "cos",
    name: "cos",
    at: (random) => [(random() * Math.PI) / 4],
    errorOf: (c, x) => errorOf(c, circular(x, 0)),
  },
  {
    claim: "sinh",
    name: "sinh",
    at: (random) => [2 ** (4 - 20 * random())],
    errorOf: (s, t) => errorOf(s, ((one * one) / fall(t) - fall(t)) / 2n),
  },
  {
    claim: "cosh",
    name: "cosh",
    at: (random) => [2 ** (4 - 20 * random())],
    errorOf: (c, t) => errorOf(c, ((one * one) / fall(t) + fall(t)) / 2n),
  },
  {
    claim: "atan2",
    name: "atan2",
    at: (random) => [random(), random()],
    errorOf: (a, y, x) =>
      errorOfAngle(a, Math.sqrt(x * x + y * y), (c, s) => scaledProduct(y, c) - scaledProduct(x, s)),
  },
  {
    claim: "acos",
    name: "acos",
    at: (random) => [random()],
    errorOf: (a, x) => errorOfAngle(a, Math.sqrt((1 - x) * (1 + x)), (c) => c - scaled(x)),
  },
  {
    claim: "hypot",
    name: "hypot",
    at: (random) => Array.from({ length: 2 + Math.floor(7 * random()) }, () => 2 ** (9 * random()) - 1),
    errorOf: (root, _, __, all) => errorOfRoot(root, all),
  },
  {
    claim: "a power, less |y|u,",
    name: "pow",
    at: (random) => [2 ** (6 * random() - 3), (Math.floor(161 * random()) - 80) / 4],
    errorOf: errorOfPower,
  },
];

/** Values of functions of the engine that runs this, which may be a page: arguments and values cross as JSON. */
export function valuesHere(questions: readonly (readonly [name: string, at: readonly number[]])[]): number[] {
  return questions.map(([name, at]) =>
    name === "pow" ? at[0]! ** at[1]! : (Math as unknown as Record<string, (...x: number[]) => number>)[name]!(...at),
  );
}

/** The largest error of each function in units of u, at 400 places, of what answers as `valuesHere`. */
export async function largestErrors(
  answering: (questions: Parameters<typeof valuesHere>[0]) => number[] | Promise<number[]>,
): Promise<readonly (readonly [claim: string, worst: number])[]> {
  const { uniform } = chanceOf(20_261_128);
  const questions = measured.flatMap(({ name, at }) => Array.from({ length: 400 }, () => [name, at(uniform)] as const));
  const values = await answering(questions);
  return measured.map(({ claim, errorOf: error }, f) => {
    let worst = 0;
    for (let k = 400 * f; k < 400 * (f + 1); k++) {
      const [, x] = questions[k]!;
      worst = Math.max(worst, Math.abs(error(values[k]!, x[0]!, x[1]!, x)));
    }
    return [claim, worst];
  });
}
