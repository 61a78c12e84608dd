import { createStore, type StoreApi } from "zustand/vanilla";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

export interface Preferences {
  readonly theme: Theme;
  readonly setTheme: (theme: Theme) => void;
}

/** Calls may throw where storage is switched off. */
type PreferenceStorage = Pick<Storage, "getItem" | "setItem">;

const themeKey = "curveil.theme";

/** Stored where `storage` works, else kept for this page. */
export function createPreferences(storage: PreferenceStorage | undefined): StoreApi<Preferences> {
  return createStore<Preferences>()((set) => ({
    theme: storedTheme(storage),
    setTheme: (theme) => {
      set({ theme });
      try {
        storage?.setItem(themeKey, theme);
      } catch {
        // The theme lasts as long as the page.
      }
    },
  }));
}

export function effectiveTheme(theme: Theme, systemIsDark: boolean): "light" | "dark" {
  if (theme !== "system") return theme;
  return systemIsDark ? "dark" : "light";
}

function storedTheme(storage: PreferenceStorage | undefined): Theme {
  try {
    const stored = storage?.getItem(themeKey);
    return themes.find((theme) => theme === stored) ?? "system";
  } catch {
    return "system";
  }
}
