import type { DensityScenario } from "./scenario.ts";

/** True for a density that a plan covers: Gaussian bumps on a line, as it is, with noise of a Gaussian process. */
export function isPlanned({
  y,
  route,
  bump,
  scale,
  ends,
  groups,
  only,
  atom,
}: Pick<DensityScenario, "y" | "route" | "bump" | "scale" | "ends" | "groups" | "only" | "atom">): boolean {
  const isProcess = route === "sobolev" || (route === "gaussian" && bump === "gaussian");
  return isProcess && y === "" && scale === "own" && ends === "open" && groups === "" && only === "" && atom === "none";
}
