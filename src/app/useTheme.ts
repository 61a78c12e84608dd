import { useMedia } from "../panels/hooks/useMedia.ts";
import { effectiveTheme, type Theme } from "../state/preferences.ts";

/** Forced colours of the system decide first: words and lines must show on their ground. */
export function useTheme(theme: Theme): "light" | "dark" {
  const isForced = useMedia("(forced-colors: active)");
  return effectiveTheme(isForced ? "system" : theme, useMedia("(prefers-color-scheme: dark)"));
}
