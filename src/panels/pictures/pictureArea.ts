import { createContext } from "react";
import type { PlotArea } from "../../plots/curve/curveArea.ts";

/** Hears where a drawn curve's axes stand: a lesson draws a guess over them. */
export const PictureArea = createContext<((area: PlotArea, host: HTMLElement) => void) | undefined>(undefined);
