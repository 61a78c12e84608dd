import { useEffect, useState } from "react";

/** Most delay by the picture, in milliseconds. */
const patience = 500;
/** Milliseconds to a frame, unless the page is hidden. */
const longestFrame = 100;

/** Set by the first complete screen; later ones are complete with their picture. */
let wasWhole = false;

/** True once the first picture is painted or late: the rest takes time to lay out. */
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
