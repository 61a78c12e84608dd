import { checkAllFinite, checkLength, checkPositive, checkPositiveInteger } from "../../checks.ts";
import type { Point } from "../../points.ts";
import { normalCdf } from "../../special/normal.ts";

interface DifferentiableFunction {
  readonly value: (x: number) => number;
  readonly derivative: (x: number) => number;
}

/**
 * Inner product of H¹[0, 1] with the kernel exp(−γ|x − y|),
 *
 *     ⟨f, g⟩ = ½(f(0)g(0) + f(1)g(1)) + (1/2γ) ∫₀¹ f′g′ + (γ/2) ∫₀¹ fg,
 *
 * by Gauss–Legendre quadrature of five points a panel.
 *
 * @param rate γ > 0
 * @param panels number of equal parts of [0, 1]
 * @see Hall, Rinaldo & Wasserman (2013), section 4.2, eq. (9)
 */
export function sobolevInnerProduct(argument: SobolevPair): number {
  const { ends, slopes, values } = sobolevTerms(argument);
  return ends + slopes + values;
}

interface SobolevPair {
  readonly first: DifferentiableFunction;
  readonly second: DifferentiableFunction;
  readonly rate: number;
  readonly panels?: number;
}

/** Terms of sobolevInnerProduct. */
export function sobolevTerms({ first, second, rate, panels = 400 }: SobolevPair): {
  readonly ends: number;
  readonly slopes: number;
  readonly values: number;
} {
  checkPositive("rate", rate);
  checkPositiveInteger("panels", panels);
  let [slopes, products] = [0, 0];
  for (let panel = 0; panel < panels; panel++) {
    for (const [node, weight] of gaussLegendre) {
      const x = (panel + 0.5 + node / 2) / panels;
      slopes += (weight / panels) * first.derivative(x) * second.derivative(x);
      products += (weight / panels) * first.value(x) * second.value(x);
    }
  }
  const ends = (first.value(0) * second.value(0) + first.value(1) * second.value(1)) / 2;
  return { ends, slopes: slopes / (2 * rate), values: (rate / 2) * products };
}

/** ‖f‖ in the space of sobolevInnerProduct. */
export function sobolevNorm({ of, rate }: { readonly of: DifferentiableFunction; readonly rate: number }): number {
  return Math.sqrt(sobolevInnerProduct({ first: of, second: of, rate }));
}

/**
 * Inner product of two normalised Gaussian bumps in H¹[0, 1]^⊗d with the kernel exp(−γ‖x − y‖₁), a product over the
 * coordinates. With m = (a + b)/2, δ = (a − b)/2 and p(x) = e^{−δ²/h²} e^{−(x − m)²/h²}/(2πh²),
 *
 *     ∫₀¹ p = P,   ∫₀¹ f′g′ = ((½h² − δ²)P − ½h²[(x − m) p(x)]₀¹)/h⁴.
 *
 * @param first centre in ℝᵈ
 * @param second centre in ℝᵈ
 * @param bandwidth h > 0
 * @param rate γ > 0
 * @see Hall, Rinaldo & Wasserman (2013), eqs (9), (10); errata H9
 */
export function sobolevBumpInnerProduct({
  first,
  second,
  bandwidth,
  rate,
}: {
  readonly first: Point;
  readonly second: Point;
  readonly bandwidth: number;
  readonly rate: number;
}): number {
  const d = checkPositiveInteger("first.length", checkAllFinite("first", first).length);
  checkAllFinite("second", checkLength("second", second, d));
  const h = checkPositive("bandwidth", bandwidth);
  const gamma = checkPositive("rate", rate);
  let product = 1;
  for (let j = 0; j < d; j++) product *= onAxis(first[j]!, second[j]!, h, gamma);
  return product;
}

/** Distance ‖f − g‖ of two bumps of sobolevBumpInnerProduct. */
export function sobolevBumpDistance(parameters: Parameters<typeof sobolevBumpInnerProduct>[0]): number {
  const { first, second } = parameters;
  const inner = (a: Point, b: Point) => sobolevBumpInnerProduct({ ...parameters, first: a, second: b });
  return Math.sqrt(Math.max(0, inner(first, first) + inner(second, second) - 2 * inner(first, second)));
}

function onAxis(a: number, b: number, h: number, gamma: number): number {
  const middle = (a + b) / 2;
  const square = ((a - b) / (2 * h)) ** 2;
  const product = (x: number) => Math.exp(-square - ((x - middle) / h) ** 2) / (2 * Math.PI * h * h);
  const [low, high] = [(-Math.SQRT2 * middle) / h, (Math.SQRT2 * (1 - middle)) / h];
  const inside = low > 0 ? normalCdf(-low) - normalCdf(-high) : normalCdf(high) - normalCdf(low);
  const P = (Math.exp(-square) * inside) / (2 * Math.sqrt(Math.PI) * h);
  const edge = (1 - middle) * product(1) + middle * product(0);
  const slopes = ((0.5 - square) * P - edge / 2) / (h * h);
  return (product(0) + product(1)) / 2 + slopes / (2 * gamma) + (gamma / 2) * P;
}

const gaussLegendre = [
  [0, 64 / 225],
  [-0.5384693101056831, 0.23931433524968324],
  [0.5384693101056831, 0.23931433524968324],
  [-0.906179845938664, 0.11846344252809454],
  [0.906179845938664, 0.11846344252809454],
] as const;
