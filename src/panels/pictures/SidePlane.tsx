import type { ReactNode } from "react";
import { letterScale } from "../../plots/frame.ts";
import "./besidePlane.css";

export interface PlaneRoom {
  readonly plane: number;
  /** Undefined without room beside the plane. */
  readonly left: number | undefined;
  readonly isWide: boolean;
}

const gap = 16;
/** Widths of key and panel, and total widths that grant them: pixels at 16 to the em. */
const room = { key: 150, panel: 250 };
const from = { key: 500, panel: 800 };
const keyHeight = 22;
/** Height in widths: flatter planes are hard to compare. */
const flattest = 0.6;

/**
 * Room in a window much wider than high.
 *
 * @param hasPanel for more than a key
 */
export function planeRoom(width: number, height: number, hasPanel: boolean, em = letterScale()): PlaneRoom {
  const wanted = hasPanel && width >= em * from.panel ? room.panel : width >= em * from.key ? room.key : 0;
  const beside = wanted === 0 ? 0 : Math.round(em * wanted) + gap;
  const plane = Math.min(width - beside, Math.round(height / flattest));
  const left = width - plane - gap;
  return {
    plane,
    left: left >= em * room.key ? plane + gap : undefined,
    isWide: left >= em * room.panel,
  };
}

/** Pixels; 0 where the key stands beside the plane. */
export function keyBelow(width: number, em = letterScale()): number {
  return width >= em * from.key ? 0 : keyHeight;
}

export function SidePlane({ left, children }: { readonly left: number | undefined; readonly children: ReactNode }) {
  const beside = left !== undefined;
  return (
    <div className="beside-plane" data-beside={beside} style={beside ? { left } : undefined}>
      {children}
    </div>
  );
}
