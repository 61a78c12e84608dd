import { useState } from "react";
import { useStore } from "zustand";
import type { OnlineOpened } from "../../../core/density/densityContract.ts";
import { numberText } from "../../../core/numberFormats.ts";
import type { RecordsId } from "../../../engine/contract.ts";
import { perClient } from "../../../panels/ledger/perClient.ts";
import { nothingCame } from "../../../panels/ledger/paidForNothing.ts";
import { Problem } from "../../../panels/controls/Problem.tsx";
import { settingRows } from "../../../panels/study/releaseWords.ts";
import { requestOf } from "../model/request.ts";
import { exportedTableOf } from "../model/table.ts";
import type { DensityProps } from "../model/view.ts";
import { OnlineAsking, type OnlineState, type TypedText } from "./OnlineAsking.tsx";

const stateOf = perClient<OnlineState>({ begun: undefined });

/** Each answer is drawn on request, conditional on all earlier ones. */
export function Section(props: DensityProps) {
  const { shown, view, client, recordsId, spend } = props;
  const kept = stateOf(client);
  const { begun } = useStore(kept);
  const [problem, setProblem] = useState<string>();
  const [working, setWorking] = useState(false);
  const [typed, setTyped] = useState<TypedText>({ text: "" });
  if (!view) return null;
  const { budget } = view;

  /** The worker answers nothing before the payment. */
  const beginPaid = async ({ session, terms }: OnlineOpened, records: RecordsId): Promise<string | undefined> => {
    const paid = await spend("online release", terms.loss, {
      shown,
      parameters: settingRows(exportedTableOf(shown, view).settings),
    });
    if (!paid.ok) return paid.error.message;
    const result = await client.run("onlinePaid", records, { session, entry: paid.value.id }, { stays: true });
    return result.ok ? undefined : nothingCame("released", result.error.message, shown.view === "inside");
  };
  const begin = async () => {
    if (recordsId === undefined) return;
    setWorking(true);
    const { epsilon, delta, calibration } = budget;
    const { seed: _, drawCount: __, ...parameters } = requestOf(shown);
    const opened = await client.run(
      "onlineOpen",
      recordsId,
      { ...parameters, budget: { epsilon, delta, calibration } },
      { stays: true },
    );
    const begun = opened.ok ? await beginPaid(opened.value, recordsId) : opened.error.message;
    setWorking(false);
    if (begun !== undefined || !opened.ok) {
      setProblem(begun);
      return;
    }
    setProblem(undefined);
    kept.setState({
      begun: {
        ...opened.value,
        records: recordsId,
        parameters,
        names: shown.y === "" ? [shown.x] : [shown.x, shown.y],
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
        <OnlineAsking begun={begun} view={view} client={client} kept={kept} typed={typed} onType={setTyped} />
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
