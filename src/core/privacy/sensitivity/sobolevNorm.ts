import { checkPositive, checkPositiveInteger } from "../../checks.ts";

interface DifferentiableFunction {
  readonly value: (x: number) => number;
  readonly derivative: (x: number) => number;
}

interface SobolevPair {
  readonly first: DifferentiableFunction;
  readonly second: DifferentiableFunction;
  readonly rate: number;
  readonly panels?: number;
}

/**
 * Terms of the inner product of H¹[0, 1] with the kernel exp(−γ|x − y|),
 *
 *     ⟨f, g⟩ = ½(f(0)g(0) + f(1)g(1)) + (1/2γ) ∫₀¹ f′g′ + (γ/2) ∫₀¹ fg,
 *
 * by Gauss–Legendre quadrature of five points a panel.
 *
 * @param rate γ > 0
 * @param panels number of equal parts of [0, 1]
 * @see Hall, Rinaldo & Wasserman (2013), section 4.2, eq. (9)
 */
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

const gaussLegendre = [
  [0, 64 / 225],
  [-0.5384693101056831, 0.23931433524968324],
  [0.5384693101056831, 0.23931433524968324],
  [-0.906179845938664, 0.11846344252809454],
  [0.906179845938664, 0.11846344252809454],
] as const;
