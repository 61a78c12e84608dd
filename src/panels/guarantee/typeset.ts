import katex from "katex";
import "katex/dist/katex.min.css";

/** Typesets a displayed formula into an element, with MathML for screen readers. */
export function typeset(host: HTMLElement, tex: string): void {
  katex.render(tex, host, { displayMode: true, throwOnError: false, fleqn: true });
}
