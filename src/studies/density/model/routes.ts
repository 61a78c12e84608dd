import type { NoiseRoute } from "../../../core/density/densityParameters.ts";
import type { BernsteinRoute } from "./bernsteinScenario.ts";

/** How the noise comes about: Gaussian processes, or the Bernstein mechanism with one of its laws. */
export type DensityRoute = NoiseRoute | BernsteinRoute;
