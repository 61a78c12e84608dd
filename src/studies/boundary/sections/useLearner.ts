import { useMemo, useState } from "react";
import { mechanismOfLaw } from "../../../core/bernstein/latticeLaw.ts";
import { unitsOf } from "../../../core/erm/boundary/boundarySlice.ts";
import { learnerAxes, type LearnerShape } from "../../../core/erm/learners/learnerPolynomial.ts";
import type { PolynomialChoice } from "../../../core/bernstein/polynomialChoice.ts";
import { useAnswer } from "../../../panels/hooks/useAnswer.ts";
import { createBudgetInForce } from "../../../state/presented/budgetInForce.ts";
import { scaledView } from "../../../state/presented/releaseView.ts";
import type { BoundaryProps } from "../model/view.ts";

interface AskedLearner {
  readonly shape: LearnerShape;
  readonly choice: PolynomialChoice;
  readonly drawCount: number;
  readonly seed: BoundaryProps["shown"]["seed"];
}

export function useLearner(
  { shown, recordsId, client }: Pick<BoundaryProps, "shown" | "recordsId" | "client">,
  asked: AskedLearner,
  isPreviewed: boolean,
) {
  const question = useMemo(
    () => (recordsId === undefined || !isPreviewed ? undefined : { recordsId, asked }),
    [recordsId, asked, isPreviewed],
  );
  const { answer, failure } = useAnswer(
    question,
    ({ recordsId: records, asked: { shape, ...rest } }, signal) =>
      client.run("learner", records, { ...shape, ...rest }, { signal }),
    120,
  );

  const { epsilon, delta, calibration } = shown;
  const lawInForce = answer?.value.polynomial.law ?? asked.choice.law;
  const [budgetOf] = useState(createBudgetInForce);
  const { inForce: budget, refused } = useMemo(
    () => budgetOf({ epsilon, delta, calibration }, mechanismOfLaw[lawInForce]),
    [budgetOf, lawInForce, epsilon, delta, calibration],
  );
  const view = useMemo(() => {
    if (!answer) return undefined;
    const { estimate, unitNoise, original, approximationError, clampedCount, ...facts } = answer.value;
    const { shape } = answer.to.asked;
    const { scale, offset } = unitsOf(shape);
    const scaled = scaledView({
      release: answer.value,
      axes: learnerAxes(shape),
      budget,
      side: "inside",
      allocate: (length) => new Float64Array(length),
      units: { unit: scale, offset },
    });
    const exact = estimate.map((value) => offset + scale * value);
    return { ...scaled, facts, inside: { approximationError, exact }, unit: scale, shape };
  }, [answer, budget]);

  return {
    failure,
    budget,
    refused,
    view,
    isAnswered: answer?.to.asked === asked && answer.to.recordsId === recordsId,
  };
}
