import { simulationGrid, standardSimulation, type Simulation, type SimulationScale } from "./meanCurveSimulation.ts";

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

/** A shape scaled to the norm of the standard mean on the grid (errata M14). */
function ofStandardNorm(shape: (t: number) => number): (t: number) => number {
  const normOf = (f: (t: number) => number) => Math.hypot(...simulationGrid.map(f));
  const factor = normOf(standardSimulation.mean) / normOf(shape);
  return (t) => factor * shape(t);
}

const means = [
  { id: "mirshani-wave", label: "μ ∝ sin 2πt", mean: ofStandardNorm((t) => Math.sin(2 * Math.PI * t)) },
  { id: "mirshani-line", label: "μ ∝ 2t − 1", mean: ofStandardNorm((t) => 2 * t - 1) },
  {
    id: "mirshani-bump",
    label: "μ ∝ exp(−(t − 0.6)²/0.02)",
    mean: ofStandardNorm((t) => Math.exp(-((t - 0.6) ** 2) / 0.02)),
  },
].map((mean): SimulationVariant => ({ ...standardSimulation, varied: "mean", ...mean }));

/** Ending of a simulation's id, by the scale of its eigenfunctions. */
export const scaleSuffix: Readonly<Record<SimulationScale, string>> = { meanSquare: "", euclidean: "-e" };

/** Non-standard simulations of scenarios 4, 6 and 7, of either scale. */
export const simulationVariants: readonly SimulationVariant[] = (["meanSquare", "euclidean"] as const).flatMap(
  (scale) =>
    [...decays, ...counts, ...means].map((variant) => ({
      ...variant,
      scale,
      id: `${variant.id}${scaleSuffix[scale]}`,
    })),
);
