import { useState } from "react";
import { usesOfLearner, type LearnerName, type LearnerShape } from "../../../core/erm/learners/learnerPolynomial.ts";
import { zippedRelease } from "../../../core/release/file/releaseBundle.ts";
import { automaticSize, polynomialLimits, type PolynomialChoice } from "../../../core/bernstein/polynomialChoice.ts";
import type { RecordsId } from "../../../engine/contract.ts";
import { Affirmation, useAffirmation } from "../../../panels/ledger/Affirmation.tsx";
import { ErrorLadder } from "../../../panels/pictures/ErrorLadder.tsx";
import { NumberTable } from "../../../panels/shared/NumberTable.tsx";
import { errorSentence, ladderRows, polynomialErrors } from "../../../panels/guarantee/polynomialErrors.ts";
import { polynomialGuarantee } from "../../../panels/guarantee/polynomialGuarantee.tsx";
import { Problem } from "../../../panels/controls/Problem.tsx";
import { saveFile } from "../../../panels/shared/saveFile.ts";
import { useSame } from "../../../panels/hooks/useSame.ts";
import { offered, refusedUse } from "../model/options.ts";
import { requestOf } from "../model/request.ts";
import type { BoundaryScenario } from "../model/scenario.ts";
import type { BoundaryProps } from "../model/view.ts";
import { LearnerControls, type LearnerSettings } from "./LearnerControls.tsx";
import { LearnerPicture } from "./LearnerPicture.tsx";
import { releaseLearner, viewOfReleased, type ReleasedLearner } from "./learnerRelease.ts";
import { costSentence, learnersOf, learnerSentence, levelOf, pointwiseFormulas, shapedBy } from "./learnerWords.ts";
import { useLearner } from "./useLearner.ts";
import { defined } from "../../../core/defined.ts";

export function Section(props: BoundaryProps) {
  const { shown, recordsId, view: main, current, theme, reducedMotion } = props;
  const { task, epsilon, delta, draws, seed, further } = shown;
  const learners = learnersOf[task].filter(({ value }) =>
    usesOfLearner(value).every((use) => offered(use, "manyInputs")(props)),
  );
  const [chosen, setLearner] = useState<LearnerName>();
  const learner = learners.some(({ value }) => value === chosen) ? chosen! : learners[0]!.value;
  const [settings, setSettings] = useState<LearnerSettings>({
    law: "laplace",
    byHand: undefined,
    width: 0.12,
    power: 2,
    gapFactor: 3,
  });
  const { law, byHand } = settings;
  const inside = shown.view === "inside";
  const shape = shapeOf(shown, learner, settings);
  const dimension = shape.domain.length;
  const choice: PolynomialChoice = {
    law,
    size: byHand ? { kind: "byHand", ...byHand } : automaticSize(law, { epsilon, delta }),
  };

  const asked = useSame({ shape, choice, drawCount: draws, seed });
  const [affirmed, affirm] = useAffirmation(JSON.stringify([learner, settings]));
  const [begun, setBegun] = useState<{ readonly to: unknown; readonly recordsId: RecordsId | undefined }>();
  const isWaiting = dimension > 2 && !(begun?.to === asked && begun.recordsId === recordsId);
  // Outside nothing private is computed before the release.
  const refusal = refusedUse("learners", shown);
  const isPreviewed = inside && !isWaiting && refusal === undefined;
  const { failure, budget, refused, view, isAnswered } = useLearner(props, asked, isPreviewed);

  const { said, released, releasing, release } = useLearnerRelease(props);
  const onRelease = () => {
    if (recordsId === undefined || !main || refused) return;
    const name = learners.find(({ value }) => value === learner)?.label ?? "";
    void release({ name, settings, shape, choice, budget, records: recordsId, view: main });
  };

  if (!main) return null;
  if (refusal !== undefined) return <p className="explanation">{refusal}</p>;
  const isCurrent = (inside && !isWaiting ? isAnswered : true) && current && recordsId !== undefined && !refused;
  const picture = { ...namesOf(shown, main.facts.classNames), theme, reducedMotion };
  return (
    <div className="learners">
      <p className="explanation">
        Much that is computed from records changes little when one of them is replaced. All of that can be released as a
        polynomial (Aldà & Rubinstein 2017). Records, domain, ε, δ and λ are those of the study.
        {!inside && " Outside, nothing of a learner is shown before it is released."}
      </p>
      <LearnerControls
        learner={learner}
        learners={learners}
        settings={settings}
        dimension={dimension}
        onLearner={setLearner}
        sizes={view?.facts.polynomial}
        asked={{ epsilon, delta }}
        inForce={inside ? budget : undefined}
        values={view?.facts.polynomial}
        problem={failure && (inside ? failure.message : "This cannot be computed; the inside view says why.")}
        onChange={(changed) => setSettings({ ...settings, ...changed })}
      />
      {inside && isWaiting && (
        <OnRequest
          degree={byHand?.degree ?? polynomialLimits.degree[2]}
          draws={draws}
          shape={shape}
          records={main.facts.recordCount}
          disabled={recordsId === undefined}
          onStart={() => setBegun({ to: asked, recordsId })}
        />
      )}
      {inside && view && (isAnswered || !isWaiting) && (
        <>
          <LearnerPicture
            {...picture}
            view={view}
            records={further.length > 0 ? undefined : main.inside?.records}
            level={levelOf(view.shape)}
          />
          <p data-testid="learner-sentence">{learnerSentence(view, task === "classification")}</p>
          <Errors view={view} />
        </>
      )}
      <Affirmation
        words={`I chose this learner, its ${shapedBy(learner) ?? "width"}, k and h without looking at these records.`}
        affirmed={affirmed}
        onAffirm={affirm}
      />
      <div className="buttons">
        <button type="button" disabled={!isCurrent || !affirmed || releasing} onClick={onRelease}>
          Release this polynomial
        </button>
      </div>
      {said?.isReleased ? <p role="status">{said.text}</p> : <Problem text={said?.text} />}
      {released && (
        <figure data-testid="released-learner">
          <LearnerPicture
            {...picture}
            view={viewOfReleased(released)}
            records={undefined}
            level={levelOf(released.shape)}
          />
          <figcaption className="explanation">What was released, from the file’s whole numbers alone.</figcaption>
        </figure>
      )}
    </div>
  );
}

type Costs = Parameters<typeof costSentence>[0];

function OnRequest({
  disabled,
  onStart,
  ...costs
}: Costs & { readonly disabled: boolean; readonly onStart: () => void }) {
  return (
    <div className="buttons">
      <p className="explanation" data-testid="learner-cost">
        {costSentence(costs)}
      </p>
      <button type="button" disabled={disabled} onClick={onStart}>
        Compute on three inputs
      </button>
    </div>
  );
}

function namesOf({ task, x, y, response, range }: BoundaryScenario, classNames: readonly [string, string] | undefined) {
  return task === "classification"
    ? { names: { x, y }, range: undefined, classNames }
    : { names: { x, y: response }, range, classNames: undefined };
}

function shapeOf(shown: BoundaryScenario, learner: LearnerName, settings: LearnerSettings): LearnerShape {
  const { width, gapFactor } = settings;
  const power = shapedBy(learner) === "degree" ? settings.power : undefined;
  const { domain, held, responseRange, recordsPerPerson, penalty } = requestOf(shown);
  return { learner, domain, ...defined({ held, responseRange, recordsPerPerson, power }), width, gapFactor, penalty };
}

function useLearnerRelease(props: BoundaryProps) {
  const [said, setSaid] = useState<{ readonly text: string; readonly isReleased: boolean }>();
  const [released, setReleased] = useState<ReleasedLearner>();
  const [releasing, setReleasing] = useState(false);
  const release = async (wanted: Parameters<typeof releaseLearner>[1]) => {
    setReleasing(true);
    setSaid(undefined);
    const made = await releaseLearner(props, wanted).catch((error: unknown) => ({ said: String(error) }));
    setSaid({ text: made.said, isReleased: "released" in made });
    if ("released" in made) {
      setReleased(made.released);
      saveFile("release-learner.zip", "application/zip", zippedRelease(made.released.file));
    }
    setReleasing(false);
  };
  return { said, released, releasing, release };
}

function Errors({ view }: { readonly view: NonNullable<ReturnType<typeof useLearner>["view"]> }) {
  // Proved where replacements add up, as in a density; unknown for other learners.
  const errors = { ...polynomialErrors(view, view.inside, view.unit), limit: 0 };
  const { sensitivityRows } = polynomialGuarantee(view, {
    pointwise: pointwiseFormulas[view.shape.learner],
    letters: "",
    unit: view.unit,
  });
  return (
    <>
      <ErrorLadder caption="Largest error anywhere in the domain" rows={ladderRows(errors)} />
      <p className="explanation">{errorSentence(errors, view.facts.polynomial.law === "laplace")}</p>
      <details>
        <summary>How Δ follows</summary>
        <NumberTable rows={sensitivityRows} />
      </details>
    </>
  );
}
