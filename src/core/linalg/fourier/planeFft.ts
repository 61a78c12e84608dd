import { checkLength } from "../../checks.ts";
import { NumericalError, ParameterError } from "../../errors.ts";
import { keptFourierPlan, planeWork } from "./fourierPlan.ts";
import { arithmetic } from "../../arithmetic/arithmetic.ts";

/** Discrete Fourier transforms of real arrays on an N × M plane, first axis fastest, as half spectra. */
interface PlaneFft {
  /** N. */
  readonly width: number;
  /** M. */
  readonly depth: number;
  /**
   * X_kl = Σ_ij x_ij e^(−2πi(ki/N + lj/M)) for 0 ≤ k < N and 0 ≤ l ≤ M/2, at l·N + k of `re` and `im`.
   *
   * @param values x_ij at j·columns + i; the rest is 0
   */
  forward(transform: {
    readonly values: Float64Array;
    readonly columns: number;
    readonly re: Float64Array;
    readonly im: Float64Array;
  }): void;
  /**
   * x_ij = Re Σ_kl c_l X_kl e^(2πi(ki/N + lj/M)) over 0 ≤ l < rows, with c_0 = c_(M/2) = 1 and c_l = 2 otherwise.
   *
   * @param rows at most ⌊M/2⌋ + 1; later rows are zero
   * @param fill writes all `rows` · N elements of X; it must not compute in that memory
   * @param values receives x_ij at j·columns + i: the first columns of as many lines as it holds
   */
  sum(transform: {
    readonly rows: number;
    readonly fill: (re: Float64Array, im: Float64Array) => void;
    readonly values: Float64Array;
    readonly columns: number;
  }): void;
}

/**
 * The transforms of a plane. With ε_N = fftRoundoff(N), ε_M = fftRoundoff(M), u = 2⁻⁵³, forward errs by at most (ε_N +
 * 2ε_M + 2u) Σ|x| at each frequency, and (ε_N + ε_M + 2u) of the spectrum in the 2-norm; sum by at most (ε_N + ε_M +
 * 2u) √(NM) (Σ c_l |X_kl|²)^½ in the 2-norm: a pair of columns carries ε_M and u for separating, a row ε_N.
 *
 * @param width N = 2^a 3^b 5^c
 * @param depth M, such a number too
 * @throws {ParameterError} unless width and depth are such products; from the transforms, unless the shapes fit
 * @throws {NumericalError} from `sum`, if `fill` lets the memory move
 */
export function createPlaneFft(width: number, depth: number, by = arithmetic()): PlaneFft {
  const along = keptFourierPlan(by, width, true);
  const across = keptFourierPlan(by, depth, false);
  const rowCount = (depth >> 1) + 1;
  const spectrumSize = width * rowCount;
  const work = 2 * spectrumSize;
  const valuesAt = work + planeWork(width, depth);
  const place = { along, across, re: 0, im: spectrumSize, work, values: valuesAt };

  const linesOf = (values: Float64Array, columns: number) => {
    if (!(Number.isInteger(columns) && columns >= 1 && columns <= width)) {
      throw new ParameterError("columns", columns, `an integer between 1 and ${width}`);
    }
    const lines = values.length / columns;
    if (!(Number.isInteger(lines) && lines <= depth)) {
      throw new ParameterError("values", values.length, `of at most ${depth} lines of ${columns} columns`);
    }
    return lines;
  };

  return {
    width,
    depth,
    forward: ({ values, columns, re, im }) => {
      const lines = linesOf(values, columns);
      checkLength("re", re, spectrumSize);
      checkLength("im", im, spectrumSize);
      const memory = by.reserve(valuesAt + values.length);
      memory.set(values, valuesAt);
      by.planeForward({ ...place, columns, lines });
      re.set(memory.subarray(0, spectrumSize));
      im.set(memory.subarray(spectrumSize, 2 * spectrumSize));
    },
    sum: ({ rows, fill, values, columns }) => {
      const lines = linesOf(values, columns);
      if (!(Number.isInteger(rows) && rows >= 0 && rows <= rowCount)) {
        throw new ParameterError("rows", rows, `an integer between 0 and ${rowCount}`);
      }
      const memory = by.reserve(valuesAt + values.length);
      fill(memory.subarray(0, rows * width), memory.subarray(spectrumSize, spectrumSize + rows * width));
      if (by.held() !== memory) throw new NumericalError("fill moved the memory that it writes to");
      by.planeSum({ ...place, rows, columns, lines });
      values.set(memory.subarray(valuesAt, valuesAt + values.length));
    },
  };
}
