import { pictureHeight, stageOf } from "../panels/pictures/pictureHeight.ts";
import { fitStretched } from "../plots/curve/fitStretched.ts";
import { letterScale } from "../plots/frame.ts";
import "./firstPicture.css";

/** A plane lower than this has fewer ticks than the drawing, and says little. */
const leastHeight = 140;

/** What stands in the page until it is drawn. */
export interface FirstPicture {
  /** Puts back what stood there before. */
  readonly withdraw: () => void;
}

/**
 * Shows the screen that was drawn when the page was built, where the address asks for exactly that: the page draws the same
 * release of the same example in its place once its worker has answered. Until then nothing in it can be used or is read aloud.
 *
 * @returns undefined where it is not shown
 */
export function showFirstPicture(hash: string, theme: "light" | "dark"): FirstPicture | undefined {
  const template = document.querySelector<HTMLTemplateElement>("template[data-links]");
  const root = document.getElementById("root")!;
  if (!template?.dataset["links"]?.split(" ").includes(hash || "#")) return undefined;
  const before = [...root.childNodes];
  root.replaceChildren(template.content.cloneNode(true));
  root.querySelector<HTMLElement>(".page")!.dataset["theme"] = theme;

  const host = root.querySelector<HTMLElement>(".curve-host")!;
  const drawing = host.querySelector(".first-frame")!;
  const fit = () => {
    if (!host.isConnected) {
      window.removeEventListener("resize", fit);
      return;
    }
    const width = Math.floor(host.clientWidth);
    const height = pictureHeight(width, stageOf(host));
    host.style.height = `${height}px`;
    drawing.toggleAttribute("hidden", height < leastHeight);
    fitStretched(drawing, { width, height, em: letterScale() });
  };
  fit();
  window.addEventListener("resize", fit);
  return { withdraw: () => root.replaceChildren(...before) };
}
