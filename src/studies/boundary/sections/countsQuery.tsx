import { CountsQueryForm } from "../../../panels/data/CountsQueryForm.tsx";
import type { BoundaryProps } from "../view.ts";

/** The query that counts records where they are, for a boundary or a regression of data of any size. */
export function Section({ shown }: BoundaryProps) {
  const shapes = shown.task === "regression" ? (["response", "labels"] as const) : (["labels", "response"] as const);
  return <CountsQueryForm shapes={shapes} domain={shown.domainX} />;
}
