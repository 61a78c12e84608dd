import { useCallback, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { DensityTargetParameters } from "../../../core/releases/densityParameters.ts";
import type { OnlineOpened } from "../../../core/releases/densityContract.ts";
import type { OnlineTerms } from "../../../core/releases/onlineDensity.ts";
import { countText, exactText, numberText, significant } from "../../../core/numberFormats.ts";
import type { RecordsId } from "../../../engine/engine.ts";
import { csvText } from "../../../panels/csv.ts";
import { keptPerClient } from "../../../panels/kept.ts";
import { LineChart } from "../../../panels/LineChart.tsx";
import { NumberTable } from "../../../panels/NumberTable.tsx";
import { nothingCame } from "../../../panels/paidForNothing.ts";
import { Problem } from "../../../panels/Problem.tsx";
import { settingRows } from "../../../panels/releaseWords.ts";
import { saveFile } from "../../../panels/saveFile.ts";
import { niceUpper } from "../../../plots/niceUpper.ts";
import { coordinatesOf } from "../../../state/releaseView.ts";
import { requestOf } from "../request.ts";
import { exportedTableOf } from "../table.ts";
import type { DensityProps } from "../view.ts";
import { typedPoints } from "./typedPoints.ts";

/** An online release under way. All of it is public. */
interface Begun {
  readonly session: number;
  readonly terms: OnlineTerms;
  readonly records: RecordsId;
  readonly parameters: DensityTargetParameters;
  readonly names: readonly string[];
  readonly budget: { readonly epsilon: number; readonly delta: number };
  /** Coordinates of the points that were asked for, one after another, and their answers. */
  readonly places: Float64Array;
  readonly answers: Float64Array;
}

const keptBy = keptPerClient<{ readonly begun: Begun | undefined }>({ begun: undefined });
/** Characters of a paste that is not laid out. */
const longPaste = 20_000;
const mostShown = 8;
const mostDots = 400;

/** The function asked point by point: each answer is drawn when it is asked for, conditional on all before. */
export function Section(props: DensityProps) {
  const { shown, view, client, recordsId, spend } = props;
  const kept = keptBy(client);
  const { begun } = useStore(kept);
  const [text, setText] = useState("");
  /** Too much text to be laid out in a box. */
  const [pasted, setPasted] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [working, setWorking] = useState(false);

  const ask = useCallback(
    async (of: Begun, at: Float64Array) => {
      setWorking(true);
      const outcome = await client.run("onlineAsk", of.records, { session: of.session, at }, { stays: true });
      setWorking(false);
      if (!outcome.ok) {
        setProblem(outcome.error.message);
        return;
      }
      setProblem(undefined);
      kept.setState(({ begun: now }) =>
        now?.session === of.session
          ? { begun: { ...now, places: joined(now.places, at), answers: joined(now.answers, outcome.value) } }
          : {},
      );
    },
    [client, kept],
  );
  const pick = useCallback(
    (x: number) => {
      if (begun) void ask(begun, Float64Array.of(significant(x, 5)));
    },
    [ask, begun],
  );
  const picture = useMemo(() => view && begun && pictureOf(begun, view), [view, begun]);
  if (!view) return null;
  const { budget } = view;

  /** Pays for a release that was opened, and tells the worker, which answers nothing before. */
  const beginPaid = async ({ session, terms }: OnlineOpened, records: RecordsId): Promise<string | undefined> => {
    const paid = await spend("online release", terms.loss, {
      shown,
      parameters: settingRows(exportedTableOf(shown, view).settings),
    });
    if (!paid.ok) return paid.error.message;
    const told = await client.run("onlinePaid", records, { session, entry: paid.value.id }, { stays: true });
    return told.ok ? undefined : nothingCame("released", told.error.message, shown.view === "inside");
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

  const askTyped = (of: Begun) => {
    const typed = typedPoints(pasted ?? text, of.parameters.domain);
    if ("problem" in typed) setProblem(typed.problem);
    else void ask(of, typed.coordinates);
  };

  return (
    <div className="section-body">
      <p className="explanation">
        The mechanism of Hall 2013, section 5, online: somebody asks for the function at a point, and gets f plus noise
        that fits all noise so far. All answers together are one release of the whole function, so any number of them
        costs once. Answers are whole multiples of a public step, private as the bits that leave.
      </p>
      {begun ? (
        <>
          <p data-testid="online-terms">
            Begun at ε = {numberText(begun.budget.epsilon)}, δ = {numberText(begun.budget.delta)}, with{" "}
            {settingsText(begun)}. Each answer has noise of standard deviation {numberText(begun.terms.sigma)} and is a
            multiple of {numberText(begun.terms.lattice)}; up to {countText(begun.terms.capacity)} points.
          </p>
          {picture && begun.names.length === 1 && (
            <LineChart
              picture={picture}
              caption="Click to ask. Dots: answers. Line: the curve above, which has noise of its own."
              onPick={pick}
            />
          )}
          <div className="control">
            <label>
              Points to ask for,{" "}
              {begun.names.length === 1 ? "separated by spaces or lines" : "one on a line: x, then y"}
              <textarea
                aria-label="Points to ask for"
                rows={3}
                value={pasted === undefined ? text : `${excerpt(pasted)} … (${linesText(pasted)}, pasted)`}
                onChange={(event) => {
                  setText(pasted === undefined ? event.target.value : "");
                  setPasted(undefined);
                }}
                onPaste={(event) => {
                  const given = event.clipboardData.getData("text");
                  if (given.length < longPaste) return;
                  event.preventDefault();
                  setPasted(given);
                }}
              />
            </label>
          </div>
          <div className="buttons">
            <button type="button" className="filled" disabled={working} onClick={() => askTyped(begun)}>
              {working ? "Asking …" : "Ask"}
            </button>{" "}
            <button type="button" disabled={begun.answers.length === 0} onClick={() => save(begun)}>
              Answers (CSV)
            </button>{" "}
            <button type="button" disabled={working} onClick={() => kept.setState({ begun: undefined })}>
              End
            </button>
          </div>
          <Problem text={problem} />
          {begun.answers.length > 0 && (
            <>
              <p className="explanation" data-testid="online-count">
                {countText(begun.answers.length)} {begun.answers.length === 1 ? "answer" : "answers"}, all for one
                price. The last ones:
              </p>
              <NumberTable rows={lastRows(begun)} />
            </>
          )}
        </>
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
  "At once or online? Both cost the same. A function released at once can be copied, checked and kept, needs nobody any more, and tells between its grid points what its smoothness allows. Online is better where points are few, come one by one, lie between the grid points of a rough curve, or have many coordinates, for which no grid is fine enough; but it needs this page to remember the noise, and ends with it.";

function excerpt(text: string): string {
  return text.slice(0, 60).replace(/\s+/g, " ");
}

function linesText(text: string): string {
  return `${countText(text.trim().split(/\s+/).length)} words`;
}

function joined(a: Float64Array, b: Float64Array): Float64Array {
  const both = new Float64Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function settingsText({ parameters: { bandwidths, domain, bump, route } }: Begun): string {
  const kernel = route === "sobolev" ? "Sobolev noise" : `${bump ?? "Gaussian"} bumps`;
  const sides = domain.map(([lower, upper]) => `${numberText(lower)} to ${numberText(upper)}`);
  return `${kernel}, h = ${bandwidths.map(numberText).join(" and ")}, on ${sides.join(" by ")}`;
}

function pictureOf({ places, answers, names, parameters }: Begun, view: NonNullable<DensityProps["view"]>) {
  const [x] = coordinatesOf(view.axes) as [Float64Array];
  const from = Math.max(0, answers.length - mostDots);
  const dots = Array.from(answers.subarray(from), (value, i) => [places[from + i]!, value] as const);
  const line = Array.from(view.released, (value, i) => [x[i]!, value] as const);
  const values = [...line, ...dots].map(([, value]) => value);
  const upper = niceUpper(values.reduce((a, b) => Math.max(a, b), 0) * 1.02);
  const lower = values.reduce((a, b) => Math.min(a, b), 0);
  return {
    x: { domain: [...parameters.domain[0]!] as [number, number], isLog: false, label: names[0]! },
    y: { domain: [lower, upper > lower ? upper : lower + 1] as [number, number], isLog: false, label: "density" },
    series: [
      { points: view.axes.length === 1 ? line : [], role: "quiet", as: "line" },
      { points: dots, role: "private", as: "dots" },
    ] as const,
    description: `${answers.length} online answers beside the private curve; click to ask`,
  };
}

function lastRows({ places, answers, names }: Begun): readonly (readonly [string, string])[] {
  const d = names.length;
  const from = Math.max(0, answers.length - mostShown);
  return Array.from(answers.subarray(from), (value, i) => {
    const at = Array.from(places.subarray((from + i) * d, (from + i + 1) * d), exactText);
    return [`${from + i + 1}: ${names.map((name, k) => `${name} = ${at[k]!}`).join(", ")}`, exactText(value)] as const;
  }).reverse();
}

function save({ places, answers, names, terms, budget, parameters }: Begun): void {
  const d = names.length;
  const text = csvText({
    comments: [
      "Curveil density; answers of one online release; private as the bits that leave",
      `epsilon = ${budget.epsilon}`,
      `delta = ${budget.delta}`,
      `mu = ${terms.mu}`,
      `each value is a whole multiple of ${terms.lattice}`,
      `noise standard deviation = ${terms.sigma}`,
      `h = ${parameters.bandwidths.join(" ")}`,
      `domain = ${parameters.domain.map(([lower, upper]) => `${lower}..${upper}`).join(" x ")}`,
    ],
    columns: [
      ...names.map((name, k) => ({ name, at: (row: number) => places[row * d + k]! })),
      { name: "density", at: (row: number) => answers[row]! },
    ],
    rowCount: answers.length,
  });
  saveFile("online-answers.csv", "text/csv", text);
}
