import { useLayoutEffect, useState } from "react";
import type { RefObject } from "react";

/** The width of an element, followed as it changes; 0 before it is known. */
export function useWidth(host: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = host.current!;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    // An observer is heard a frame later: the page would be seen with the place of its picture empty.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [host]);
  return width;
}
