import { pictureHeight, stageOf } from "../panels/pictures/pictureHeight.ts";
import { fitStretched } from "../plots/curve/fitStretched.ts";
import { letterScale } from "../plots/frame.ts";
import type { Staging } from "../state/scenario/staging.ts";
import { lessonsId, type EntryId } from "./studies.ts";
import "./firstPicture.css";

/** Lower planes have fewer ticks than the drawing. */
const leastHeight = 140;

export interface FirstPicture {
  readonly hasPicture: boolean;
  readonly withdraw: () => void;
}

interface Asked {
  readonly hash: string;
  readonly entry: EntryId;
  readonly staging: Staging;
}

/**
 * Shows the screen drawn at build if the address asks for exactly that, else its skeleton. Until the page is drawn, it
 * is inert and hidden from screen readers.
 *
 * @returns undefined if the page was not built
 */
export function showFirstPicture(asked: Asked, theme: "light" | "dark"): FirstPicture | undefined {
  const whole = document.querySelector<HTMLTemplateElement>("template[data-links]");
  const skeleton = document.querySelector<HTMLTemplateElement>("template[data-skeleton]");
  if (!whole || !skeleton) return undefined;
  const root = document.getElementById("root")!;
  const hasPicture = whole.dataset["links"]!.split(" ").includes(asked.hash || "#");
  const before = [...root.childNodes];
  root.replaceChildren((hasPicture ? whole : skeleton).content.cloneNode(true));
  const page = root.querySelector<HTMLElement>(".page")!;
  page.dataset["theme"] = theme;
  if (!hasPicture) fillSkeleton(page, asked);
  keepFitting(page.querySelector<HTMLElement>(".curve-host")!);
  return { hasPicture, withdraw: () => root.replaceChildren(...before) };
}

/** Marks the asked entry, and writes a teacher's title and question. */
function fillSkeleton(page: HTMLElement, { entry, staging: { title, question, controls, isProjected } }: Asked): void {
  for (const link of page.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === `#/${entry}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  page.querySelector<HTMLSelectElement>(".study-choice")!.value = entry;
  if (entry === lessonsId || controls) page.querySelector(".masthead .segments")!.remove();
  if (isProjected) page.querySelector(".masthead")!.remove();
  if (entry === lessonsId) page.querySelector(".controls")!.remove();
  if (controls) page.querySelector<HTMLElement>(".study")!.dataset["staged"] = controls.join(" ");
  const lead = page.querySelector(".lead")!;
  lead.textContent = question;
  lead.classList.toggle("asked", question !== "");
  if (title === "") return;
  const heading = document.createElement("h2");
  heading.className = "staged-title";
  heading.textContent = title;
  lead.before(heading);
}

function keepFitting(host: HTMLElement): void {
  const drawing = host.querySelector(".first-frame");
  const fit = () => {
    if (!host.isConnected) {
      window.removeEventListener("resize", fit);
      return;
    }
    const width = Math.floor(host.clientWidth);
    const height = pictureHeight(width, stageOf(host));
    host.style.height = `${height}px`;
    if (!drawing) return;
    drawing.toggleAttribute("hidden", height < leastHeight);
    fitStretched(drawing, { width, height, em: letterScale() });
  };
  fit();
  window.addEventListener("resize", fit);
}
