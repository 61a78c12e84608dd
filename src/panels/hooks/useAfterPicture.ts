import { useEffect, useState } from "react";

/** So many milliseconds a picture may keep the rest of its screen waiting. */
const patience = 500;
/** A frame comes within so many milliseconds, unless the page is hidden. */
const longestFrame = 100;

/** Whether a screen was drawn whole since the page was opened; from then on one that has a picture is so at once. */
let wasWhole = false;

/**
 * Whether the first picture has been painted, or has kept the rest of the screen waiting for long enough. What stands beside a
 * picture is a hundred elements to make, style and lay out, and nobody uses them before there is one.
 *
 * @param isDrawn whether there is a picture
 */
export function useAfterPicture(isDrawn: boolean): boolean {
  const [isOver, setIsOver] = useState(isDrawn && wasWhole);
  useEffect(() => {
    if (isOver) return;
    const end = () => {
      wasWhole = true;
      setIsOver(true);
    };
    let painted: ReturnType<typeof setTimeout> | undefined;
    const frame = isDrawn ? requestAnimationFrame(() => (painted = setTimeout(end))) : undefined;
    const late = setTimeout(end, isDrawn ? longestFrame : patience);
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
      clearTimeout(painted);
      clearTimeout(late);
    };
  }, [isDrawn, isOver]);
  return isOver;
}
