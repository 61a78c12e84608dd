import { useState } from "react";
import { exceedanceOf, type PrivacyLoss } from "../../core/privacy/accounting/privacyLoss.ts";
import { countText, numberText } from "../../core/numberFormats.ts";
import type { StudyView } from "../../state/presented/presented.ts";
import { ownData } from "../../state/scenario/ownData.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import { thisOf } from "../controls/words.ts";
import { Formula } from "./Formula.tsx";
import { mechanismWords } from "./mechanismWords.ts";
import { factorText, learntAt } from "./promiseWords.ts";
import { NamedValues } from "../shared/NamedValues.tsx";
import { NumberTable } from "../shared/NumberTable.tsx";
import { readingNote } from "../data/readingWords.ts";
import { samplingText } from "./samplingText.ts";
import type { CommonFacts, Guarantee } from "../study/study.ts";
import { TradeoffCurve } from "./TradeoffCurve.tsx";
import "../shared/guaranteePanel.css";

interface GuaranteePanelProps<F extends CommonFacts, I> {
  readonly shown: CommonScenario;
  readonly view: StudyView<F, I>;
  readonly guarantee: Guarantee;
  readonly what: string;
  readonly notPrivate: string | undefined;
  readonly onAffirm: (() => void) | undefined;
}

export function GuaranteePanel<F extends CommonFacts, I>(props: GuaranteePanelProps<F, I>) {
  const { shown, guarantee, notPrivate, onAffirm } = props;
  const [open, setOpen] = useState(false);
  return (
    <>
      <NamedValues rows={receiptOf(props)} className="receipt" label="Receipt" />
      {notPrivate !== undefined && (
        <div className="problem" role="status" data-testid="badge">
          <strong>Not private:</strong> {notPrivate}{" "}
          {onAffirm && (
            <button type="button" onClick={onAffirm}>
              I would have chosen this without looking
            </button>
          )}
        </div>
      )}
      {shown.view === "outside" && shown.data === ownData && (
        <p className="explanation" role="note">
          {guarantee.preview ?? previewNote}
        </p>
      )}
      <details className="guarantee" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>What is guaranteed, and how it follows</summary>
        {open && <Details {...props} />}
      </details>
    </>
  );
}

const previewNote =
  "An unpaid preview, which no ledger counts. At a large ε it is nearly the original, and whoever sees ε dragged can subtract the noise. Show others a release only.";

type Promised<F extends CommonFacts, I> = Pick<GuaranteePanelProps<F, I>, "view" | "guarantee" | "what">;

export function PromiseInWords<F extends CommonFacts, I>(props: Promised<F, I>) {
  const { guarantee, view, what } = props;
  const { epsilon, delta } = promiseOf(props);
  return (
    <p>
      Anyone who knows {guarantee.knows}, and sees {thisOf(what)}, {learntAt(epsilon, "the rest")}. Whatever it is, the
      probability of every conclusion changes by at most a factor of e
      <sup>{epsilon === view.budget.epsilon ? "ε" : numberText(epsilon)}</sup> = {factorText(epsilon)}
      {isPureLoss(view.budget.loss) ? "" : `, plus δ = ${numberText(delta)}`}. {guarantee.neighbours}
    </p>
  );
}

export function receiptOf<F extends CommonFacts, I>(
  props: Promised<F, I>,
): readonly (readonly [name: string, value: string])[] {
  const { budget, facts, sigma } = props.view;
  const words = mechanismWords[budget.mechanism.name];
  return [
    [words.sensitivity, numberText(facts.sensitivity)],
    [words.multiplier, numberText(budget.multiplier)],
    [words.deviation, numberText(sigma)],
    ["δ achieved", numberText(promiseOf(props).delta)],
    ...props.guarantee.receipt,
  ];
}

export function isPureLoss(loss: PrivacyLoss): boolean {
  return loss.kind === "pure" && (loss.failure ?? 0) === 0;
}

function promiseOf<F extends CommonFacts, I>({
  view: { budget },
  guarantee,
}: Promised<F, I>): NonNullable<Guarantee["promise"]> {
  return guarantee.promise ?? { epsilon: budget.epsilon, delta: budget.deltaAchieved };
}

function Details<F extends CommonFacts, I>(props: GuaranteePanelProps<F, I>) {
  const { shown, view, guarantee, what } = props;
  const { budget, facts, sigma } = view;
  const { loss } = budget;
  const { epsilon, delta } = promiseOf(props);
  const isPure = isPureLoss(loss);
  const words = mechanismWords[budget.mechanism.name];
  const rounding = guarantee.rounding ?? {
    rows: [
      ["Jitter τ in the noise covariance", numberText(facts.jitter)],
      ["Rounding of the estimate, at most η", numberText(facts.roundingError)],
      ["Covariance error, at most", numberText(facts.covarianceError)],
      ["Sampling", samplingText(facts.samplingMethod)],
    ],
    note: "η and τ cover how the estimate and the noise are rounded.",
  };
  const rows = [
    [
      facts.mostRecords === undefined ? "Number of records n, public" : "Largest number of records N, declared",
      countText(facts.recordCount),
    ],
    ...guarantee.sensitivityRows,
    ["Δ with rounding, used", numberText(facts.sensitivity)],
    [words.multiplierInFull, numberText(budget.multiplier)],
    [words.deviationInFull, numberText(sigma)],
    ["δ actually achieved", isPure ? "0: pure ε" : numberText(delta)],
    ...(isPure
      ? []
      : [
          [
            `Probability that the privacy loss exceeds ε${loss.kind === "composed" ? ", at most" : ""}`,
            numberText(exceedanceOf(loss, epsilon)),
          ] as const,
        ]),
    ...rounding.rows,
    ...guarantee.otherRows,
  ] as const;
  return (
    <div className="columns">
      <div>
        <PromiseInWords view={view} guarantee={guarantee} what={what} />
        {isPure ? (
          <p>This is pure ε-privacy: the promise holds always, and the δ above is not used.</p>
        ) : (
          <p>
            δ is slack, not the probability that the promise fails: the privacy loss exceeds ε with probability{" "}
            {loss.kind === "composed" && "of at most "}
            {numberText(exceedanceOf(loss, epsilon))}, mostly by little.
          </p>
        )}
        {shown.seed !== "secure" && (
          <p className="problem">
            This draw has a known seed, so its noise can be subtracted: it is for teaching and protects nobody.
          </p>
        )}
        <div className="formula" role="group" aria-label="Formula" tabIndex={0}>
          <Formula tex={guarantee.formula} />
        </div>
        {guarantee.explanation !== undefined && <p className="source">{guarantee.explanation}</p>}
        <NumberTable rows={rows} />
        <p className="source">
          {guarantee.source} Calibration: {words.calibration(budget)}. {guarantee.declared} must not have been chosen by
          looking at the records. {shown.data === ownData && `${readingNote} `}The proof is for real numbers.{" "}
          {rounding.note} What the last bits of a previewed number tell is not covered; what “Release” saves has a proof
          for its bits. {guarantee.preview ?? previewNote}
        </p>
      </div>
      <div>
        <TradeoffCurve loss={loss} epsilon={epsilon} delta={delta} />
      </div>
    </div>
  );
}
