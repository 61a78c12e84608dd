import type { SyntheticEvent } from "react";
import { cutAtTerm, terms } from "./terms.ts";
import "./explained.css";

/** A text whose first term of the glossary explains itself by tap, pointer and key. */
export function Explained({ text }: { readonly text: string }) {
  const cut = cutAtTerm(text);
  if (!cut) return text;
  const [before, term, after] = cut;
  return (
    <>
      {before}
      <button
        type="button"
        className="term"
        onClick={show}
        onPointerEnter={(event) => event.pointerType === "mouse" && show(event)}
        onPointerLeave={(event) => event.pointerType === "mouse" && hide()}
        onBlur={hide}
      >
        {term}
      </button>
      {after}
    </>
  );
}

let bubble: HTMLElement | undefined;

function show({ currentTarget: term }: SyntheticEvent<HTMLElement>): void {
  const text = term.textContent.toLowerCase();
  if (!bubble?.isConnected) {
    bubble = document.createElement("div");
    bubble.id = "term";
    bubble.className = "explained-term";
    bubble.popover = "auto";
    bubble.role = "tooltip";
  }
  // In the page, for its theme.
  term.closest(".page")!.append(bubble);
  bubble.textContent = `${terms[text]!}.`;
  bubble.showPopover();
  term.setAttribute("aria-describedby", bubble.id);
  const { left, bottom, top } = term.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = bubble;
  bubble.style.left = `${Math.max(8, Math.min(left, window.innerWidth - offsetWidth - 8))}px`;
  bubble.style.top = `${bottom + offsetHeight + 8 > window.innerHeight ? top - offsetHeight - 4 : bottom + 4}px`;
}

function hide(): void {
  if (bubble?.isConnected) bubble.hidePopover();
}
