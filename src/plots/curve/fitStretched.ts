import { placedNames, planeEdges, tickCounts } from "./curveFrame.ts";

export function fitStretched(
  drawing: Element,
  frame: { readonly width: number; readonly height: number; readonly em: number },
): void {
  const shareAt = (name: string) => {
    const text = drawing.getAttribute(`data-${name}`);
    return text === null ? undefined : Number(text);
  };
  const set = (selector: string, attributes: Readonly<Record<string, string | number>>) => {
    for (const part of drawing.querySelectorAll(selector))
      for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, String(value));
  };
  const edges = planeEdges(frame, shareAt("room")!);
  const { left, right, top, bottom } = edges;
  const size = { width: right - left, height: bottom - top };
  set(".first-plane", { x: left, y: top, ...size });
  for (const ticks of drawing.querySelectorAll("[data-ticks]")) {
    const counts = ticks.getAttribute("data-ticks")!.split(" ").map(Number);
    ticks.setAttribute("visibility", counts.includes(tickCounts(frame, edges).across) ? "visible" : "hidden");
  }
  set(".axis-name.below", { x: right, y: frame.height - 4 });
  set(".axis-name.beside", { x: 4, y: 12 * frame.em });
  const heightAt = (share: number) => top + share * size.height;
  const estimate = shareAt("estimate");
  const ends = {
    release: heightAt(shareAt("release")!),
    estimate: estimate === undefined ? undefined : heightAt(estimate),
  };
  for (const { name, x, y, anchor } of placedNames(ends, edges, frame))
    set(`.label-${name}`, { x, y, "text-anchor": anchor });
}
