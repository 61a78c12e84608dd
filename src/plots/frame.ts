/** The style sheet's colours, for canvases. */
export interface Palette {
  readonly theme: "light" | "dark";
  readonly paper: string;
  readonly ink: string;
  readonly muted: string;
  readonly grid: string;
  readonly private: string;
  readonly band: string;
  readonly data: string;
  readonly second: string;
}

/** Frame of a plane in its picture, in pixels. */
export interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly palette: Palette;
  /** Relative to 16 pixels. */
  readonly em?: number;
  /** Factor of the main lines' widths. */
  readonly bold?: number;
}

/** With the zoom of a projector at 1280 × 720, lines are twice as wide as elsewhere. */
const boldOnStage = 1.2;

export type Extent = readonly [number, number];

const palettes = new Map<string, Palette>();
const forced = "(forced-colors: active)";

/** Reading recomputes all styles. */
export function paletteOf(element: Element, theme: "light" | "dark"): Palette {
  const key = `${theme} ${window.matchMedia(forced).matches}`;
  const known = palettes.get(key);
  if (known) return known;
  const style = getComputedStyle(element);
  const pen = document.createElement("canvas").getContext("2d")!;
  // The system's colours have names, such as Canvas, which no saved picture may hold.
  const inFigures = (colour: string) => {
    pen.fillStyle = colour;
    return pen.fillStyle;
  };
  const names = ["paper", "ink", "muted", "grid", "private", "band", "data", "second"] as const;
  const colours = names.map((name) => [name, inFigures(style.getPropertyValue(`--${name}`).trim())]);
  const palette = { theme, ...Object.fromEntries(colours) } as Palette;
  if (style.getPropertyValue("--paper") !== "") palettes.set(key, palette);
  return palette;
}

let scale: number | undefined;

/** Relative to 16 pixels; read anew after the window changes. */
export function letterScale(): number {
  if (scale === undefined) {
    scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    window.addEventListener("resize", () => (scale = undefined), { once: true });
  }
  return scale;
}

export function frameOf(
  element: Element,
  { width, height }: Pick<Frame, "width" | "height">,
  theme: "light" | "dark",
): Frame {
  const bold = element.closest("[data-projected=true]") ? boldOnStage : 1;
  return { width, height, palette: paletteOf(element, theme), em: letterScale(), bold };
}

/**
 * Sharp and cleared, in CSS pixels.
 *
 * @param alpha false for a canvas that is painted all over
 */
export function sharpContext(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  alpha = true,
): CanvasRenderingContext2D {
  const ratio = Math.min(2, window.devicePixelRatio || 1);
  const pixelWidth = Math.round(width * ratio);
  const pixelHeight = Math.round(height * ratio);
  if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
    canvas.width = pixelWidth;
    canvas.height = pixelHeight;
  }
  const context = canvas.getContext("2d", { alpha })!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}
