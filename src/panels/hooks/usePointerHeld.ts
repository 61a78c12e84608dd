import { useStore } from "zustand";
import { pointerHeld } from "./pointerHeld.ts";

export function usePointerHeld(): boolean {
  return useStore(pointerHeld);
}
