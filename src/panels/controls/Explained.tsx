import type { SyntheticEvent } from "react";
import { cutAtTerm, terms } from "./terms.ts";
import "./explained.css";

interface ExplainedProps {
  readonly text: string;
  /** To explain, each once; without it only the first. */
  readonly every?: typeof terms;
}

/** Terms of the glossary explain themselves by tap, pointer and key. */
export function Explained({ text, every }: ExplainedProps) {
  const cut = cutAtTerm(text, every);
  if (!cut) return text;
  const [before, term, after] = cut;
  const [mark] = /^[.,:;?!)]*/.exec(after)!;
  const rest = after.slice(mark.length);
  const { [term.toLowerCase()]: explanation = "", ...others } = every ?? terms;
  const show = ({ currentTarget }: SyntheticEvent<HTMLElement>) => explain(currentTarget, explanation);
  return (
    <>
      {before}
      <span className="unbroken">
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
        {mark}
      </span>
      {every ? <Explained text={rest} every={others} /> : rest}
    </>
  );
}

let bubble: HTMLElement | undefined;

function explain(term: HTMLElement, explanation: string): void {
  if (!bubble?.isConnected) {
    bubble = document.createElement("div");
    bubble.id = "term";
    bubble.className = "explained-term";
    bubble.popover = "auto";
    bubble.role = "tooltip";
  }
  // Inside the page for its theme.
  term.closest(".page")!.append(bubble);
  bubble.textContent = `${explanation}.`;
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
