import { createContext, use, useLayoutEffect, useState, type RefObject } from "react";
import { Docked, dockedHeight } from "../hooks/useDock.ts";
import { pictureHeight, roomOf, slidersOf, stageOf, type SidePicture, type Stage } from "./pictureHeight.ts";

/** True for a release: the parts above do not change its picture's size. */
export const OneSize = createContext(false);

export function usePictureHeight(host: RefObject<HTMLElement | null>, width: number, beside?: SidePicture): number {
  const docked = use(Docked);
  const oneSize = use(OneSize);
  const [stage, setStage] = useState<Stage>({ width: 0, height: 0, above: 0, sliders: 0 });
  const [room, setRoom] = useState<number>();
  useLayoutEffect(() => {
    if (docked) {
      const follow = () => setStage((before) => ({ ...before, height: window.innerHeight }));
      follow();
      window.addEventListener("resize", follow);
      return () => window.removeEventListener("resize", follow);
    }
    const element = host.current!;
    const sliders = slidersOf(element);
    const measure = () => {
      const now = oneSize ? usualStage() : stageOf(element);
      setStage((before) => (isSame(before, now) ? before : now));
      setRoom(roomOf(element));
    };
    measure();
    // Changes above move the page's end.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    if (sliders) observer.observe(sliders);
    const place = element.closest("[data-staged] .picture-place");
    if (place) observer.observe(place);
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [host, docked, oneSize]);
  return docked ? dockedHeight(stage.height) : (room ?? pictureHeight(width, stage, beside));
}

function usualStage(): Stage {
  const { innerWidth: width, innerHeight: height } = window;
  const isLow = height <= 480;
  const isNarrow = width <= 960;
  return { width, height, above: isLow ? 48 : isNarrow ? 56 : 166, sliders: isNarrow && !isLow ? 162 : 0 };
}

function isSame(a: Stage, b: Stage): boolean {
  return a.width === b.width && a.height === b.height && a.above === b.above && a.sliders === b.sliders;
}
