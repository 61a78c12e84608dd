import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { createFft, fftRoundoff } from "../../../src/core/linalg/fft.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

type Signal = { readonly re: Float64Array; readonly im: Float64Array };

/** The defining sum, its terms added with compensation (Neumaier), from roots of at most an eighth of a turn. */
function directTransform({ re, im }: Signal): Signal {
  const length = re.length;
  const out = { re: new Float64Array(length), im: new Float64Array(length) };
  for (let k = 0; k < length; k++) {
    const real = new CompensatedSum();
    const imaginary = new CompensatedSum();
    for (let j = 0; j < length; j++) {
      const [c, s] = root((j * k) % length, length);
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

function root(k: number, length: number): readonly [number, number] {
  const quadrant = Math.round((4 * k) / length);
  const angle = (Math.PI * (4 * k - quadrant * length)) / (2 * length);
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return ([[c, s], [-s, c], [-c, -s], [s, -c]] as const)[quadrant % 4]!;
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
    re: Float64Array.from({ length }, (_, j) => root((3 * j) % length, length)[0]),
    im: Float64Array.from({ length }, (_, j) => root((3 * j) % length, length)[1]),
  }),
  "alternating signs": (length) => ({
    re: Float64Array.from({ length }, (_, j) => (j % 2 === 0 ? 1 : -1) / 3),
    im: Float64Array.from({ length }, (_, j) => (j % 3 === 0 ? 1 : -1) / 7),
  }),
};

// The reference itself errs by its roots (4u) and products (u), 5u Σ|x| at most; the last
// rounding of the compensated sum adds u. 6u = 6.7e-16 is allowed for it.
const referenceError = 6 * 2 ** -53;

for (const [name, signal] of Object.entries(signals)) {
  test(`createFft(length).forward agrees with the defining sum within fftRoundoff for ${name}`, () => {
    for (const length of [1, 2, 4, 8, 32, 128, 256]) {
      const x = signal(length);
      const exact = directTransform(x);
      const re = x.re.slice();
      const im = x.im.slice();
      createFft(length).forward(re, im);

      let sum = 0;
      let squaredError = 0;
      let squaredNorm = 0;
      for (let k = 0; k < length; k++) {
        sum += Math.hypot(x.re[k]!, x.im[k]!);
        squaredNorm += exact.re[k]! ** 2 + exact.im[k]! ** 2;
      }
      for (let k = 0; k < length; k++) {
        const error = Math.hypot(re[k]! - exact.re[k]!, im[k]! - exact.im[k]!);
        expect(error).toBeLessThanOrEqual((fftRoundoff(length) + referenceError) * sum);
        squaredError += error ** 2;
      }
      // In the 2-norm the reference errs by at most √L·6u·Σ|x| / ‖X‖₂ ≤ √L·6u.
      const tolerance = fftRoundoff(length) + referenceError * Math.sqrt(length);
      expect(Math.sqrt(squaredError)).toBeLessThanOrEqual(tolerance * Math.sqrt(squaredNorm));
    }
  });
}

test("createFft(length).inverse undoes forward to twice fftRoundoff in the 2-norm", () => {
  for (const length of [1, 2, 16, 512, 2048, 32768]) {
    const x = signals["random values"]!(length);
    const re = x.re.slice();
    const im = x.im.slice();
    const fft = createFft(length);
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

test("fftRoundoff(length) grows with the logarithm of the length and stays below 1e-13", () => {
  expect(fftRoundoff(2)).toBeGreaterThan(0);
  expect(fftRoundoff(512)).toBeLessThan(fftRoundoff(32768));
  expect(fftRoundoff(2 ** 20)).toBeLessThan(1e-13);
});

test.each([0, -1, 3, 12, 2.5, NaN, Infinity])("createFft(%s) refuses a length that is not a power of two", (length) => {
  expect(() => createFft(length)).toThrow(ParameterError);
});
