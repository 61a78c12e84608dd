import { useStore } from "zustand";
import { pointerHeld } from "./pointerHeld.ts";

/** Whether a hand moves the picture. */
export function usePointerHeld(): boolean {
  return useStore(pointerHeld);
}
