import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";

/**
 * Draws into an element. With React this is a file of its own (`pageChunks`), which runs while the rest of the page still
 * comes, and which a new version of the page leaves as it was.
 */
export function drawIn(element: HTMLElement, what: ReactNode): void {
  createRoot(element).render(what);
}
