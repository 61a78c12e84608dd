import katex from "katex";
import "katex/dist/katex.min.css";

export function typeset(host: HTMLElement, tex: string): void {
  katex.render(tex, host, { displayMode: true, throwOnError: false, fleqn: true });
}
