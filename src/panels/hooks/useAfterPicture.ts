import { useEffect, useState } from "react";

/** The longest time that the picture may delay the rest of its screen, in milliseconds. */
const patience = 500;
/** A frame comes within this time, in milliseconds, unless the page is hidden. */
const longestFrame = 100;

/** A screen was complete once since the page was opened; later screens with a picture are complete at once. */
let wasWhole = false;

/**
 * Becomes true when the first picture is painted, or is too late. The hundred elements beside a picture take time to
 * lay out, and nobody uses them before it is there.
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
