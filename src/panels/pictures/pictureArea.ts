import { createContext } from "react";
import type { PlotArea } from "../../plots/curve/curveArea.ts";

/** Hears where the axes of a drawn curve stand within its element: a lesson draws a guess over them. */
export const PictureArea = createContext<((area: PlotArea, host: HTMLElement) => void) | undefined>(undefined);
