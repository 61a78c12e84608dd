import { CountsQueryForm } from "../../../panels/data/CountsQueryForm.tsx";
import type { BoundaryProps } from "../model/view.ts";

export function Section({ shown }: BoundaryProps) {
  const isRegression = shown.task === "regression";
  const { x, y, response, domainX, domainY, range } = shown;
  return (
    <CountsQueryForm
      shapes={isRegression ? ["response", "labels"] : ["labels", "response"]}
      first={{ column: x, ends: domainX }}
      second={isRegression ? { column: response, ends: range } : { column: y, ends: domainY }}
      label={isRegression ? "class" : response}
    />
  );
}
