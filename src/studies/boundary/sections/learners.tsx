import { useEffect, useMemo, useState } from "react";
import { gaussianMechanism, laplaceMechanism } from "../../../core/privacy/mechanisms/mechanism.ts";
import { ParameterError } from "../../../core/errors.ts";
import { learnerAxes, responseUnits } from "../../../core/releases/learnerPolynomial.ts";
import type { LearnerName, LearnerShape } from "../../../core/releases/learnerPolynomial.ts";
import { polynomialLimits } from "../../../core/releases/polynomialRelease.ts";
import type { PolynomialChoice, PolynomialRelease } from "../../../core/releases/polynomialRelease.ts";
import { releaseContents } from "../../../core/releaseFile/releaseContents.ts";
import { costOf, sealRelease } from "../../../core/releaseFile/releaseFile.ts";
import { zippedRelease } from "../../../core/releaseFile/releaseBundle.ts";
import type { RecordsId } from "../../../engine/engine.ts";
import type { EngineFailure } from "../../../engine/outcome.ts";
import { ChoiceControl } from "../../../panels/ChoiceControl.tsx";
import { ErrorLadder } from "../../../panels/ErrorLadder.tsx";
import { NumberTable } from "../../../panels/NumberTable.tsx";
import { errorSentence, ladderRows, polynomialErrors } from "../../../panels/polynomialErrors.ts";
import { polynomialGuarantee } from "../../../panels/polynomialGuarantee.tsx";
import { Problem } from "../../../panels/Problem.tsx";
import { affirmedOrigin, namesProblem, releaseWordsOf, settingRows } from "../../../panels/releaseWords.ts";
import { saveFile } from "../../../panels/saveFile.ts";
import { failureTells } from "../../../panels/takeAway.ts";
import { SliderControl } from "../../../panels/SliderControl.tsx";
import { numberText, spokenNumber } from "../../../panels/words.ts";
import { calibrate } from "../../../state/budgetInForce.ts";
import type { BudgetInForce } from "../../../state/budgetInForce.ts";
import { scaledView } from "../../../state/releaseView.ts";
import { sha256 } from "../../../state/sha256.ts";
import type { BoundaryProps } from "../view.ts";
import { LearnerPicture } from "./LearnerPicture.tsx";

const learnersOf: Record<"classification" | "regression", readonly { value: LearnerName; label: string }[]> = {
  classification: [
    { value: "naiveBayesKernel", label: "Naive Bayes, kernel densities" },
    { value: "naiveBayesNormal", label: "Naive Bayes, normal densities" },
    { value: "linearLogistic", label: "Linear logistic regression" },
    { value: "kernelMachine", label: "Support vector machine" },
  ],
  regression: [
    { value: "priestleyChao", label: "Priestley–Chao kernel regression" },
    { value: "kernelMachine", label: "Regularised kernel regression" },
  ],
};

const explanations: Record<LearnerName, string> = {
  naiveBayesKernel:
    "The density of one class less that of the other, each a product over the columns of bumps at its records.",
  naiveBayesNormal:
    "The same with a normal density for each column and class, of a variance of at least a public bound.",
  linearLogistic:
    "A plane through the origin of the domain: its polynomial of degree 1 is itself, so only noise is added.",
  kernelMachine:
    "The minimiser of the study with a Gaussian kernel, released as a polynomial instead of with a Gaussian process.",
  priestleyChao:
    "Responses spread over the gaps between inputs; gaps are clipped at c/n, without which one record could change everything.",
};

const pointwise: Record<LearnerName, string> = {
  naiveBayesKernel: String.raw`\frac{2\max(1,\ell-1)}{n\,(\sqrt{2\pi}\,b)^{\ell}}`,
  naiveBayesNormal: String.raw`S(n,\ell,v)`,
  linearLogistic: String.raw`\frac{2C\sqrt\ell}{n}`,
  kernelMachine: String.raw`\frac{M}{\lambda n}\sup K + 2\sqrt{g/\lambda}`,
  priestleyChao: String.raw`\frac{4Bc}{n\,b\sqrt{2\pi}}`,
};

interface Answered {
  readonly key: string;
  readonly release: PolynomialRelease;
  readonly shape: LearnerShape;
}

/** The other learners of the Bernstein mechanism's paper on the records of the study: chosen, seen and released here. */
export function Section(props: BoundaryProps) {
  const { shown, recordsId, client, view: main, spend, current, theme } = props;
  const { task } = shown;
  const learners = learnersOf[task];
  const [chosen, setLearner] = useState<LearnerName>();
  const learner = learners.some(({ value }) => value === chosen) ? chosen! : learners[0]!.value;
  const [law, setLaw] = useState<PolynomialChoice["law"]>("laplace");
  const [byHand, setByHand] = useState<{ readonly degree: number; readonly iterations: number }>();
  const [width, setWidth] = useState(0.12);
  const [gapFactor, setGapFactor] = useState(3);
  const [affirmed, setAffirmed] = useState(false);
  const [said, setSaid] = useState<string>();
  const [releasing, setReleasing] = useState(false);
  const { epsilon, delta, calibration, domainX, domainY, range, penalty, draws, seed } = shown;
  const inside = shown.view === "inside";
  const plane = task === "classification";
  const shape: LearnerShape = {
    learner,
    domain: plane ? [domainX, domainY] : [domainX],
    ...(!plane && { responseRange: range }),
    width,
    gapFactor,
    penalty,
  };
  const stepped = (value: number) => Number((10 ** (Math.round(4 * Math.log10(value)) / 4)).toPrecision(3));
  const choice: PolynomialChoice = {
    law,
    size: byHand
      ? { kind: "byHand", ...byHand }
      : { kind: "automatic", epsilon: stepped(epsilon), delta: law === "laplace" ? 0 : stepped(delta) },
  };

  const key = JSON.stringify([shape, choice, draws, seed, recordsId]);
  const [answer, setAnswer] = useState<Answered>();
  const [failure, setFailure] = useState<EngineFailure>();
  useEffect(() => {
    if (recordsId === undefined) return;
    const stop = new AbortController();
    const parameters = { ...shape, choice, drawCount: draws, seed };
    const timer = setTimeout(() => {
      void client.run("learner", recordsId, parameters, { signal: stop.signal }).then((outcome) => {
        if (stop.signal.aborted) return;
        setFailure(outcome.ok ? undefined : outcome.error);
        if (outcome.ok) setAnswer({ key, release: outcome.value, shape });
      });
    }, 120);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
    // The key holds all that is asked for.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, client]);

  const budget = useMemo(() => {
    const mechanism = answer?.release.polynomial.law === "gaussian" ? gaussianMechanism : laplaceMechanism;
    const calibrated = calibrate({ epsilon, delta, calibration }, mechanism);
    return calibrated instanceof ParameterError ? undefined : calibrated;
  }, [answer, epsilon, delta, calibration]);
  const view = useMemo(() => {
    if (!answer || !budget) return undefined;
    const { estimate, unitNoise, original, approximationError, clampedCount, ...facts } = answer.release;
    const { scale, offset } = responseUnits(answer.shape.responseRange);
    const axes = learnerAxes(answer.shape.domain);
    const side = inside ? "inside" : "outside";
    const allocate = (length: number) => new Float64Array(length);
    const scaled = scaledView({
      release: answer.release,
      axes,
      budget,
      side,
      allocate,
      units: { unit: scale, offset },
    });
    const exact = estimate.map((value) => offset + scale * value);
    return { ...scaled, facts, inside: inside ? { approximationError, exact } : undefined, unit: scale };
  }, [answer, budget, inside]);

  const release = async () => {
    if (recordsId === undefined || !view || !budget || !answer) return;
    const name = learners.find(({ value }) => value === answer.shape.learner)?.label ?? "";
    const settings = [
      `learner = ${name}`,
      `noise = ${law}`,
      `width = ${width} of the domain`,
      `degree k = ${view.facts.polynomial.degree}`,
      `order h of the operator = ${view.facts.polynomial.iterations}`,
      ...(answer.shape.learner === "priestleyChao" ? [`c of the clipped gaps = ${gapFactor}`] : []),
      ...(usesPenalty(answer.shape.learner) ? [`lambda = ${penalty}`] : []),
    ];
    setReleasing(true);
    setSaid(undefined);
    setSaid(await draw(name, settings, { view, budget, answer, records: recordsId }).catch(String));
    setReleasing(false);
  };
  /** @returns what became of it, in a sentence */
  const draw = async (
    name: string,
    settings: readonly string[],
    now: { view: NonNullable<typeof view>; budget: BudgetInForce; answer: Answered; records: RecordsId },
  ): Promise<string> => {
    const names = plane ? [shown.x, shown.y] : [shown.x];
    const unnamed = namesProblem(names);
    if (unnamed !== undefined) return unnamed;
    const paid = await spend(`${name}, as a polynomial`, now.budget.loss, {
      shown,
      dependsOn: dependsOn(task, now.answer.shape.learner),
      parameters: settingRows(settings),
      // The section's own settings are drawn before they are affirmed.
      besides: [affirmedOrigin("the learner, its noise, width, k and h")],
    });
    if (!paid.ok) return paid.error.message;
    const failed = (why: string) =>
      `Nothing was released, though its cost is entered: ${inside ? `${why} ${failureTells}` : "the inside view says why."}`;
    const request = { ...now.answer.shape, choice, budget: { epsilon, delta, calibration } };
    const outcome = await client.run("learnerRelease", now.records, request);
    if (!outcome.ok) return failed(outcome.error.message);
    const words = releaseWordsOf(
      "boundary",
      { ...now.view, others: [], simultaneous: undefined },
      {
        what: plane ? "decision function" : "regression curve",
        names,
        privateColumns: [],
        settings,
      },
      {
        knows: "all records but one",
        neighbours: "Neighbours differ by the replacement of one record, inputs and label or response.",
        declared: "Domain, learner and its width, and k and h where they are set by hand",
      },
      paid.value.provenance,
    );
    try {
      const contents = releaseContents(outcome.value, { ...words, ledgerEntry: paid.value.id });
      const file = await sealRelease(contents, sha256);
      if (!paid.value.covers(costOf(file.mechanism))) return failed("it would cost more than was entered.");
      const unrecorded = await paid.value.record(file.digest);
      saveFile("release-learner.zip", "application/zip", zippedRelease(file));
      return unrecorded === undefined
        ? `Released at ε = ${numberText(epsilon)}; its cost is in the ledger.`
        : `The release is made. Its digest is not in the ledger: ${unrecorded}`;
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error));
    }
  };

  if (!main) return null;
  const isCurrent = answer?.key === key && current;
  // The limit is proved where replacements add up, as in a density; of other learners that is not known.
  const errors = view && { ...polynomialErrors(view, view.inside, view.unit), limit: 0 };
  const sizes = view?.facts.polynomial;
  return (
    <div className="learners">
      <p className="explanation">
        Whatever can be computed from records, and changes little when one of them is replaced, can be released as a
        polynomial (Aldà & Rubinstein 2017). Records, domain, ε, δ and λ are those of the study.
      </p>
      <div className="learner-controls">
        <ChoiceControl
          label="Learner"
          explanation={explanations[learner]}
          value={learner}
          choices={learners}
          problem={failure && (inside ? failure.message : "This cannot be computed; the inside view says why.")}
          onChange={setLearner}
        />
        <ChoiceControl
          label="Law of the noise"
          explanation={law === "laplace" ? "Pure ε: δ is not used." : "Less noise, for an ε with a δ."}
          value={law}
          choices={[
            { value: "laplace", label: "Laplace: pure ε" },
            { value: "gaussian", label: "Gaussian" },
          ]}
          onChange={setLaw}
        />
        {learner !== "linearLogistic" && (
          <SliderControl
            label={
              learner === "naiveBayesNormal"
                ? "Least deviation"
                : learner === "kernelMachine"
                  ? "Length scale"
                  : "Bandwidth"
            }
            symbol={learner === "kernelMachine" ? "ℓ" : "b"}
            explanation="As a share of the domain; wider is smoother and needs less noise."
            value={width}
            min={0.02}
            max={2}
            scale="log"
            valueText={`${spokenNumber(width)} of the domain`}
            onChange={setWidth}
          />
        )}
        {learner === "priestleyChao" && (
          <SliderControl
            label="Widest gap"
            symbol="c"
            explanation="Gaps between inputs count up to c/n of the domain; evenly spread inputs need a little more than 1."
            value={gapFactor}
            min={0.5}
            max={20}
            scale="log"
            valueText={`${spokenNumber(gapFactor)} over the number of records`}
            onChange={setGapFactor}
          />
        )}
        {learner !== "linearLogistic" && (
          <ChoiceControl
            label="Degree and order"
            explanation={byHand || !sizes ? "" : `From public numbers: k = ${sizes.degree}, h = ${sizes.iterations}.`}
            value={byHand ? "byHand" : "automatic"}
            choices={[
              { value: "automatic", label: "Automatic" },
              { value: "byHand", label: "By hand" },
            ]}
            onChange={(value) =>
              setByHand(
                value === "automatic" ? undefined : { degree: sizes?.degree ?? 10, iterations: sizes?.iterations ?? 3 },
              )
            }
          />
        )}
        {byHand && learner !== "linearLogistic" && (
          <>
            <SliderControl
              label="Degree"
              symbol="k"
              explanation="More values follow the function closer, and share the budget."
              value={byHand.degree}
              min={1}
              max={polynomialLimits.degree[plane ? 1 : 0]}
              scale="linear"
              valueText={`degree ${byHand.degree}`}
              onChange={(value) => setByHand({ ...byHand, degree: Math.round(value) })}
            />
            <SliderControl
              label="Order"
              symbol="h"
              explanation="A higher order is nearer to the function and to the noise."
              value={byHand.iterations}
              min={1}
              max={polynomialLimits.iterations}
              scale="linear"
              valueText={`order ${byHand.iterations}`}
              onChange={(value) => setByHand({ ...byHand, iterations: Math.round(value) })}
            />
          </>
        )}
      </div>
      {view && answer && (
        <>
          <LearnerPicture
            view={view}
            names={{ x: shown.x, y: plane ? shown.y : shown.response }}
            range={plane ? undefined : range}
            records={inside ? main.inside?.records : undefined}
            theme={theme}
            reducedMotion={props.reducedMotion}
            level={levelOf(answer.shape)}
          />
          <p data-testid="learner-sentence">{sentenceOf(view, plane)}</p>
          {errors && (
            <>
              <ErrorLadder caption="Largest error anywhere in the domain" rows={ladderRows(errors)} />
              <p className="explanation">{errorSentence(errors, answer.release.polynomial.law === "laplace")}</p>
            </>
          )}
          <details>
            <summary>How Δ follows</summary>
            <NumberTable
              rows={
                polynomialGuarantee(view, { pointwise: pointwise[answer.shape.learner], letters: "" }).sensitivityRows
              }
            />
          </details>
        </>
      )}
      <label className="check">
        <input type="checkbox" checked={affirmed} onChange={(event) => setAffirmed(event.target.checked)} /> I chose
        this learner, its width, k and h without looking at these records.
      </label>
      <div className="buttons">
        <button type="button" disabled={!isCurrent || !affirmed || releasing} onClick={() => void release()}>
          Release this polynomial
        </button>
      </div>
      <Problem text={said} />
    </div>
  );
}

/** The fields of the study that a learner depends on. */
function dependsOn(task: "classification" | "regression", learner: LearnerName): readonly string[] {
  const inputs = ["task", "x", "y", "response", "positive", "person", "perPerson", "domainX", "domainY"];
  const always = [...inputs, "epsilon", "delta", "calibration"];
  return [...always, ...(task === "regression" ? ["range"] : []), ...(usesPenalty(learner) ? ["penalty"] : [])];
}

function usesPenalty(learner: LearnerName): boolean {
  return learner === "kernelMachine" || learner === "linearLogistic";
}

/** A value of the decision function whose colour is full: public. */
function levelOf({ learner, width, domain }: LearnerShape): number {
  if (learner === "kernelMachine") return 1;
  if (learner === "linearLogistic") return 1;
  return 0.15 / (Math.sqrt(2 * Math.PI) * width) ** domain.length;
}

/** What to see. */
function sentenceOf(
  {
    released,
    original,
    budget,
  }: { released: Float64Array; original: Float64Array | undefined; budget: { epsilon: number } },
  plane: boolean,
): string {
  if (!plane)
    return `One private ${original ? "curve beside the original" : "curve"} at ε = ${numberText(budget.epsilon)}.`;
  if (!original) {
    const positive = released.reduce((count, value) => count + (value >= 0 ? 1 : 0), 0) / released.length;
    return `At ε = ${numberText(budget.epsilon)} the private rule gives ${numberText(100 * positive)} % of the domain to the second class.`;
  }
  const same = released.reduce((count, value, i) => count + (value >= 0 === original[i]! >= 0 ? 1 : 0), 0);
  return `At ε = ${numberText(budget.epsilon)} the private rule decides as the original on ${numberText((100 * same) / released.length)} % of the domain.`;
}
