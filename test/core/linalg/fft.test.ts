import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { fftRoundoff } from "../../../src/core/linalg/fft.ts";
import { fourierWork, keptFourierPlan, radicesOf } from "../../../src/core/linalg/fourierPlan.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { createFft } from "../../support/complexFft.ts";
import { rootOfUnity } from "../../support/rootOfUnity.ts";
import { ways } from "../../support/ways.ts";
import { firstOf } from "../../support/fuzzing.ts";

type Signal = { readonly re: Float64Array; readonly im: Float64Array };

/** The defining sum, its terms added with compensation (Neumaier), from roots of at most an eighth of a turn. */
function directTransform({ re, im }: Signal): Signal {
  const length = re.length;
  const out = { re: new Float64Array(length), im: new Float64Array(length) };
  for (let k = 0; k < length; k++) {
    const real = new CompensatedSum();
    const imaginary = new CompensatedSum();
    for (let j = 0; j < length; j++) {
      const [c, s] = rootOfUnity((j * k) % length, length);
      real.add(re[j]! * c);
      real.add(im[j]! * s);
      imaginary.add(im[j]! * c);
      imaginary.add(-re[j]! * s);
    }
    out.re[k] = real.value();
    out.im[k] = imaginary.value();
  }
  return out;
}

class CompensatedSum {
  private sum = 0;
  private lost = 0;
  add(term: number): void {
    const next = this.sum + term;
    this.lost += Math.abs(this.sum) >= Math.abs(term) ? this.sum - next + term : term - next + this.sum;
    this.sum = next;
  }
  value(): number {
    return this.sum + this.lost;
  }
}

const random = seededSource(20240611);

const signals: Record<string, (length: number) => Signal> = {
  "random values": (length) => ({
    re: Float64Array.from({ length }, () => random.normal()),
    im: Float64Array.from({ length }, () => random.normal()),
  }),
  "values of 16 orders of magnitude": (length) => ({
    re: Float64Array.from({ length }, () => random.normal() * 10 ** (16 * random.uniform())),
    im: Float64Array.from({ length }, () => random.normal() * 10 ** (16 * random.uniform())),
  }),
  "a pure wave": (length) => ({
    re: Float64Array.from({ length }, (_, j) => rootOfUnity((3 * j) % length, length)[0]),
    im: Float64Array.from({ length }, (_, j) => rootOfUnity((3 * j) % length, length)[1]),
  }),
  "one value": (length) => ({
    re: Float64Array.from({ length }, (_, j) => (j === length - 1 ? 1 / 3 : 0)),
    im: Float64Array.from({ length }, (_, j) => (j === length - 1 ? -1 / 7 : 0)),
  }),
  "a wave that adds up everywhere at its frequency, of uneven size": (length) => {
    const sizes = Float64Array.from({ length }, () => random.uniform() ** 4);
    return {
      re: sizes.map((size, j) => size * rootOfUnity((j * (length - 2)) % length, length)[0]),
      im: sizes.map((size, j) => size * rootOfUnity((j * (length - 2)) % length, length)[1]),
    };
  },
  "alternating signs": (length) => ({
    re: Float64Array.from({ length }, (_, j) => (j % 2 === 0 ? 1 : -1) / 3),
    im: Float64Array.from({ length }, (_, j) => (j % 3 === 0 ? 1 : -1) / 7),
  }),
};

/** 2^a 3^b 5^c with every radix first, last and alone, rows of odd length, and lengths of one stage. */
const lengths = [
  1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 20, 25, 27, 30, 32, 36, 45, 50, 60, 64, 75, 100, 128, 135, 240, 256, 300,
];

// The reference itself errs by its roots (4u) and products (u), 5u Σ|x| at most; the last
// rounding of the compensated sum adds u. 6u = 6.7e-16 is allowed for it.
const referenceError = 6 * 2 ** -53;

function expectWithinRoundoff(computed: Signal, x: Signal): void {
  const length = x.re.length;
  const exact = directTransform(x);
  let sum = 0;
  let squaredError = 0;
  let squaredNorm = 0;
  for (let k = 0; k < length; k++) {
    sum += Math.hypot(x.re[k]!, x.im[k]!);
    squaredNorm += exact.re[k]! ** 2 + exact.im[k]! ** 2;
  }
  for (let k = 0; k < length; k++) {
    const error = Math.hypot(computed.re[k]! - exact.re[k]!, computed.im[k]! - exact.im[k]!);
    if (!(error <= (fftRoundoff(length) + referenceError) * sum))
      expect.fail(`${length}: X_${k} is off by ${error / sum} Σ|x|`);
    squaredError += error ** 2;
  }
  // In the 2-norm the reference errs by at most √L·6u·Σ|x| / ‖X‖₂ ≤ √L·6u.
  const tolerance = fftRoundoff(length) + referenceError * Math.sqrt(length);
  expect(Math.sqrt(squaredError)).toBeLessThanOrEqual(tolerance * Math.sqrt(squaredNorm));
}

describe.each(ways.map((way) => [way.name, way] as const))("%s", (_, way) => {
  for (const [name, signal] of Object.entries(signals)) {
    test(`createFft(length).forward agrees with the defining sum within fftRoundoff for ${name}`, () => {
      for (const length of lengths) {
        const x = signal(length);
        const re = x.re.slice();
        const im = x.im.slice();
        createFft(length, 1, way).forward(re, im);
        expectWithinRoundoff({ re, im }, x);
      }
    });
  }

  test("createFft(length, batch).forward transforms every column, whatever the number of columns", () => {
    for (const length of firstOf([1, 2, 3, 4, 5, 6, 8, 15, 20, 9, 12, 25, 48, 75], 9)) {
      for (const batch of firstOf([1, 2, 3, 4, 5, 7, 8, 13, 18, 6, 9, 10, 11, 12, 17, 25], 9)) {
        const x = signals["random values"]!(length * batch);
        const re = x.re.slice();
        const im = x.im.slice();
        createFft(length, batch, way).forward(re, im);
        const column = (values: Float64Array, c: number) =>
          Float64Array.from({ length }, (_, j) => values[j * batch + c]!);
        for (let c = 0; c < batch; c++) {
          expectWithinRoundoff({ re: column(re, c), im: column(im, c) }, { re: column(x.re, c), im: column(x.im, c) });
        }
      }
    }
  });

  test("createFft(length).inverse undoes forward to twice fftRoundoff in the 2-norm", () => {
    for (const length of [1, 2, 15, 16, 500, 512, 2048, 6075, 32768, 40000]) {
      const x = signals["random values"]!(length);
      const re = x.re.slice();
      const im = x.im.slice();
      const fft = createFft(length, 1, way);
      fft.forward(re, im);
      fft.inverse(re, im);
      let squaredError = 0;
      let squaredNorm = 0;
      for (let j = 0; j < length; j++) {
        squaredError += (re[j]! - x.re[j]!) ** 2 + (im[j]! - x.im[j]!) ** 2;
        squaredNorm += x.re[j]! ** 2 + x.im[j]! ** 2;
      }
      expect(Math.sqrt(squaredError / squaredNorm)).toBeLessThanOrEqual(2.01 * fftRoundoff(length));
    }
  });

  test("fourier writes to its arrays and its work, and nowhere else", () => {
    for (const [length, batch] of [
      [1, 3],
      [4, 1],
      [5, 3],
      [12, 1],
      [15, 9],
      [20, 10],
      [16, 19],
    ] as const) {
      const plan = keptFourierPlan(way, length, batch === 1);
      const size = length * batch;
      const work = 2 * size + 30;
      const end = work + fourierWork(length, batch);
      const memory = way.reserve(end + 40);
      memory.fill(0.5, 0, end + 40);
      way.fourier({ plan, re: 10, im: size + 20, batch, work });
      const rest = [
        memory.subarray(0, 10),
        memory.subarray(size + 10, size + 20),
        memory.subarray(2 * size + 20, work),
        memory.subarray(end, end + 40),
      ];
      expect(rest.every((part) => part.every((value) => value === 0.5))).toBe(true);
    }
  });
});

test("fftRoundoff(length) grows with the logarithm of the length and stays below 1e-13", () => {
  expect(fftRoundoff(1)).toBeGreaterThan(0);
  for (let length = 2; length < 1000; length++) expect(fftRoundoff(length + 1)).toBeGreaterThan(fftRoundoff(length));
  expect(fftRoundoff(2 ** 20)).toBeLessThan(1e-13);
});

test("fftRoundoff(length) is the sum of what its doc comment proves for each stage, or more", () => {
  const costs: Record<number, number> = { 2: 10, 3: 16, 4: 10, 5: 25 };
  for (const length of lengths) {
    const proved = radicesOf(length).reduce((sum, radix) => sum + costs[radix]! * 2 ** -53, 0);
    expect(fftRoundoff(length)).toBeGreaterThanOrEqual(proved);
  }
});

test.each([0, -1, 7, 22, 2.5, NaN, Infinity])(
  "createFft(%s) refuses a length that is no product of twos, threes and fives",
  (length) => {
    expect(() => createFft(length)).toThrow(ParameterError);
  },
);

test.each([0, -1, 2.5, NaN, Infinity])("fftRoundoff(%s) is refused", (length) => {
  expect(() => fftRoundoff(length)).toThrow(ParameterError);
});

test.each([0, -1, 2.5, NaN])(
  "createFft(8, %s) refuses such a batch, and its transforms arrays of another length",
  (batch) => {
    expect(() => createFft(8, batch)).toThrow(ParameterError);
    expect(() => createFft(8, 2).forward(new Float64Array(16), new Float64Array(15))).toThrow(ParameterError);
  },
);
