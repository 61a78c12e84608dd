import { samePicture } from "./samePicture.ts";
import { sharpContext } from "./frame.ts";

/** Part of a picture on its own canvas, redrawn only if it changes. */
interface Layer {
  of(
    parts: unknown,
    size: { readonly width: number; readonly height: number },
    draw: (context: CanvasRenderingContext2D) => void,
  ): HTMLCanvasElement;
  has(parts: unknown, size: { readonly width: number; readonly height: number }): boolean;
}

/** @param alpha false for a part that is painted all over */
export function createLayer(alpha = true): Layer {
  const canvas = document.createElement("canvas");
  let drawn: unknown;
  return {
    of: (parts, { width, height }, draw) => {
      const wanted = { parts, width, height };
      if (!samePicture(drawn, wanted)) {
        drawn = wanted;
        draw(sharpContext(canvas, width, height, alpha));
      }
      return canvas;
    },
    has: (parts, { width, height }) => samePicture(drawn, { parts, width, height }),
  };
}
