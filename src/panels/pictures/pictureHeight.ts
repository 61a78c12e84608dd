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

/** What the window leaves to a picture that stands in an element. */
export function stageOf(element: Element): Stage {
  const { innerWidth: width, innerHeight: height, scrollY } = window;
  // A picture in a folded part is come to by scrolling.
  if (!element.closest("#picture")) return { width, height, above: Math.round(0.3 * height), sliders: 0 };
  const sliders = slidersOf(element);
  const above = Math.round(element.getBoundingClientRect().top + scrollY);
  const lie = sliders && getComputedStyle(sliders).position === "fixed";
  return { width, height, above, sliders: lie ? Math.round(sliders.getBoundingClientRect().height) : 0 };
}

/** The sliders that a thumb must always reach, of the study that an element belongs to. */
export function slidersOf(element: Element): Element | null | undefined {
  return element.closest(".study")?.querySelector(".thumb");
}
