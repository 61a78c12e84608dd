import { useState } from "react";
import { numberText } from "../../core/numberFormats.ts";
import {
  analysisTotal,
  bestShares,
  mostRows,
  shareLimits,
  type AnalysisPlan,
  type AnalysisRow,
} from "../../core/planning/analysisPlan.ts";
import { budgetLimits } from "../../state/scenario/sharedFields.ts";
import { NumberBox } from "../controls/NumberBox.tsx";
import { NumberControl } from "../controls/NumberControl.tsx";
import { Problem } from "../controls/Problem.tsx";
import { ToolChoice } from "../controls/ToolChoice.tsx";
import { unbroken } from "../controls/words.ts";
import { saveFile } from "../shared/saveFile.ts";
import { analysisIn, analysisPage, assumptions, laws, totalText } from "./analysisFile.ts";
import { RowsTable } from "./RowsTable.tsx";
import { addRow, setAnalysis, setShares, useAnalysis } from "./analysisStore.ts";

interface AnalysisBudgetProps {
  readonly own: Omit<AnalysisRow, "share"> | undefined;
  readonly budget: AnalysisPlan["budget"];
}

const unplanned = "A row needs a plan on what was declared, with a target that some ε reaches.";
const longestFile = 2 ** 20;

export function AnalysisBudget({ own, budget }: AnalysisBudgetProps) {
  const plan = useAnalysis();
  const [problem, setProblem] = useState<string>();
  const { rows } = plan;
  const set = (j: number, change: Partial<AnalysisRow>) => {
    setProblem(undefined);
    setAnalysis({ ...plan, rows: rows.with(j, { ...rows[j]!, ...change }) });
  };
  const split = () => {
    try {
      setShares(bestShares(plan));
      setProblem(rows.every(({ kept }) => kept) ? "All rows are kept, so there is nothing to split." : undefined);
    } catch {
      setProblem("The kept shares leave nothing to the other rows.");
    }
  };
  const open = async (file: File | undefined) => {
    if (!file) return;
    try {
      if (file.size > longestFile) throw new Error("The file is too large for a plan.");
      const { plan: found, missing } = analysisIn(await file.text());
      setAnalysis(found);
      setProblem(
        missing.length > 0 ? `Rows of ${missing.join(", ")} are left out: there is no such study here.` : undefined,
      );
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <details className="guarantee" data-testid="analysis">
      <summary>A budget for the whole analysis</summary>
      <p className="buttons">
        <button type="button" disabled={!own || rows.length >= mostRows} onClick={() => own && addRow(own, budget)}>
          Add this release
        </button>
        <button
          type="button"
          disabled={!own || rows.length >= mostRows}
          onClick={() => own && addRow({ ...own, what: "purchase", target: "", law: "pure", needed: 0.1 }, budget)}
        >
          Add a purchase
        </button>
        <label>
          Open a plan{" "}
          <input type="file" accept=".html,.json" onChange={(event) => void open(event.target.files?.[0])} />
        </label>
      </p>
      {!own && <p className="explanation">{unplanned}</p>}
      <Problem text={problem} />
      {rows.length > 0 && (
        <>
          <Rows {...{ plan, set }} onRemove={(j) => setAnalysis({ ...plan, rows: rows.toSpliced(j, 1) })} />
          <NumberControl
            label="ε of the whole"
            value={plan.budget.epsilon}
            {...budgetLimits.epsilon}
            onCommit={(epsilon) => setAnalysis({ ...plan, budget: { ...plan.budget, epsilon } })}
          />
          <p data-testid="analysis-total">{unbroken(totalText(plan))}</p>
          <p className="buttons">
            <button type="button" onClick={split}>
              Find the best split
            </button>
            <button type="button" onClick={() => saveFile("analysis-plan.html", "text/html", analysisPage(plan))}>
              Save, to print or to open again
            </button>
          </p>
          <ul className="explanation">
            {assumptions.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}

function Rows({
  plan,
  set,
  onRemove,
}: {
  readonly plan: AnalysisPlan;
  readonly set: (j: number, change: Partial<AnalysisRow>) => void;
  readonly onRemove: (j: number) => void;
}) {
  const total = analysisTotal(plan);
  return (
    <div className="plan-rows">
      <RowsTable
        className="plan-pins plan-budget"
        head={["What", "Noise", "Needs ε", "Share, %", "Keep", "Gets ε"]}
        rows={plan.rows.map((row, j) => [
          <>
            <input
              type="text"
              aria-label={`What row ${j + 1} is`}
              value={row.what}
              maxLength={200}
              onChange={(event) => set(j, { what: event.target.value })}
            />
            <a href={row.link}>{`open ${row.study}`}</a>
            <div className="explanation">{unbroken(row.target)}</div>
          </>,
          <ToolChoice
            isInSentence
            label={`Noise of row ${j + 1}`}
            value={row.law}
            choices={laws}
            onChange={(law) => set(j, { law })}
          />,
          <NumberBox
            {...{ label: `ε that row ${j + 1} needs`, value: row.needed, min: 1e-6, max: 1e6 }}
            onCommit={(needed) => set(j, { needed })}
          />,
          <NumberBox
            {...{ label: `Share of row ${j + 1}`, value: row.share, ...shareLimits }}
            onCommit={(share) => set(j, { share, kept: true })}
          />,
          <input
            type="checkbox"
            aria-label={`Keep the share of row ${j + 1}`}
            checked={row.kept === true}
            onChange={(event) => set(j, { kept: event.target.checked })}
          />,
          `${numberText(total.rows[j]!.epsilon)}, ${total.rows[j]!.isReached ? "enough" : "too little"}`,
        ])}
        nameOf={(j) => `row ${j + 1}`}
        onRemove={onRemove}
      />
    </div>
  );
}
