import type { InfluenceOfOne } from "../../../panels/pictures/furtherLines.ts";
import { largestDifference } from "../../../panels/pictures/largestDifference.ts";
import type { BoundaryProps } from "../model/view.ts";

export type Change = "moved" | "flipped" | "moved and flipped" | "added" | "removed";

/** Undefined for several records, whose change Δ does not bound. */
export function changedBy(
  influence: InfluenceOfOne | undefined,
  records: BoundaryProps["records"],
): { readonly change: Change; readonly distance: number } | undefined {
  if (!influence) return undefined;
  const { before, after, kind, from, to } = influence;
  if (kind === "several") return undefined;
  const distance = largestDifference(before, after);
  const isFlipped = records?.classNames !== undefined && kind === "moved" && from.at(-1) !== to.at(-1);
  const flipped = from.every((value, k) => k === from.length - 1 || value === to[k]) ? "flipped" : "moved and flipped";
  return distance > 0 ? { change: isFlipped ? flipped : kind, distance } : undefined;
}
