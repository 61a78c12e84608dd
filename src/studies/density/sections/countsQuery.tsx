import { CountsQueryForm } from "../../../panels/data/CountsQueryForm.tsx";
import type { DensityProps } from "../view.ts";

/** The query that counts records where they are, for a density of data of any size. */
export function Section({ scenario }: DensityProps) {
  return <CountsQueryForm shapes={["line", "groups", "plane"]} domain={scenario.domainX} />;
}
