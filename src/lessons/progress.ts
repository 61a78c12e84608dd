import { createStore, type StoreApi } from "zustand/vanilla";
import type { Guess } from "./lesson.ts";

/** Guesses by lesson and step, on this device; nothing is sent. */
export interface Progress {
  readonly guesses: Readonly<Record<string, readonly (Guess | null)[]>>;
  /** False where the browser keeps nothing. */
  readonly isKept: boolean;
  readonly guess: (lesson: string, step: number, guess: Guess) => void;
  readonly forget: (lesson: string) => void;
}

const storedAs = "curveil.lessons";
type ProgressStorage = Pick<Storage, "getItem" | "setItem">;

/** Progress lasts as long as the page if `storage` throws. */
export function createProgress(storage: ProgressStorage | undefined): StoreApi<Progress> {
  const stored = storedGuesses(storage);
  return createStore<Progress>()((set, get) => {
    const change = (guesses: Progress["guesses"]) => {
      set({ guesses });
      try {
        storage?.setItem(storedAs, JSON.stringify(guesses));
      } catch {
        set({ isKept: false });
      }
    };
    const latest = () => (get().isKept && storedGuesses(storage)) || get().guesses;
    return {
      guesses: stored ?? {},
      isKept: stored !== undefined,
      guess: (lesson, step, guess) => {
        const all = latest();
        const before = all[lesson] ?? [];
        const length = Math.max(before.length, step + 1);
        const after = Array.from({ length }, (_, i) => (i === step ? guess : (before[i] ?? null)));
        change({ ...all, [lesson]: after });
      },
      forget: (lesson) => {
        const { [lesson]: _, ...others } = latest();
        change(others);
      },
    };
  });
}

function storedGuesses(storage: ProgressStorage | undefined): Progress["guesses"] | undefined {
  let text = "{}";
  try {
    text = storage!.getItem(storedAs) ?? text;
  } catch {
    return undefined;
  }
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== "object" || stored === null) return {};
    const entries = Object.entries(stored).filter(
      ([, guesses]) => Array.isArray(guesses) && guesses.every((guess) => guess === null || isGuess(guess)),
    );
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

function isGuess(stored: unknown): stored is Guess {
  return Array.isArray(stored) ? stored.length > 1 && stored.every(Number.isFinite) : Number.isFinite(stored);
}
