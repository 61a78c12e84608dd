import { useEffect, useState } from "react";
import { effectiveTheme, type Theme } from "../state/preferences.ts";

/** Forced colours of the system decide first: words and lines must show on their ground. */
export function useTheme(theme: Theme): "light" | "dark" {
  const isForced = useMedia("(forced-colors: active)");
  return effectiveTheme(isForced ? "system" : theme, useMedia("(prefers-color-scheme: dark)"));
}

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
