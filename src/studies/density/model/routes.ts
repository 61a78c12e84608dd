import type { NoiseRoute } from "../../../core/density/densityParameters.ts";
import type { BernsteinRoute } from "./bernsteinScenario.ts";

export type DensityRoute = NoiseRoute | BernsteinRoute;
