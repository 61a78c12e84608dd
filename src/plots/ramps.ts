import { interpolateRgbBasis } from "d3";
import type { Palette } from "./frame.ts";

/** Colours of fields, of evenly changing lightness. */
type Ramp = Readonly<Record<Palette["theme"], readonly string[]>>;

/** From paper to deep ink-blue: densities. */
export const densityRamp: Ramp = {
  light: ["#fdfcfa", "#dbe6ee", "#a9c6dc", "#6f9fc4", "#41759f", "#224a70", "#0e2440"],
  dark: ["#161513", "#1c2a38", "#21465f", "#2c6a8c", "#4a93b5", "#86bfd6", "#d9eef5"],
};

/** From the class −1, violet, over paper to the class +1, green: decision functions. */
export const decisionRamp: Ramp = {
  light: ["#b79fc9", "#cdbcda", "#e6dcec", "#fbfaf8", "#dcecdc", "#b4d7b8", "#8bbf97"],
  dark: ["#634878", "#4a385a", "#302838", "#191817", "#202e26", "#2a4a38", "#37664b"],
};

/** The colour of each level of a ramp, from 0 to 1. */
export function rampOf(ramp: Ramp, theme: Palette["theme"]): (level: number) => string {
  return interpolateRgbBasis([...ramp[theme]]);
}

/** A ramp as a background, from its first colour on. */
export function rampGradient(ramp: Ramp, theme: Palette["theme"], to: "right" | "top"): string {
  return `linear-gradient(to ${to}, ${ramp[theme].join(", ")})`;
}
