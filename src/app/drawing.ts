import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";

/** A separate file with React (`pageChunks`): it runs while the page loads, and new versions leave it unchanged. */
export function drawIn(element: HTMLElement, what: ReactNode): void {
  createRoot(element).render(what);
}
