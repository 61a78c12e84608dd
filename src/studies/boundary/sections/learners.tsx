import { useEffect, useMemo, useState } from "react";
import { gaussianMechanism, laplaceMechanism } from "../../../core/privacy/mechanisms/mechanism.ts";
import { ParameterError } from "../../../core/errors.ts";
import { latticeCost } from "../../../core/releases/bernstein.ts";
import { learnerAxes, mostLearnerInputs, responseUnits } from "../../../core/releases/learnerPolynomial.ts";
import type { LearnerName, LearnerShape } from "../../../core/releases/learnerPolynomial.ts";
import { polynomialLimits } from "../../../core/releases/polynomialRelease.ts";
import type { PolynomialChoice, PolynomialRelease } from "../../../core/releases/polynomialRelease.ts";
import type { PrivateRelease } from "../../../core/releases/privateRelease.ts";
import { releaseContents } from "../../../core/releaseFile/releaseContents.ts";
import { sealRelease } from "../../../core/releaseFile/releaseFile.ts";
import { zippedRelease } from "../../../core/releaseFile/releaseBundle.ts";
import type { RecordsId } from "../../../engine/engine.ts";
import type { EngineFailure } from "../../../engine/outcome.ts";
import { ChoiceControl } from "../../../panels/ChoiceControl.tsx";
import { ErrorLadder } from "../../../panels/ErrorLadder.tsx";
import { lookedAt } from "../../../panels/notPrivate.ts";
import { NumberTable } from "../../../panels/NumberTable.tsx";
import { errorSentence, ladderRows, polynomialErrors } from "../../../panels/polynomialErrors.ts";
import { polynomialGuarantee } from "../../../panels/polynomialGuarantee.tsx";
import { Problem } from "../../../panels/Problem.tsx";
import { releaseWordsOf } from "../../../panels/releaseWords.ts";
import { saveFile } from "../../../panels/saveFile.ts";
import { SliderControl } from "../../../panels/SliderControl.tsx";
import { useSame } from "../../../panels/useSame.ts";
import { numberText, spokenNumber } from "../../../panels/words.ts";
import { calibrate } from "../../../state/budgetInForce.ts";
import { scaledView } from "../../../state/releaseView.ts";
import { sha256 } from "../../../state/sha256.ts";
import { boundaryParameterNames } from "../scenario.ts";
import type { BoundaryProps } from "../view.ts";
import { LearnerPicture } from "./LearnerPicture.tsx";
import type { LearnerView } from "./LearnerPicture.tsx";

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

/** The other learners of the Bernstein mechanism's paper on the records of the study: chosen, seen and released here. */
export function Section(props: BoundaryProps) {
  const { shown, recordsId, client, view: main, spend, current, theme } = props;
  const { task } = shown;
  // Gaps between inputs are those of a line.
  const learners = learnersOf[task].filter(({ value }) => value !== "priestleyChao" || shown.further.length === 0);
  const [chosen, setLearner] = useState<LearnerName>();
  const learner = learners.some(({ value }) => value === chosen) ? chosen! : learners[0]!.value;
  const [law, setLaw] = useState<PolynomialChoice["law"]>("laplace");
  const [byHand, setByHand] = useState<{ readonly degree: number; readonly iterations: number }>();
  const [width, setWidth] = useState(0.12);
  const [gapFactor, setGapFactor] = useState(3);
  const [affirmed, setAffirmed] = useState(false);
  const [said, setSaid] = useState<string>();
  const [released, setReleased] = useState<ReleasedLearner>();
  const { epsilon, delta, calibration, domainX, domainY, range, penalty, draws, seed, further } = shown;
  const inside = shown.view === "inside";
  const plane = task === "classification";
  const drawn = plane ? [domainX, domainY] : [domainX];
  const dimension = drawn.length + further.length;
  const shape: LearnerShape = {
    learner,
    domain: [...drawn, ...further.map(({ domain }) => domain)],
    ...(further.length > 0 && { held: further.map(({ at }) => at) }),
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

  const asked = useSame({ shape, choice, drawCount: draws, seed });
  const [answer, setAnswer] = useState<{
    readonly to: unknown;
    readonly recordsId: RecordsId;
    readonly release: PolynomialRelease;
    readonly shape: LearnerShape;
  }>();
  const [failure, setFailure] = useState<EngineFailure>();
  // Three axes take a while: their cost is said, and they wait to be asked for.
  const [begun, setBegun] = useState<{ readonly to: unknown; readonly recordsId: RecordsId | undefined }>();
  const isWaiting = dimension > 2 && !(begun?.to === asked && begun.recordsId === recordsId);
  const isAnswered = answer?.to === asked && answer.recordsId === recordsId;
  // Outside nothing is made of the records until it is released.
  const isPreviewed = inside && !isWaiting && dimension <= mostLearnerInputs;
  useEffect(() => {
    if (recordsId === undefined || !isPreviewed) return;
    const stop = new AbortController();
    const { shape, ...rest } = asked;
    const timer = setTimeout(() => {
      void client.run("learner", recordsId, { ...shape, ...rest }, { signal: stop.signal }).then((outcome) => {
        if (stop.signal.aborted) return;
        setFailure(outcome.ok ? undefined : outcome.error);
        if (outcome.ok) setAnswer({ to: asked, recordsId, release: outcome.value, shape });
      });
    }, 120);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked, recordsId, client, isPreviewed]);

  const lawInForce = answer?.release.polynomial.law ?? law;
  const budget = useMemo(() => {
    const mechanism = lawInForce === "gaussian" ? gaussianMechanism : laplaceMechanism;
    const calibrated = calibrate({ epsilon, delta, calibration }, mechanism);
    return calibrated instanceof ParameterError ? undefined : calibrated;
  }, [lawInForce, epsilon, delta, calibration]);
  const view = useMemo(() => {
    if (!answer || !budget) return undefined;
    const { estimate, unitNoise, original, approximationError, clampedCount, ...facts } = answer.release;
    const { scale, offset } = responseUnits(answer.shape.responseRange);
    const axes = learnerAxes(answer.shape);
    const allocate = (length: number) => new Float64Array(length);
    const scaled = scaledView({
      release: answer.release,
      axes,
      budget,
      side: "inside",
      allocate,
      units: { unit: scale, offset },
    });
    const exact = estimate.map((value) => offset + scale * value);
    return { ...scaled, facts, inside: { approximationError, exact }, unit: scale };
  }, [answer, budget]);

  const looked = lookedAt(boundaryParameterNames, shown);
  const release = async () => {
    if (recordsId === undefined || !main || !budget) return;
    if (looked.length > 0) {
      setSaid(`This would not be a private release: ${looked.join(", ")} was set while looking.`);
      return;
    }
    const name = learners.find(({ value }) => value === learner)?.label ?? "";
    const refused = await spend(`${name}, as a polynomial`, budget.loss);
    if (refused !== undefined) {
      setSaid(refused);
      return;
    }
    const request = { ...shape, choice, budget: { epsilon, delta, calibration } };
    const outcome = await client.run("learnerRelease", recordsId, request);
    if (!outcome.ok) {
      const why = inside ? outcome.error.message : "the inside view says why.";
      setSaid(`Nothing was released, though its cost is entered: ${why}`);
      return;
    }
    const words = releaseWordsOf(
      "boundary",
      shown,
      { ...main, axes: outcome.value.axes },
      {
        what: plane ? "decision function" : "regression curve",
        names: plane ? [shown.x, shown.y] : [shown.x],
        privateColumns: [],
        settings: [
          `learner = ${name}`,
          `width = ${width} of the domain`,
          ...(learner === "priestleyChao" ? [`c of the clipped gaps = ${gapFactor}`] : []),
          ...(usesPenalty(learner) ? [`lambda = ${penalty}`] : []),
          ...further.map(({ name, domain: [low, high], at }) => `input ${name} = ${low} to ${high}; shown at ${at}`),
        ],
      },
      {
        knows: "all records but one",
        neighbours: "Neighbours differ by the replacement of one record, inputs and label or response.",
        declared: "Domain, learner and its width, and k and h where they are set by hand",
      },
      { names: boundaryParameterNames, entryOf: () => undefined },
    );
    const file = await sealRelease(releaseContents(outcome.value, words), sha256);
    saveFile("release-learner.zip", "application/zip", zippedRelease(file));
    setReleased({ release: outcome.value, shape });
    setSaid(`Released at ε = ${numberText(epsilon)}; its cost is in the ledger.`);
  };

  if (!main) return null;
  if (dimension > mostLearnerInputs) {
    return (
      <p className="explanation">
        A polynomial has a value for each point of a lattice in all inputs: it is offered for at most{" "}
        {mostLearnerInputs}, and these are {dimension}.
      </p>
    );
  }
  const isCurrent = (inside && !isWaiting ? isAnswered : true) && current && recordsId !== undefined;
  const isStale = isWaiting && !isAnswered;
  // The limit is proved where replacements add up, as in a density; of other learners that is not known.
  const errors = view && { ...polynomialErrors(view, view.inside, view.unit), limit: 0 };
  const sizes = view?.facts.polynomial;
  return (
    <div className="learners">
      <p className="explanation">
        Whatever can be computed from records, and changes little when one of them is replaced, can be released as a
        polynomial (Aldà & Rubinstein 2017). Records, domain, ε, δ and λ are those of the study.
        {!inside && " Outside, nothing of a learner is shown before it is released."}
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
              max={polynomialLimits.degree[dimension - 1] ?? 20}
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
      {inside && isWaiting && (
        <div className="buttons">
          <p className="explanation" data-testid="learner-cost">
            {costSentence({
              degree: byHand?.degree ?? polynomialLimits.degree[2],
              draws,
              learner,
              shape,
              records: main.facts.recordCount,
            })}
          </p>
          <button type="button" disabled={recordsId === undefined} onClick={() => setBegun({ to: asked, recordsId })}>
            Compute on three inputs
          </button>
        </div>
      )}
      {inside && view && answer && !isStale && (
        <>
          <LearnerPicture
            view={view}
            names={{ x: shown.x, y: plane ? shown.y : shown.response }}
            range={plane ? undefined : range}
            records={further.length > 0 ? undefined : main.inside?.records}
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
        <button type="button" disabled={!isCurrent || !affirmed} onClick={() => void release()}>
          Release this polynomial
        </button>
      </div>
      <Problem text={said} />
      {released && (
        <figure data-testid="released-learner">
          <LearnerPicture
            view={viewOfReleased(released)}
            names={{ x: shown.x, y: plane ? shown.y : shown.response }}
            range={plane ? undefined : range}
            records={undefined}
            theme={theme}
            reducedMotion={props.reducedMotion}
            level={levelOf(released.shape)}
          />
          <figcaption className="explanation">What was released, from the file’s whole numbers alone.</figcaption>
        </figure>
      )}
    </div>
  );
}

interface ReleasedLearner {
  readonly release: PrivateRelease;
  readonly shape: LearnerShape;
}

/** What a file shows: its values, with the largest of its bands everywhere. */
function viewOfReleased({ release }: ReleasedLearner): LearnerView {
  const { axes, values, deviation, pointwiseFactor = 1.96 } = release;
  const shape = new Float64Array(values.length).fill(1);
  return {
    ...{ axes, released: values, original: undefined, others: [], sigma: deviation },
    facts: { polynomial: { pointwiseFactor, shape } },
  };
}

/** Memory and time of a polynomial on three inputs, at most: said before it is begun. */
function costSentence({
  degree,
  draws,
  learner,
  shape,
  records,
}: {
  readonly degree: number;
  readonly draws: number;
  readonly learner: LearnerName;
  readonly shape: LearnerShape;
  readonly records: number;
}): string {
  const axes = learnerAxes(shape);
  const { values, bytes, operations } = latticeCost({
    degree: learner === "linearLogistic" ? 1 : degree,
    drawCount: draws,
    gridCounts: [...axes.map(({ count }) => count), ...(shape.held ?? []).map(() => 1)],
    operationsPerValue: learner === "kernelMachine" ? records : 6,
  });
  // The original on the grid is the larger part for a machine; a thread does some 10⁸ exponentials a second.
  const shown = axes.reduce((size, { count }) => size * count, 1);
  const seconds = Math.max(0.1, (operations + shown * (learner === "kernelMachine" ? records : 6)) / 1e8);
  return `Up to ${values.toLocaleString("en")} numbers are released, of which the picture is a slice: about ${numberText(bytes / 1e6)} MB and ${numberText(seconds)} s${learner === "kernelMachine" ? ", and the time of the fit" : ""}.`;
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
