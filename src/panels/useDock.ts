import { createContext, useEffect, useState } from "react";
import type { RefObject } from "react";

/** Whether the picture stands small at the upper edge of the window, above the controls. */
export const Docked = createContext(false);

/** One column, with room for a small picture above the controls and the sliders below them. */
const oneColumn = "(max-width: 60rem) and (min-height: 37.5rem)";

/**
 * In one column, the picture follows to the controls: as soon as they fill half of the window, it stands small above them, and
 * its place is kept.
 *
 * @returns the height of the place that is kept; undefined while the picture stands in it
 */
export function useDock(
  place: RefObject<HTMLElement | null>,
  controls: RefObject<HTMLElement | null>,
  follows: boolean,
): number | undefined {
  const [kept, setKept] = useState<number>();
  useEffect(() => {
    const media = window.matchMedia(oneColumn);
    let isReached = false;
    const settle = () => {
      const docks = follows && isReached && media.matches;
      setKept((before) => (docks ? (before ?? place.current!.offsetHeight) : undefined));
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        isReached = entry!.isIntersecting;
        settle();
      },
      { rootMargin: "0px 0px -50% 0px" },
    );
    observer.observe(controls.current!);
    media.addEventListener("change", settle);
    return () => {
      observer.disconnect();
      media.removeEventListener("change", settle);
    };
  }, [place, controls, follows]);
  return kept;
}
