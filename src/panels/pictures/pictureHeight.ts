/** Height of a difference strip, in pixels. */
export const stripHeight = 64;

/** Sizes in pixels. */
export interface Stage {
  readonly width: number;
  readonly height: number;
  /** In the unscrolled page. */
  readonly above: number;
  /** Over the lower end of the window, or below the picture of a staged study; 0 elsewhere. */
  readonly sliders: number;
}

/** In pixels. */
export interface SidePicture {
  /** Pictures above, which count as its own in a window neither low nor narrow. */
  readonly others?: number | undefined;
  readonly under?: number;
}

const below = { readout: 28, words: 72 };
const least = 180;

/** More than half of the window if the surroundings leave room; never so flat or tall that a curve is hard to read. */
export function pictureHeight(width: number, stage: Stage, { others = 0, under = 0 }: SidePicture = {}): number {
  const isLow = stage.height <= 480;
  const isNarrow = stage.width <= 960;
  const taken = stage.above + stage.sliders + under + (isLow ? 8 : isNarrow ? below.readout : below.words);
  const half = width > 0 ? (0.52 * stage.width * stage.height) / width - (isLow || isNarrow ? 0 : others) : 0;
  const room = Math.max(least, stage.height - taken);
  return Math.round(Math.min(room, 1.6 * width, Math.max(half, 0.5 * width)));
}

export function stageOf(element: Element): Stage {
  const { innerWidth: width, innerHeight: height, scrollY } = window;
  // A picture in a folded section is reached by scrolling.
  if (!element.closest("#picture")) return { width, height, above: Math.round(0.3 * height), sliders: 0 };
  const sliders = slidersOf(element);
  const above = Math.round(element.getBoundingClientRect().top + scrollY);
  const lie = sliders && (getComputedStyle(sliders).position === "fixed" || sliders.closest("[data-staged]"));
  return { width, height, above, sliders: lie ? Math.round(sliders.getBoundingClientRect().height) : 0 };
}

/** The height that the style sheet leaves a drawing within a staged study; undefined elsewhere. */
export function roomOf(drawing: HTMLElement): number | undefined {
  const place = drawing.closest("[data-staged] .picture-place");
  const picture = drawing.closest<HTMLElement>(".picture");
  if (!place || !picture) return undefined;
  const strip = picture.querySelector(".difference") ? stripHeight : 0;
  const others = picture.offsetHeight - drawing.offsetHeight - strip;
  return Math.max(64, Math.floor(place.clientHeight - others));
}

export function slidersOf(element: Element): Element | null | undefined {
  return element.closest(".study")?.querySelector(".thumb");
}
