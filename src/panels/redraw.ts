/** Draws other noise for the same settings: the next seed, or fresh noise where there is none. */
export function redraw(
  { seed }: { readonly seed: number | "secure" },
  set: (change: { readonly seed: number }, options: { readonly commit: boolean }) => void,
  conductor: { redraw(): void },
): void {
  if (seed === "secure") conductor.redraw();
  else set({ seed: seed + 1 }, { commit: true });
}
