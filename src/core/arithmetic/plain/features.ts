/** Features φᵢ = lᵢ ⊗ rᵢ of records; a function with the matrix W has the value lᵢᵀ W rᵢ. */
export interface Features {
  /** lᵢ, shape (count, rows). */
  readonly left: number;
  /** rᵢ, shape (count, columns). */
  readonly right: number;
  readonly count: number;
  readonly rows: number;
  /** Even. */
  readonly columns: number;
  /** W, shape (rows, columns). */
  readonly weights: number;
}

export interface FeatureValues extends Features {
  readonly out: number;
}

/** W += Σ cᵢ lᵢ rᵢᵀ. */
export interface FeatureSum extends Features {
  /** c, shape (count,). */
  readonly shares: number;
}

/**
 * Coordinates bᵢ of the concave function Σ (yᵢ bᵢ − κ|bᵢ|) − s‖W‖²/2 with sW = Σ bᵢ lᵢ rᵢᵀ, and steps to the maximum
 * along each axis, lowerᵢ ≤ bᵢ ≤ upperᵢ.
 */
export interface FeatureSweep extends Features {
  /** b, lower, upper, q = ‖φᵢ‖²/s > 0 and y, of shape (count,) each. */
  readonly coordinates: number;
  /** κ ≥ 0. */
  readonly kink: number;
  /** s > 0. */
  readonly scale: number;
  /** Shape (active,); coordinates from `first` on wait. */
  readonly order: number;
  readonly active: number;
  /** Turns to take, each drawn from the waiting coordinates. */
  readonly first: number;
  readonly last: number;
  /** Earlier coordinates in front, which moved or are free. */
  readonly kept: number;
  /** A 32-bit integer. */
  readonly seed: number;
}

export function featureValues(memory: Float64Array, values: FeatureValues): void {
  for (let i = 0; i < values.count; i++) memory[values.out + i] = valueOf(memory, values, i);
}

export function addFeatures(memory: Float64Array, sum: FeatureSum): void {
  for (let i = 0; i < sum.count; i++) addFeature(memory, sum, i, memory[sum.shares + i]!);
}

export function sweepFeatures(memory: Float64Array, sweep: FeatureSweep): number {
  const { coordinates, count, kink, scale, order, active, first, last } = sweep;
  let { kept, seed: random } = sweep;
  for (let k = first; k < last; k++) {
    random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
    const j = order + k + Math.floor((random * (active - k)) / 2 ** 32);
    const i = memory[j]!;
    memory[j] = memory[order + k]!;
    const at = coordinates + i;
    const from = memory[at]!;
    const lower = memory[at + count]!;
    const upper = memory[at + 2 * count]!;
    const q = memory[at + 3 * count]!;
    const slope = memory[at + 4 * count]! - valueOf(memory, sweep, i) + q * from;
    const free = (slope > kink ? slope - kink : slope < -kink ? slope + kink : 0) / q;
    const best = free < lower ? lower : free > upper ? upper : free;
    if (best !== from) {
      memory[at] = best;
      addFeature(memory, sweep, i, (best - from) / scale);
    } else if (!(best > lower && best < upper)) {
      memory[order + k] = i;
      continue;
    }
    memory[order + k] = memory[order + kept]!;
    memory[order + kept] = i;
    kept++;
  }
  return kept;
}

function valueOf(memory: Float64Array, { left, right, rows, columns, weights }: Features, i: number): number {
  const r = right + i * columns;
  let total = 0;
  for (let a = 0, W = weights; a < rows; a++, W += columns) {
    let even = 0;
    let odd = 0;
    for (let b = 0; b < columns; b += 2) {
      even += memory[r + b]! * memory[W + b]!;
      odd += memory[r + b + 1]! * memory[W + b + 1]!;
    }
    total += memory[left + i * rows + a]! * (even + odd);
  }
  return total;
}

function addFeature(
  memory: Float64Array,
  { left, right, rows, columns, weights }: Features,
  i: number,
  share: number,
): void {
  if (share === 0) return;
  const r = right + i * columns;
  for (let a = 0, W = weights; a < rows; a++, W += columns) {
    const c = share * memory[left + i * rows + a]!;
    for (let b = 0; b < columns; b++) memory[W + b]! += c * memory[r + b]!;
  }
}
