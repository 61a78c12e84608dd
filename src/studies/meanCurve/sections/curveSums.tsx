import { CurveSumsForm } from "../../../panels/data/CurveSumsForm.tsx";
import { centreOf } from "../model/centre.ts";
import type { MeanCurveProps } from "../model/view.ts";

/** The query that clips and adds curves in one's own database. */
export function Section({ scenario: { domain, points, normBound, rule, centre } }: MeanCurveProps) {
  const knots = centreOf(centre);
  const around = knots === undefined || knots === "none" || knots.length > 1 ? 0 : knots[0]![1];
  return <CurveSumsForm start={{ domain, points, normBound, rule, centre: around }} />;
}
