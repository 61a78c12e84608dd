/** Colours for canvases; the same as the custom properties that style the SVG. */
export interface Palette {
  readonly theme: "light" | "dark";
  readonly paper: string;
  readonly ink: string;
  readonly muted: string;
  readonly grid: string;
  readonly private: string;
  readonly band: string;
  readonly data: string;
}

/** How large and in which colours a plot is drawn. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly palette: Palette;
}

/** A closed interval of data values. */
export type Extent = readonly [number, number];

/** The palette in force where an element stands. */
export function paletteOf(element: Element, theme: "light" | "dark"): Palette {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    theme,
    paper: read("--paper"),
    ink: read("--ink"),
    muted: read("--muted"),
    grid: read("--grid"),
    private: read("--private"),
    band: read("--band"),
    data: read("--data"),
  };
}

/** Sizes a canvas for sharp drawing and returns its context in units of CSS pixels, cleared. */
export function sharpContext(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const ratio = Math.min(2, window.devicePixelRatio || 1);
  const pixelWidth = Math.round(width * ratio);
  const pixelHeight = Math.round(height * ratio);
  if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
    canvas.width = pixelWidth;
    canvas.height = pixelHeight;
  }
  const context = canvas.getContext("2d")!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}
