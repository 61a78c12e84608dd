import { interpolateRgbBasis, rgb } from "d3";
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

/** So many colours of a ramp, packed as ABGR. */
export function packedColours(ramp: Ramp, theme: Palette["theme"], count: number): Uint32Array {
  const colourAt = interpolateRgbBasis([...ramp[theme]]);
  return Uint32Array.from({ length: count }, (_, i) => {
    const { r, g, b } = rgb(colourAt(i / (count - 1)));
    return ((255 << 24) | (Math.round(b) << 16) | (Math.round(g) << 8) | Math.round(r)) >>> 0;
  });
}

/** A ramp as a background, from its first colour on. */
export function rampGradient(ramp: Ramp, theme: Palette["theme"], to: "right" | "top"): string {
  return `linear-gradient(to ${to}, ${ramp[theme].join(", ")})`;
}
