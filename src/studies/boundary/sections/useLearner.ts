import { useEffect, useMemo, useState } from "react";
import { ParameterError } from "../../../core/errors.ts";
import { gaussianMechanism, laplaceMechanism } from "../../../core/privacy/mechanisms/mechanism.ts";
import { learnerAxes, responseUnits } from "../../../core/releases/learnerPolynomial.ts";
import type { LearnerShape } from "../../../core/releases/learnerPolynomial.ts";
import type { PolynomialChoice, PolynomialRelease } from "../../../core/releases/polynomialRelease.ts";
import type { RecordsId } from "../../../engine/engine.ts";
import type { EngineFailure } from "../../../engine/outcome.ts";
import { calibrate } from "../../../state/budgetInForce.ts";
import { scaledView } from "../../../state/releaseView.ts";
import type { BoundaryProps } from "../view.ts";

/** What a worker is asked of a learner. */
export interface AskedLearner {
  readonly shape: LearnerShape;
  readonly choice: PolynomialChoice;
  readonly drawCount: number;
  readonly seed: BoundaryProps["shown"]["seed"];
}

/** A learner as seen before it is released: asked for when what is asked has rested. */
export function useLearner(
  { shown, recordsId, client }: Pick<BoundaryProps, "shown" | "recordsId" | "client">,
  asked: AskedLearner,
  isPreviewed: boolean,
) {
  const [answer, setAnswer] = useState<{
    readonly to: AskedLearner;
    readonly recordsId: RecordsId;
    readonly release: PolynomialRelease;
  }>();
  const [failure, setFailure] = useState<EngineFailure>();
  useEffect(() => {
    if (recordsId === undefined || !isPreviewed) return;
    const stop = new AbortController();
    const { shape, ...rest } = asked;
    const timer = setTimeout(() => {
      void client.run("learner", recordsId, { ...shape, ...rest }, { signal: stop.signal }).then((outcome) => {
        if (stop.signal.aborted) return;
        setFailure(outcome.ok ? undefined : outcome.error);
        if (outcome.ok) setAnswer({ to: asked, recordsId, release: outcome.value });
      });
    }, 120);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked, recordsId, client, isPreviewed]);

  const { epsilon, delta, calibration } = shown;
  const lawInForce = answer?.release.polynomial.law ?? asked.choice.law;
  const budget = useMemo(() => {
    const mechanism = lawInForce === "gaussian" ? gaussianMechanism : laplaceMechanism;
    const calibrated = calibrate({ epsilon, delta, calibration }, mechanism);
    return calibrated instanceof ParameterError ? undefined : calibrated;
  }, [lawInForce, epsilon, delta, calibration]);
  const view = useMemo(() => {
    if (!answer || !budget) return undefined;
    const { estimate, unitNoise, original, approximationError, clampedCount, ...facts } = answer.release;
    const { shape } = answer.to;
    const { scale, offset } = responseUnits(shape.responseRange);
    const scaled = scaledView({
      release: answer.release,
      axes: learnerAxes(shape),
      budget,
      side: "inside",
      allocate: (length) => new Float64Array(length),
      units: { unit: scale, offset },
    });
    const exact = estimate.map((value) => offset + scale * value);
    return { ...scaled, facts, inside: { approximationError, exact }, unit: scale, shape };
  }, [answer, budget]);

  return { failure, budget, view, isAnswered: answer?.to === asked && answer.recordsId === recordsId };
}
