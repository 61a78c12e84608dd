import { useSyncExternalStore } from "react";

/** What of the window stands above a picture, what below it on a desktop, and the sliders under a thumb, in pixels. */
const [above, below, thumb] = [64, 84, 150];

/**
 * The height of a picture of some width in a window: more than half of the window where that leaves room for what stands
 * above it and for the sliders under a thumb, and never so flat or so tall that a curve is hard to read.
 */
export function pictureHeight(width: number, window: { readonly width: number; readonly height: number }): number {
  const isLow = window.height <= 480;
  const isNarrow = window.width <= 960 && !isLow;
  const room = window.height - above - (isNarrow ? thumb : isLow ? 0 : below);
  const half = width > 0 ? (0.56 * window.width * window.height) / width : 0;
  return Math.round(Math.max(180, Math.min(room, 1.6 * width, Math.max(half, 0.5 * width))));
}

/** That height, which follows the window. */
export function usePictureHeight(width: number): number {
  const size = useSyncExternalStore(follow, () => `${window.innerWidth} ${window.innerHeight}`);
  const [across, down] = size.split(" ").map(Number) as [number, number];
  return pictureHeight(width, { width: across, height: down });
}

function follow(changed: () => void): () => void {
  window.addEventListener("resize", changed);
  return () => window.removeEventListener("resize", changed);
}
