import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { budgetOf } from "../../core/privacy/accounting/ledger.ts";
import { splitBudget } from "../../core/privacy/accounting/boughtParameter.ts";
import type { Interval } from "../../core/grids.ts";
import { claimedMu } from "../../core/privacy/calibration/claim.ts";
import type { ParametersOf, StudyContract } from "../../core/release/contract.ts";
import { finePercentText, numberText } from "../../core/numberFormats.ts";
import type { StudyClient } from "../../engine/contract.ts";
import type { Outcome } from "../../engine/outcome.ts";
import type { DataLedger } from "../../state/ledger/dataLedger.ts";
import type { Ledgers } from "../../state/ledger/ledger.ts";
import { fileToDeclare, type OwnTable } from "../../state/scenario/ownData.ts";
import { afterChoice } from "../../state/ledger/origins.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import { BudgetForm } from "../ledger/BudgetForm.tsx";
import { nothingCame } from "../ledger/paidForNothing.ts";
import { Problem } from "../controls/Problem.tsx";
import { costOfLoss } from "../ledger/spend.ts";
import type { IntervalQuestion, RangePurchase } from "../study/declaration.ts";
import { DeclaredNumber } from "../controls/declared/DeclaredNumber.tsx";

interface BuyRangeProps<S extends CommonScenario, C extends StudyContract> {
  readonly study: string;
  readonly question: IntervalQuestion<S>;
  readonly buys: RangePurchase<S>;
  readonly draft: S;
  readonly choiceOf: (draft: S) => C["choice"] | undefined;
  readonly own: OwnTable;
  readonly ledgers: Ledgers;
  readonly client: StudyClient<C>;
  readonly recordCount: number;
  readonly onBought: (changed: Partial<S>) => void;
}

/** Two private quantiles, for a share of ε that is entered before the draw. */
export function BuyRange<S extends CommonScenario, C extends StudyContract>(props: BuyRangeProps<S, C>) {
  const [isOpen, setOpen] = useState(false);
  const [ledger, setLedger] = useState<Outcome<DataLedger>>();
  const { table } = fileToDeclare(props.own);
  const { ledgers } = props;
  useEffect(() => {
    if (!isOpen || !table) return;
    let isLeft = false;
    void ledgers.of(table).then((found) => {
      if (!isLeft) setLedger(found);
    });
    return () => {
      isLeft = true;
    };
  }, [isOpen, table, ledgers]);
  return (
    <details className="buy-range" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>I do not know it: buy a range with a part of ε</summary>
      {isOpen && ledger?.ok && <Offer {...props} ledger={ledger.value} />}
      {isOpen &&
        ledger?.ok !== true &&
        (ledger ? <Problem text={ledger.error.message} /> : <p>Reading the ledger …</p>)}
    </details>
  );
}

function Offer<S extends CommonScenario, C extends StudyContract>(
  props: BuyRangeProps<S, C> & { readonly ledger: DataLedger },
) {
  const { question, buys, draft, ledger, recordCount } = props;
  const { book, problem: unkept } = useStore(ledger.store);
  const [ends, setEnds] = useState<readonly [number | undefined, number | undefined]>([undefined, undefined]);
  const [problem, setProblem] = useState<string>();
  const [working, setWorking] = useState(false);
  const [lower, upper] = ends;
  const isWide = lower !== undefined && upper !== undefined && lower < upper;
  const { parameter, release } = splitBudget({ epsilon: draft.epsilon, share: buys.share });

  const buy = async () => {
    if (!isWide) return;
    setWorking(true);
    const bought = await buyRange(props, [lower, upper], parameter);
    setWorking(false);
    if (typeof bought === "string") {
      setProblem(bought);
      return;
    }
    const provenance = { ...draft.provenance, [question.field]: "bought" as const };
    props.onBought({ ...question.change(bought), provenance, epsilon: release });
  };
  const box = (k: 0 | 1, name: string) => (
    <DeclaredNumber
      label={`Surely between, ${name} end`}
      value={ends[k]}
      unit={question.unit}
      min={-1e15}
      max={1e15}
      onChange={(end) => setEnds(k === 0 ? [end, upper] : [lower, end])}
    />
  );
  if (!book) return unkept === undefined ? <p>Reading the ledger …</p> : <Problem text={unkept} />;
  if (budgetOf(book) === null) {
    const { epsilon, delta } = draft;
    const mu = claimedMu({ epsilon, delta, failure: 0, calibration: "analytic" });
    return (
      <BudgetForm
        book={book}
        next={{ cost: costOfLoss({ kind: "gaussian", mu }), delta, recordCount }}
        settled
        focused={false}
        onCancel={undefined}
        onDeclare={ledger.declare}
      />
    );
  }
  return (
    <>
      <div className="line">
        <span>Surely between</span>
        <span className="pair">
          {box(0, "lower")}
          <span>and</span>
          {box(1, "upper")}
        </span>
      </div>
      <p className="explanation">
        {`Two private quantiles leave out about ${finePercentText(buys.tail)} of the records at either end. They cost ε = ${numberText(parameter)}, entered in the ledger of these data; ${numberText(release)} is left for the curve.`}
      </p>
      <button type="button" disabled={!isWide || working} onClick={() => void buy()}>
        {working ? "Buying …" : "Buy the range"}
      </button>
      <Problem text={problem} />
    </>
  );
}

/** The range, or a reason. Its cost is kept first. */
async function buyRange<S extends CommonScenario, C extends StudyContract>(
  {
    study,
    question,
    buys,
    draft,
    choiceOf,
    own,
    ledger,
    client,
  }: BuyRangeProps<S, C> & { readonly ledger: DataLedger },
  within: Interval,
  epsilon: number,
): Promise<Interval | string> {
  const { table } = fileToDeclare(own);
  const choice = choiceOf(buys.widened(draft, within));
  if (!table || choice === undefined) return "The column is still to be chosen.";
  const records = await client.recordsFrom(table.id, choice);
  if (!records.ok) return records.error.message;
  const { id } = records.value;
  try {
    // Without storage, the ledger is saved below the picture.
    const stop = ledger.store.subscribe(({ toSave }) => toSave?.answer(false));
    const entered = await ledger.enter({
      ...{ study, what: `range of ${question.label}`, provenance: [] },
      parameters: [
        { name: "surely between", value: within.join(" and ") },
        { name: "share left out at either end", value: String(buys.tail) },
      ],
      cost: costOfLoss(buys.loss(epsilon)),
      buys: question.field,
    });
    stop();
    if (!entered.ok) return entered.error.message;
    const parameters = buys.parameters(within, epsilon, buys.tail) as ParametersOf<C, keyof C["tasks"] & string>;
    const outcome = await client.run(buys.task as keyof C["tasks"] & string, id, parameters);
    if (!outcome.ok) return nothingCame("bought", outcome.error.message, true);
    const range = buys.rangeOf(outcome.value);
    const unkept = range && (await entered.value.bought({ [question.field]: range }));
    if (unkept !== undefined) return nothingCame("bought", unkept, true);
    if (range) ledger.remember(afterChoice(study, question.field, range, "bought"));
    return range ?? "The two quantiles met, so there is no range, though its cost is entered. Declare one.";
  } finally {
    client.drop(id);
  }
}
