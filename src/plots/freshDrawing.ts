import { select, type Selection } from "d3";

export type Svg = Selection<SVGSVGElement, unknown, null, undefined>;

/**
 * Replaces the previous drawing in a host.
 *
 * @param words description; without it hidden from assistive technology
 * @param isScaled true for the width of its host
 */
export function freshDrawing(
  host: HTMLElement,
  {
    name,
    words,
    width,
    height,
    isScaled = false,
  }: {
    readonly name: string;
    readonly words?: string;
    readonly width: number;
    readonly height: number;
    readonly isScaled?: boolean;
  },
): Svg {
  const root = select(host);
  root.selectAll("svg").remove();
  const svg = root.append("svg").attr("class", name).attr("viewBox", `0 0 ${width} ${height}`);
  if (!isScaled) svg.attr("width", width).attr("height", height);
  return words === undefined ? svg.attr("aria-hidden", "true") : svg.attr("role", "img").attr("aria-label", words);
}
