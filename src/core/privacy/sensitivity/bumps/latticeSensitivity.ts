import { onFirstUse } from "../../../remember.ts";

/** Sensitivities of all values of a function on a lattice; public. */
export interface LatticeSensitivity {
  /** Δ₁ ≥ sup ‖v_D − v_D′‖₁, for Laplace noise. */
  readonly l1: number;
  /** Δ₂ ≥ sup ‖v_D − v_D′‖₂, for Gaussian noise. */
  readonly l2: number;
}

export function lazySensitivity(compute: Readonly<Record<keyof LatticeSensitivity, () => number>>): LatticeSensitivity {
  const [l1, l2] = [onFirstUse(compute.l1), onFirstUse(compute.l2)];
  return {
    get l1() {
      return l1();
    },
    get l2() {
      return l2();
    },
  };
}
