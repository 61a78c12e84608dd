import type { ReactNode } from "react";
import { letterScale } from "../../plots/frame.ts";
import "./besidePlane.css";

/** Width of a plane and the room beside it, in pixels. */
export interface PlaneRoom {
  readonly plane: number;
  /** Start of the room beside the plane; undefined where its company must stand below. */
  readonly left: number | undefined;
  /** The room holds more than a key. */
  readonly isWide: boolean;
}

const gap = 16;
/** Width of a key and of a panel, and the total width from which each gets it: pixels at 16 to the em. */
const room = { key: 150, panel: 250 };
const from = { key: 500, panel: 800 };
const keyHeight = 22;
/** Least height of a plane in its widths: marks and regions in flatter ones are hard to compare. */
const flattest = 0.6;

/**
 * Divides a width between a plane and its company. A window much wider than high has room beside any plane.
 *
 * @param hasPanel whether more than a key stands beside the plane
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

/** Height of a key below a plane, in pixels; 0 where the key stands beside. */
export function keyBelow(width: number, em = letterScale()): number {
  return width >= em * from.key ? 0 : keyHeight;
}

/** Content beside a plane, from `left` on, or below it. */
export function BesidePlane({ left, children }: { readonly left: number | undefined; readonly children: ReactNode }) {
  const beside = left !== undefined;
  return (
    <div className="beside-plane" data-beside={beside} style={beside ? { left } : undefined}>
      {children}
    </div>
  );
}
