import { rgb } from "d3";
import { sharpContext, type Palette } from "../frame.ts";

interface DigitStrip {
  /** 0 paper, 1 ink. */
  readonly pixels: Float64Array;
  readonly height: number;
  readonly width: number;
}

export function drawDigitStrip(
  canvas: HTMLCanvasElement,
  { pixels, height, width }: DigitStrip,
  { count, side, palette }: { readonly count: number; readonly side: number; readonly palette: Palette },
): void {
  const gap = 4;
  const context = sharpContext(canvas, count * (side + gap), side);
  const [paper, ink] = [rgb(palette.paper), rgb(palette.ink)];
  const raster = document.createElement("canvas");
  raster.width = width;
  raster.height = height;
  context.imageSmoothingEnabled = false;
  const size = height * width;
  for (let i = 0; i < count && (i + 1) * size <= pixels.length; i++) {
    const image = new ImageData(width, height);
    for (let k = 0; k < size; k++) {
      const level = Math.min(1, Math.max(0, pixels[i * size + k]!));
      image.data[4 * k] = paper.r + level * (ink.r - paper.r);
      image.data[4 * k + 1] = paper.g + level * (ink.g - paper.g);
      image.data[4 * k + 2] = paper.b + level * (ink.b - paper.b);
      image.data[4 * k + 3] = 255;
    }
    raster.getContext("2d")!.putImageData(image, 0, 0);
    context.drawImage(raster, i * (side + gap), 0, side, side);
    context.strokeStyle = palette.grid;
    context.strokeRect(i * (side + gap) + 0.5, 0.5, side - 1, side - 1);
  }
}
