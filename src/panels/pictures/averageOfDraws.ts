import { createContext } from "react";

/** Average of the draws so far, on the grid of the picture; absent for one draw. */
export const AverageOfDraws = createContext<Float64Array | undefined>(undefined);
