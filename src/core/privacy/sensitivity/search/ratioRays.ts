/** Rays r_g = (e^(gΔ/2), e^(−gΔ/2)) for g = −G, …, G, between (1, 0) and (0, 1). */
export interface RatioRays {
  /** Δ */
  readonly step: number;
  /** G */
  readonly most: number;
  /** e^(gΔ/2) for g = −3G, …, 3G. */
  readonly powers: Float64Array;
}

export function ratioRays(step: number, most: number): RatioRays {
  return {
    step,
    most,
    powers: Float64Array.from({ length: 6 * most + 1 }, (_, i) => Math.exp((i - 3 * most) * (step / 2))),
  };
}

/**
 * Bounds on h(x, y) = ‖x u − y v‖₁, x, y ≥ 0, for some pairs (u, v) of an axis, linear between rays,
 *
 *     h(x, y) ≤ Σ_g w_g |e^(−gΔ/2) x − e^(gΔ/2) y| + p x + q y,   w, p, q ≥ 0,
 *
 * with equality on the rays, (1, 0) and (0, 1).
 */
interface RatioBounds {
  /** h(1, 0) and h(0, 1). */
  readonly a: Float64Array;
  readonly b: Float64Array;
  /** h(r_g), shape (pairs, 2G + 1). */
  readonly values: Float64Array;
  readonly weights: Float64Array;
  /** First and last g + G with a weight. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly p: Float64Array;
  readonly q: Float64Array;
}

/** Room for bounds: write a, b and values, then call fitRatioBound. */
export function ratioBounds(count: number, { most }: RatioRays): RatioBounds {
  const width = 2 * most + 1;
  const each = () => new Float64Array(count);
  return {
    a: each(),
    b: each(),
    p: each(),
    q: each(),
    values: new Float64Array(count * width),
    weights: new Float64Array(count * width),
    from: new Int32Array(count),
    to: new Int32Array(count),
  };
}

/**
 * Writes weights, p and q from a, b and values. Second differences h(r_(g+1)) + h(r_(g−1)) − 2 cosh(Δ/2) h(r_g) are 4
 * sinh(Δ/2) w_g.
 */
export function fitRatioBound(bounds: RatioBounds, pair: number, rays: RatioRays): void {
  const { step, most: G, powers } = rays;
  const width = 2 * G + 1;
  const at = pair * width + G;
  const { values, weights } = bounds;
  const [cosh2, sinh4] = [2 * Math.cosh(step / 2), 4 * Math.sinh(step / 2)];
  let [p, q] = [bounds.a[pair]!, bounds.b[pair]!];
  let [from, to] = [2 * G + 1, -1];
  for (let g = -G; g <= G; g++) {
    const above = g < G ? values[at + g + 1]! : beyondRays(bounds, pair, G + 1, rays);
    const below = g > -G ? values[at + g - 1]! : beyondRays(bounds, pair, -G - 1, rays);
    const weight = Math.max(0, (above + below - cosh2 * values[at + g]!) / sinh4);
    if (weight * powers[3 * G + Math.abs(g)]! <= negligible * (bounds.a[pair]! + bounds.b[pair]!)) continue;
    weights[at + g] = weight;
    p -= weight * powers[3 * G - g]!;
    q -= weight * powers[3 * G + g]!;
    if (from > to) from = g + G;
    to = g + G;
  }
  bounds.p[pair] = Math.max(0, p);
  bounds.q[pair] = Math.max(0, q);
  bounds.from[pair] = from;
  bounds.to[pair] = to;
}

const negligible = 1e-8;

/** h(r_g) of a bound, for |g| ≤ 2G. */
export function beyondRays(
  { a, b, values }: RatioBounds,
  pair: number,
  g: number,
  { most: G, powers }: RatioRays,
): number {
  const at = pair * (2 * G + 1) + G;
  const over = Math.abs(g) - G;
  if (over <= 0) return values[at + g]!;
  // r_g = e^(−(g − G)Δ/2) r_G + (e^(gΔ/2) − e^((2G − g)Δ/2)) (1, 0)
  const along = powers[3 * G + G + over]! - powers[3 * G + G - over]!;
  return powers[3 * G - over]! * values[at + Math.sign(g) * G]! + along * (g > 0 ? a : b)[pair]!;
}
