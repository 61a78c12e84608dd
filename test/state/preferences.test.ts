import { describe, expect, test } from "vitest";
import { createPreferences, effectiveTheme } from "../../src/state/preferences.ts";

function memory(start: Record<string, string> = {}) {
  const items = new Map(Object.entries(start));
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

describe("createPreferences", () => {
  test("createPreferences remembers the theme", () => {
    const storage = memory();
    createPreferences(storage).getState().setTheme("dark");
    expect(createPreferences(storage).getState().theme).toBe("dark");
  });

  test.each([undefined, memory(), memory({ "curveil.theme": "<b>" })])(
    "createPreferences(%o) starts with the system's theme",
    (storage) => {
      expect(createPreferences(storage).getState().theme).toBe("system");
    },
  );

  test("createPreferences works for the page where storage throws", () => {
    const refuse = () => {
      throw new Error("storage is switched off");
    };
    const preferences = createPreferences({ getItem: refuse, setItem: refuse });
    preferences.getState().setTheme("light");
    expect(preferences.getState().theme).toBe("light");
  });
});

test("effectiveTheme follows the system only when told to", () => {
  expect(effectiveTheme("system", true)).toBe("dark");
  expect(effectiveTheme("system", false)).toBe("light");
  expect(effectiveTheme("light", true)).toBe("light");
});
