import { CountsQueryForm } from "../../../panels/data/CountsQueryForm.tsx";
import type { DensityProps } from "../model/view.ts";

export function Section({ scenario: { x, y, domainX, domainY, groups } }: DensityProps) {
  return (
    <CountsQueryForm
      shapes={["line", "groups", "plane"]}
      first={{ column: x, ends: domainX }}
      second={y === "" ? { column: "age", ends: [0, 110] } : { column: y, ends: domainY }}
      label={groups === "" ? "region" : groups}
    />
  );
}
