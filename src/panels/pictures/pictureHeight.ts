import { createContext, use, useLayoutEffect, useState } from "react";
import type { RefObject } from "react";
import { Docked, dockedHeight } from "../hooks/useDock.ts";

/** What a picture has to fit between, in pixels. */
export interface Stage {
  /** The window. */
  readonly width: number;
  readonly height: number;
  /** All that stands above the picture while the page is not scrolled: masthead, notices, lead, tools. */
  readonly above: number;
  /** The sliders that lie over the lower end of the window; 0 where they stand beside or below. */
  readonly sliders: number;
}

/** What stands with a picture, in pixels. */
export interface Beside {
  /** Further pictures above it, in a window that is neither low nor narrow: they count as its own. */
  readonly others?: number | undefined;
  /** A key below it. */
  readonly under?: number;
}

/** The line of numbers under a picture, and the beginning of the words below it where nothing lies over them. */
const below = { readout: 28, words: 72 };
const least = 180;

/** Whether a picture has one size in a window, whatever stands above it: that of a release, wherever it is opened. */
export const OneSize = createContext(false);

/**
 * The height of a picture of some width: more than half of the window where that leaves room for what stands above it, for the
 * first words below it and for the sliders under a thumb; never so flat or so tall that a curve is hard to read.
 */
export function pictureHeight(width: number, stage: Stage, { others = 0, under = 0 }: Beside = {}): number {
  const isLow = stage.height <= 480;
  const isNarrow = stage.width <= 960;
  const taken = stage.above + stage.sliders + under + (isLow ? 8 : isNarrow ? below.readout : below.words);
  const half = width > 0 ? (0.52 * stage.width * stage.height) / width - (isLow || isNarrow ? 0 : others) : 0;
  const room = Math.max(least, stage.height - taken);
  return Math.round(Math.min(room, 1.6 * width, Math.max(half, 0.5 * width)));
}

/** That height for the element that holds the picture; it follows the window, and all that comes and goes above. */
export function usePictureHeight(host: RefObject<HTMLElement | null>, width: number, beside?: Beside): number {
  const docked = use(Docked);
  const oneSize = use(OneSize);
  const [stage, setStage] = useState<Stage>({ width: 0, height: 0, above: 0, sliders: 0 });
  useLayoutEffect(() => {
    if (docked) {
      const follow = () => setStage((before) => ({ ...before, height: window.innerHeight }));
      follow();
      window.addEventListener("resize", follow);
      return () => window.removeEventListener("resize", follow);
    }
    const element = host.current!;
    const sliders = element.closest(".study")?.querySelector(".thumb");
    const measure = () => {
      const now = oneSize ? usualStage() : stageOf(element, sliders);
      setStage((before) => (isSame(before, now) ? before : now));
    };
    measure();
    // What comes, goes or grows above moves the end of the page.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    if (sliders) observer.observe(sliders);
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [host, docked, oneSize]);
  return docked ? dockedHeight(stage.height) : pictureHeight(width, stage, beside);
}

/** With a lead of two lines and a row of tools, or with two sliders under a thumb. */
function usualStage(): Stage {
  const { innerWidth: width, innerHeight: height } = window;
  const isLow = height <= 480;
  const isNarrow = width <= 960;
  return { width, height, above: isLow ? 48 : isNarrow ? 56 : 166, sliders: isNarrow && !isLow ? 162 : 0 };
}

function stageOf(element: HTMLElement, sliders: Element | null | undefined): Stage {
  const { innerWidth: width, innerHeight: height, scrollY } = window;
  // A picture in a folded part is come to by scrolling.
  if (!element.closest("#picture")) return { width, height, above: Math.round(0.3 * height), sliders: 0 };
  const above = Math.round(element.getBoundingClientRect().top + scrollY);
  const lie = sliders && getComputedStyle(sliders).position === "fixed";
  return { width, height, above, sliders: lie ? Math.round(sliders.getBoundingClientRect().height) : 0 };
}

function isSame(a: Stage, b: Stage): boolean {
  return a.width === b.width && a.height === b.height && a.above === b.above && a.sliders === b.sliders;
}
