import type { Edges } from "./frame.ts";

/**
 * Context of a canvas exactly over the plane, in the host's pixels. Opaque, so that a browser composes one rectangle a
 * frame; the caller must paint all of it.
 */
export function planeContext(canvas: HTMLCanvasElement, { left, right, top, bottom }: Edges): CanvasRenderingContext2D {
  const ratio = Math.min(2, window.devicePixelRatio || 1);
  // The vertical axis is in the first column.
  const [x, width, height] = [left + 1, right - left - 1, bottom - top];
  const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
    canvas.width = pixelWidth;
    canvas.height = pixelHeight;
  }
  const place = [x, top, width, height].join(" ");
  if (canvas.dataset["place"] !== place) {
    canvas.dataset["place"] = place;
    const lengths = { left: x, top, width, height };
    for (const [name, length] of Object.entries(lengths)) canvas.style.setProperty(name, `${length}px`);
  }
  delete canvas.dataset["further"];
  const context = canvas.getContext("2d", { alpha: false })!;
  context.setTransform(ratio, 0, 0, ratio, -ratio * x, -ratio * top);
  return context;
}
