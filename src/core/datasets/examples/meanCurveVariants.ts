import { standardSimulation } from "./meanCurveSimulation.ts";
import type { Simulation } from "./meanCurveSimulation.ts";

/** A simulation that differs in one respect from the standard one. */
export interface SimulationVariant extends Simulation {
  readonly id: string;
  readonly label: string;
  readonly varied: "decay" | "curveCount" | "mean";
}

const decays = [1.1, 2, 3].map((decay): SimulationVariant => ({
  ...standardSimulation,
  id: `mirshani-p${decay}`,
  label: `p = ${decay}`,
  varied: "decay",
  decay,
}));

const counts = [5, 10, 50, 100].map((curveCount): SimulationVariant => ({
  ...standardSimulation,
  id: `mirshani-n${curveCount}`,
  label: `N = ${curveCount}`,
  varied: "curveCount",
  curveCount,
}));

const means = [
  { id: "mirshani-wave", label: "μ = 0.3 sin 2πt", mean: (t: number) => 0.3 * Math.sin(2 * Math.PI * t) },
  { id: "mirshani-line", label: "μ = 0.6 t − 0.3", mean: (t: number) => 0.6 * t - 0.3 },
  {
    id: "mirshani-bump",
    label: "μ = 0.4 exp(−(t − 0.6)²/0.02)",
    mean: (t: number) => 0.4 * Math.exp(-((t - 0.6) ** 2) / 0.02),
  },
].map((mean): SimulationVariant => ({ ...standardSimulation, varied: "mean", ...mean }));

/** The simulations of scenarios 4, 6 and 7, beside the standard one. */
export const simulationVariants: readonly SimulationVariant[] = [...decays, ...counts, ...means];
