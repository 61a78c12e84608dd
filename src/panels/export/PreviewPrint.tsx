import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { countText, numberText } from "../../core/numberFormats.ts";
import type { StudyView } from "../../state/presented/presented.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import { exportTitle, originLines } from "../study/exports.ts";
import { NamedValues } from "../shared/NamedValues.tsx";
import { isPureLoss, PromiseInWords, receiptOf } from "../guarantee/GuaranteePanel.tsx";
import type { CommonFacts, Guarantee, StudyWords } from "../study/study.ts";
import "../shared/releasePrint.css";

interface PreviewPrintProps<S, F, I> {
  readonly of: Pick<StudyWords<S, F, I>, "label" | "what" | "svg" | "table">;
  readonly shown: S;
  readonly view: StudyView<F, I>;
  readonly guarantee: Guarantee;
  readonly notPrivate: string | undefined;
  readonly sentence: string;
}

export function PreviewPrint<S extends CommonScenario, F extends CommonFacts, I>(props: PreviewPrintProps<S, F, I>) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
    };
  }, []);
  return isPrinting ? <Printed {...props} /> : null;
}

function Printed<S extends CommonScenario, F extends CommonFacts, I>(props: PreviewPrintProps<S, F, I>) {
  const { of, shown, view, guarantee, notPrivate, sentence } = props;
  const what = of.what(shown);
  const { budget, facts } = view;
  const { settings, drawn = [], what: exported, marks = "Private: solid. Original: dashed." } = of.table(shown, view);
  const rows = [
    ["ε", numberText(budget.epsilon)],
    ...(isPureLoss(budget.loss)
      ? []
      : ([
          ["δ", numberText(budget.delta)],
          ["calibration", budget.calibration],
        ] as const)),
    [facts.mostRecords === undefined ? "n, public" : "N, declared", countText(facts.recordCount)],
    ...receiptOf({ view, guarantee, what }),
  ] as const;
  return (
    <section className="print-page preview" aria-hidden="true">
      <h1>{of.label}</h1>
      <p>{exportTitle(shown, exported, notPrivate)}</p>
      <img src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(of.svg(shown, view))}`} alt="" />
      {view.original !== undefined && <p>{marks}</p>}
      <p>{sentence}</p>
      <PromiseInWords view={view} guarantee={guarantee} what={what} />
      {notPrivate !== undefined && <p>Not private: {notPrivate}</p>}
      <div className="print-columns">
        <NamedValues rows={rows} />
        <div>
          {[...settings, ...drawn, ...originLines(shown)].map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </div>
    </section>
  );
}
