import { useCallback, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { ShownAxis } from "../../core/grids.ts";
import type { OnlineTasks } from "../../core/release/functionTasks.ts";
import type { OnlineOpened } from "../../core/release/onlineFunction.ts";
import { numberText } from "../../core/numberFormats.ts";
import type { RecordsId } from "../../engine/contract.ts";
import type { BudgetInForce } from "../../state/presented/budgetInForce.ts";
import { coordinatesOf } from "../../state/presented/releaseView.ts";
import { Problem } from "../controls/Problem.tsx";
import { nothingCame } from "../ledger/paidForNothing.ts";
import { perClient } from "../ledger/perClient.ts";
import { settingRows } from "../study/releaseWords.ts";
import type { ExportedTable, Spend, SpendDetails } from "../study/study.ts";
import type { ClientOf } from "./clientOf.ts";
import { OnlineAsking, type AskOnline, type OnlineState, type TypedText } from "./OnlineAsking.tsx";
import type { OnlineSubject } from "./onlineAnswers.ts";

const stateOf = perClient<OnlineState>({ begun: undefined });

interface OnlineReleaseProps<P> {
  readonly shown: SpendDetails["shown"] & { readonly view: string };
  readonly view: {
    readonly budget: BudgetInForce;
    readonly axes: readonly ShownAxis[];
    readonly released: Float64Array;
  };
  readonly client: ClientOf<OnlineTasks<P>>;
  readonly recordsId: RecordsId | undefined;
  readonly spend: Spend;
  readonly parameters: P;
  readonly settings: ExportedTable["settings"];
  readonly subject: OnlineSubject;
}

/** Answers are drawn on request, conditional on all earlier ones. */
export function OnlineRelease<P>(props: OnlineReleaseProps<P>) {
  const { shown, view, client, recordsId, spend, parameters, settings, subject } = props;
  const kept = stateOf(client);
  const { begun } = useStore(kept);
  const [problem, setProblem] = useState<string>();
  const [working, setWorking] = useState(false);
  const [typed, setTyped] = useState<TypedText>({ text: "" });
  const { budget, axes, released } = view;
  const line = useMemo(() => {
    const [x, second] = coordinatesOf(axes);
    return second ? [] : Array.from(released, (value, i) => [x![i]!, value] as const);
  }, [axes, released]);

  const askAt = useCallback<AskOnline>(
    ({ records, session }, at) => client.run("onlineAsk", records, { session, at }, { stays: true }),
    [client],
  );

  /** Before the payment the worker answers nothing. */
  const beginPaid = async ({ session, terms }: OnlineOpened, records: RecordsId): Promise<string | undefined> => {
    const paid = await spend("online release", terms.loss, { shown, parameters: settingRows(settings) });
    if (!paid.ok) return paid.error.message;
    const result = await client.run("onlinePaid", records, { session, entry: paid.value.id }, { stays: true });
    return result.ok ? undefined : nothingCame("released", result.error.message, shown.view === "inside");
  };
  const begin = async () => {
    if (recordsId === undefined) return;
    setWorking(true);
    const { epsilon, delta, calibration } = budget;
    const asked = { ...parameters, budget: { epsilon, delta, calibration } };
    const opened = await client.run("onlineOpen", recordsId, asked, { stays: true });
    const begun = opened.ok ? await beginPaid(opened.value, recordsId) : opened.error.message;
    setWorking(false);
    setProblem(begun);
    if (begun !== undefined || !opened.ok) return;
    kept.setState({
      begun: {
        ...opened.value,
        ...subject,
        records: recordsId,
        budget: { epsilon, delta },
        places: new Float64Array(0),
        answers: new Float64Array(0),
      },
    });
  };

  return (
    <div className="section-body">
      <p className="explanation">
        The mechanism of Hall 2013, section 5, online. Somebody asks for the function at a point, and gets f plus noise
        that fits all noise so far. All answers together are one release of the whole function, so any number of them
        costs once. Answers are whole multiples of a public step, private as the bits that leave.
      </p>
      {begun ? (
        <OnlineAsking {...{ begun, line, kept, typed }} askAt={askAt} onType={setTyped} />
      ) : (
        <>
          <p>
            It would cost ε = {numberText(budget.epsilon)} at δ = {numberText(budget.deltaAchieved)} once, entered
            before the first answer.
          </p>
          <div className="buttons">
            <button
              type="button"
              className="filled"
              disabled={working || recordsId === undefined}
              onClick={() => void begin()}
            >
              {working ? "Beginning …" : "Begin an online release"}
            </button>
          </div>
          <Problem text={problem} />
        </>
      )}
      <p className="explanation">{whichIsBetter}</p>
    </div>
  );
}

const whichIsBetter =
  "At once or online? Both cost the same. A function released at once can be copied, checked and kept, and needs nobody any more. Between its grid points it tells what its smoothness allows. Online is better where points are few, come one by one, or lie between the grid points of a rough curve. So it is where they have many coordinates, for which no grid is fine enough. But it needs this page to remember the noise, and ends with it.";
