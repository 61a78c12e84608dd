import { useEffect, useState } from "react";
import { effectiveTheme } from "../state/preferences.ts";
import type { Theme } from "../state/preferences.ts";

/** The theme to draw in, set on the page as `data-theme`. */
export function useTheme(theme: Theme): "light" | "dark" {
  const systemIsDark = useMedia("(prefers-color-scheme: dark)");
  const effective = effectiveTheme(theme, systemIsDark);
  // Set during rendering, so that whoever reads colours from the page in an effect reads the new ones.
  document.documentElement.dataset["theme"] = effective;
  return effective;
}

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => window.matchMedia(query).matches);
  useEffect(() => {
    const list = window.matchMedia(query);
    const follow = () => setHolds(list.matches);
    follow();
    list.addEventListener("change", follow);
    return () => list.removeEventListener("change", follow);
  }, [query]);
  return holds;
}
