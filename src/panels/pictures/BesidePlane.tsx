import type { ReactNode } from "react";
import { letterScale } from "../../plots/frame.ts";
import "./besidePlane.css";

/** How wide a plane of some width may be, and what is left of the width beside it, in pixels. */
export interface PlaneRoom {
  readonly plane: number;
  /** Where what stands beside it begins; undefined where there is no room for it, so that it stands below. */
  readonly left: number | undefined;
  /** Whether there is room for more than a key. */
  readonly isWide: boolean;
}

const gap = 16;
/** What a key and a panel need, in pixels where letters have 16 to the em; from which width on each is given its room. */
const room = { key: 150, panel: 250 };
const from = { key: 500, panel: 800 };
const keyHeight = 22;
/** The least height of a plane, in its widths: marks and regions in flatter ones are hard to compare. */
const flattest = 0.6;

/**
 * Parts a width between a plane and what stands beside it. A window that is much wider than high leaves room beside any plane:
 * what belongs to it is read there, not below.
 *
 * @param hasPanel whether more than a key stands beside it
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

/** How much room a key takes below a plane of such a width, in pixels: none where it stands beside it. */
export function keyBelow(width: number, em = letterScale()): number {
  return width >= em * from.key ? 0 : keyHeight;
}

/** What belongs to a plane: beside it from a position on, or below it. */
export function BesidePlane({ left, children }: { readonly left: number | undefined; readonly children: ReactNode }) {
  const beside = left !== undefined;
  return (
    <div className="beside-plane" data-beside={beside} style={beside ? { left } : undefined}>
      {children}
    </div>
  );
}
