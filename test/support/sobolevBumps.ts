import { checkAllFinite, checkLength, checkPositive, checkPositiveInteger } from "../../src/core/checks.ts";
import type { Point } from "../../src/core/points.ts";
import { sobolevTerms } from "../../src/core/privacy/sensitivity/sobolevNorm.ts";
import { normalCdf } from "../../src/core/special/normal.ts";

type SobolevPair = Parameters<typeof sobolevTerms>[0];

/** Inner product of two functions, by the terms that the page shows. */
export function sobolevInnerProduct(argument: SobolevPair): number {
  const { ends, slopes, values } = sobolevTerms(argument);
  return ends + slopes + values;
}

/** ‖f‖ in the space of sobolevInnerProduct. */
export function sobolevNorm({ of, rate }: { readonly of: SobolevPair["first"]; readonly rate: number }): number {
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
