import { useSyncExternalStore } from "react";

/**
 * The height of a picture of some width in a window: more than half of the window where that leaves room for what stands
 * above it, for the first words below it and for the sliders under a thumb; never so flat or so tall that a curve is hard
 * to read.
 *
 * @param above height of further pictures above it, in a window that is neither low nor narrow: they count as its own
 */
export function pictureHeight(
  width: number,
  window: { readonly width: number; readonly height: number },
  above = 0,
): number {
  // Heights, in pixels, of masthead, lead and tools; of the words below; of the masthead alone, and of the thumb's sliders.
  const isLow = window.height <= 480;
  const isNarrow = window.width <= 960;
  const taken = isLow ? 56 : isNarrow ? 56 + 190 : 166 + 72 + above;
  const half = width > 0 ? (0.52 * window.width * window.height) / width - (isLow || isNarrow ? 0 : above) : 0;
  const room = Math.max(180, window.height - taken);
  return Math.round(Math.min(room, 1.6 * width, Math.max(half, 0.5 * width)));
}

/** That height, which follows the window. */
export function usePictureHeight(width: number, above = 0): number {
  const size = useSyncExternalStore(follow, () => `${window.innerWidth} ${window.innerHeight}`);
  const [across, down] = size.split(" ").map(Number) as [number, number];
  return pictureHeight(width, { width: across, height: down }, above);
}

function follow(changed: () => void): () => void {
  window.addEventListener("resize", changed);
  return () => window.removeEventListener("resize", changed);
}
