import { useStore } from "zustand";
import { hand } from "./hand.ts";

/** Whether a hand moves the picture. */
export function useHeld(): boolean {
  return useStore(hand);
}
