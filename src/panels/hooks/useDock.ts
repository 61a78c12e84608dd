import { createContext, useEffect, useState, type RefObject } from "react";

/** True while the picture is small because its place was scrolled past. */
export const Docked = createContext(false);
/** True where pictures of groups may be small. */
export const Tight = createContext(false);

/** Layouts with the small picture at the upper edge, or above the controls. */
const oneColumn = "(max-width: 60rem) and (min-height: 37.5rem)";
const twoColumns = "(min-width: 60.0625rem), (min-width: 40rem) and (max-height: 30rem)";

/** Lower ones, in pixels, are signs in formulas. */
const leastDrawing = 96;

/** In pixels: `--docked` of the style sheet. */
export function dockedHeight(windowHeight: number): number {
  return Math.round(Math.max(0.26 * windowHeight, 128));
}

/**
 * Keeps a picture in sight whose place is scrolled past; at the upper edge it gives way to a drawing in the middle of
 * the window.
 *
 * @returns height kept while it is docked
 */
export function useDock(place: RefObject<HTMLElement | null>): number | undefined {
  const [placeHeight, setPlaceHeight] = useState<number>();
  useEffect(() => {
    const element = place.current!;
    const study = element.closest(".study")!;
    const [above, beside] = [window.matchMedia(oneColumn), window.matchMedia(twoColumns)];
    const seen = new Set<Element>();
    let isPassed = false;
    const settle = () => {
      const docks = isPassed && (beside.matches || (above.matches && seen.size === 0));
      setPlaceHeight((before) => (docks ? (before ?? element.offsetHeight) : undefined));
    };
    // With the document as root, margins hold in a frame too.
    const passing = new IntersectionObserver(
      ([entry]) => {
        isPassed = !entry!.isIntersecting && entry!.boundingClientRect.top < 0;
        settle();
      },
      { root: document, rootMargin: "-26% 0px 0px 0px" },
    );
    const reading = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect } of entries) {
          if (isIntersecting && boundingClientRect.height >= leastDrawing) seen.add(target);
          else seen.delete(target);
        }
        settle();
      },
      { root: document, rootMargin: "-50% 0px -49% 0px" },
    );
    // Sections unfold, and draw later.
    const drawing = new MutationObserver(() => {
      for (const part of study.querySelectorAll("details[open] :is(canvas, svg)")) reading.observe(part);
    });
    const unfolding = ({ target }: Event) => drawing.observe(target as Element, { childList: true, subtree: true });
    passing.observe(element);
    study.addEventListener("toggle", unfolding, { capture: true });
    const media = [above, beside];
    for (const one of media) one.addEventListener("change", settle);
    return () => {
      for (const observer of [passing, reading, drawing]) observer.disconnect();
      study.removeEventListener("toggle", unfolding, { capture: true });
      for (const one of media) one.removeEventListener("change", settle);
    };
  }, [place]);
  return placeHeight;
}
