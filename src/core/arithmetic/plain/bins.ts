/** Equidistant nodes from `lower` to `upper`; positions are multiples of 1/2048 of a step. */
export interface SplineAxis {
  readonly lower: number;
  readonly upper: number;
  /** Positions per unit of length. */
  readonly scale: number;
  /** Position of the last node, below 2³¹. */
  readonly last: number;
}

/**
 * Records to share out among their four nearest nodes by whole numbers that add up to 2¹⁴. A record outside, or NaN,
 * counts at the edge.
 */
export interface LineBins {
  /** `count` doubles. */
  readonly records: number;
  readonly count: number;
  /** A node more than the axis has before it, two behind. */
  readonly bins: number;
  readonly axis: SplineAxis;
}

/** `count` pairs of doubles, shares multiplied, rows of `width` nodes along the first axis. */
export interface PlaneBins {
  readonly records: number;
  readonly count: number;
  readonly bins: number;
  readonly width: number;
  readonly axes: readonly [SplineAxis, SplineAxis];
}

/** Records are rounded to the nearest. */
export const positionsPerStep = 2048;

/** On one axis. */
export const sharesPerRecord = 2 ** 14;

/**
 * Shares of the nodes −1, 0, 1 and 2 for a record at t = i/2048: the cubic B-spline at t + 1, t, 1 − t and 2 − t,
 *
 *     (1 − t)³/6,   (4 − 6t² + 3t³)/6,   (1 + 3t + 3t² − 3t³)/6,   t³/6,
 *
 * in units of 2⁻¹⁴. The outer two are rounded; the inner two make the sum 1 and the mean t. Their variance 2a + 2d + t
 * − t², with outer shares a and d, is within 2⁻¹³ of ⅓. No rounding is ambiguous: no cube is an odd multiple of 3·2¹⁹.
 */
const shares = Array.from({ length: positionsPerStep }, (_, i) => {
  const before = Math.round((positionsPerStep - i) ** 3 / 3145728);
  const after = Math.round(i ** 3 / 3145728);
  const right = 8 * i + before - 2 * after;
  return [before, sharesPerRecord - before - right - after, right, after] as const;
});

export function binOnLine(memory: Float64Array, { records, count, bins, axis }: LineBins): number {
  const { lower, upper, scale, last } = axis;
  let inside = 0;
  for (let i = records; i < records + count; i++) {
    const x = memory[i]!;
    if (x >= lower && x <= upper) inside++;
    const position = rounded((x - lower) * scale, last);
    const [a, b, c, d] = shares[position & 2047]!;
    const node = bins + (position >> 11);
    memory[node]! += a;
    memory[node + 1]! += b;
    memory[node + 2]! += c;
    memory[node + 3]! += d;
  }
  return inside;
}

export function binOnPlane(memory: Float64Array, { records, count, bins, width, axes }: PlaneBins): number {
  const [first, second] = axes;
  let inside = 0;
  for (let i = records; i < records + 2 * count; i += 2) {
    const x = memory[i]!;
    const y = memory[i + 1]!;
    if (x >= first.lower && x <= first.upper && y >= second.lower && y <= second.upper) inside++;
    const across = rounded((x - first.lower) * first.scale, first.last);
    const up = rounded((y - second.lower) * second.scale, second.last);
    const [a, b, c, d] = shares[across & 2047]!;
    let node = bins + (across >> 11) + (up >> 11) * width;
    for (const share of shares[up & 2047]!) {
      memory[node]! += share * a;
      memory[node + 1]! += share * b;
      memory[node + 2]! += share * c;
      memory[node + 3]! += share * d;
      node += width;
    }
  }
  return inside;
}

/** Halves to even, by adding and subtracting 1.5·2⁵²; 0 for NaN. */
function rounded(position: number, last: number): number {
  const within = position > 0 ? Math.min(last, position) : 0;
  return within + 6755399441055744 - 6755399441055744;
}
