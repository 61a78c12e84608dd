import { interpolateRgbBasis } from "d3";
import type { Palette } from "./frame.ts";

/** Lightness changes evenly. */
type Ramp = Readonly<Record<Palette["theme"], readonly string[]>>;

/** From paper to deep ink-blue. */
export const densityRamp: Ramp = {
  light: ["#fdfcfa", "#dbe6ee", "#a9c6dc", "#6f9fc4", "#41759f", "#224a70", "#0e2440"],
  dark: ["#161513", "#1c2a38", "#21465f", "#2c6a8c", "#4a93b5", "#86bfd6", "#d9eef5"],
};

/** Class −1 violet, over paper, class +1 green. */
export const decisionRamp: Ramp = {
  light: ["#b79fc9", "#cdbcda", "#e6dcec", "#fbfaf8", "#dcecdc", "#b4d7b8", "#8bbf97"],
  dark: ["#634878", "#4a385a", "#302838", "#191817", "#202e26", "#2a4a38", "#37664b"],
};

/** From a machine, deep, to far away, paper. */
export const depthRamp: Ramp = {
  light: ["#224a70", "#41759f", "#6f9fc4", "#a9c6dc", "#dbe6ee", "#fdfcfa"],
  dark: ["#86bfd6", "#4a93b5", "#2c6a8c", "#21465f", "#1c2a38", "#161513"],
};

export const classTints: Ramp = {
  light: ["#cdbcda", "#b9dcc0", "#e9d6a4", "#b6cfe8", "#eec3c3", "#cfcac2", "#d8e0a8", "#bfe0de"],
  dark: ["#4a385a", "#2a4a38", "#54461f", "#26415c", "#56302f", "#4a463f", "#474d20", "#24484a"],
};

export const classPoints: Ramp = { light: ["#5b2c83", "#0b6b3a"], dark: ["#cbb0e0", "#9be0b4"] };

export function rampOf(ramp: Ramp, theme: Palette["theme"]): (level: number) => string {
  return interpolateRgbBasis([...ramp[theme]]);
}

export function rampGradient(ramp: Ramp, theme: Palette["theme"], to: "right" | "top"): string {
  return `linear-gradient(to ${to}, ${ramp[theme].join(", ")})`;
}
