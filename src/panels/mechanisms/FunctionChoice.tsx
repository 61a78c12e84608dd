import { useMemo, useState, type ReactNode } from "react";
import { useStore } from "zustand";
import { gridCoordinates, type GridAxis, type Interval } from "../../core/grids.ts";
import { pureLoss } from "../../core/privacy/accounting/privacyLoss.ts";
import { choiceExcess } from "../../core/privacy/choice/functionChoice.ts";
import { numberText, percentText } from "../../core/numberFormats.ts";
import type { ChoiceTasks } from "../../core/release/functionTasks.ts";
import type { RecordsId } from "../../engine/contract.ts";
import { perClient } from "../ledger/perClient.ts";
import { usePurchase } from "../ledger/usePurchase.ts";
import { listOrigin, listProblem, LookedList, originOfWriting, type ListOrigin } from "../ledger/WrittenList.tsx";
import { LineChart } from "../pictures/LineChart.tsx";
import { NumberControl } from "../controls/NumberControl.tsx";
import { Problem } from "../controls/Problem.tsx";
import { useAnswer } from "../hooks/useAnswer.ts";
import { useSame } from "../hooks/useSame.ts";
import type { Spend, SpendDetails } from "../study/study.ts";
import { niceUpper } from "../../plots/niceUpper.ts";
import { zeroLines } from "../../plots/zeroLines.ts";
import type { ClientOf } from "./clientOf.ts";
import { candidateWords, typedCandidates, type CandidateGrid } from "./candidates.ts";

/** Public. */
interface Chosen {
  readonly text: string;
  readonly values: Float64Array;
  readonly epsilon: number;
  readonly count: number;
}

/** Declared list and choice. Public. */
const stateOf = perClient<{
  readonly text: string | undefined;
  readonly origin: ListOrigin;
  readonly epsilon: number;
  readonly chosen: Chosen | undefined;
}>({ text: undefined, origin: undefined, epsilon: 0.2, chosen: undefined });

const failure = 0.05;
const what = "the list of candidates";

interface FunctionChoiceProps<P extends object> {
  readonly shown: SpendDetails["shown"] & { readonly data: string; readonly view: string };
  readonly client: ClientOf<ChoiceTasks<P>>;
  readonly spend: Spend;
  readonly recordsId: RecordsId | undefined;
  readonly parameters: P;
  readonly current: boolean;
  readonly kind: CandidateGrid["kind"];
  readonly axes: readonly GridAxis[];
  readonly suggested: string;
  readonly released: Float64Array;
  readonly labels: readonly [x: string, y: string];
  readonly more?: ReactNode;
  readonly below?: ReactNode;
}

/** Chooses a declared function near the records' by the exponential mechanism. */
export function FunctionChoice<P extends object>(props: FunctionChoiceProps<P>) {
  const { shown, client, spend, recordsId, current, kind, suggested, more, below } = props;
  const kept = stateOf(client);
  const { text: written, origin, epsilon, chosen } = useStore(kept);
  const inside = shown.view === "inside";
  const { problem, setProblem, busy, buy } = usePurchase({ spend, inside, done: "chosen" });
  const [odds, setOdds] = useState<{ readonly of: string; readonly values: Float64Array }>();
  const text = written ?? suggested;
  const grid = useChoiceGrid(kind, props.axes);
  const typed = useMemo(() => typedCandidates(text, grid), [text, grid]);
  const parameters = useSame(props.parameters);
  const question = useMemo(() => recordsId && { records: recordsId, parameters }, [recordsId, parameters]);
  const terms = useAnswer(
    question,
    (asked, signal) => client.run("choiceTerms", asked.records, asked.parameters, { signal }),
    100,
  );
  const list = "candidates" in typed ? typed.candidates : [];
  const request = { ...parameters, epsilon, candidates: list.map(({ values }) => values) };
  const asked = JSON.stringify([parameters, epsilon, text]);
  const sensitivity = terms.isCurrent ? terms.answer?.value : undefined;
  const ready = list.length >= 2 && current && recordsId !== undefined;

  const choose = async () => {
    const refused = listProblem(what, origin);
    if (refused !== undefined) {
      setProblem(refused);
      return;
    }
    if (recordsId === undefined) return;
    const names = list.map(({ text: one }) => one).join("; ");
    const drawn = await buy({
      entry: `one of ${list.length} candidate functions`,
      loss: pureLoss(epsilon),
      details: {
        shown,
        parameters: [
          { name: "epsilon of the choice", value: String(epsilon) },
          { name: "candidates", value: names.slice(0, 4000) },
        ],
        besides: [listOrigin(what, origin)],
      },
      draw: (job) => client.run("choose", recordsId, request, job),
    });
    if (drawn !== undefined) kept.setState({ chosen: { ...list[drawn]!, epsilon, count: list.length } });
  };
  const look = async () => {
    if (recordsId === undefined) return;
    const outcome = await client.run("choiceOdds", recordsId, request);
    if (outcome.ok) setOdds({ of: asked, values: outcome.value });
    else setProblem(outcome.error.message);
  };
  const shownOdds = inside && odds?.of === asked ? odds.values : undefined;

  return (
    <div className="section-body columns">
      <div>
        <p className="explanation">
          Where only a few functions come into question, one of them can be chosen in place of adding noise (Hall 2013,
          section 3.2). Each candidate g comes out with a probability proportional to exp(−ε d(g, f)/2s). Here d is the
          root of the squared difference over the domain, and s what one record can change it by. It is ε-private with δ
          = 0, and drawn exactly. {more}
        </p>
        <div className="control">
          <label>
            Candidates, one on a line: {candidateWords(grid)}
            <textarea
              aria-label="Candidates"
              rows={6}
              spellCheck={false}
              value={text}
              aria-invalid={"problem" in typed}
              onChange={(event) => kept.setState({ text: event.target.value, origin: originOfWriting(shown) })}
            />
          </label>
          <Problem text={"problem" in typed ? typed.problem : undefined} />
          <LookedList what={what} origin={origin} onAffirm={() => kept.setState({ origin: "affirmed" })} />
        </div>
        <NumberControl
          label="Privacy loss of the choice"
          beside="ε of the choice"
          value={epsilon}
          min={0.001}
          max={100}
          onCommit={(value) => kept.setState({ epsilon: value })}
        />
        {sensitivity !== undefined && (
          <p data-testid="choice-terms">
            One record changes a distance by s = {numberText(sensitivity)} at most. With 95 % the chosen one is no more
            than {numberText(choiceExcess({ candidateCount: Math.max(1, list.length), sensitivity, epsilon, failure }))}{" "}
            further away than the nearest of {list.length}.
          </p>
        )}
        <div className="buttons">
          <button type="button" className="filled" disabled={!ready || busy} onClick={() => void choose()}>
            {busy ? "Choosing …" : `Choose for ε = ${numberText(epsilon)}`}
          </button>{" "}
          {inside && (
            <button type="button" disabled={!ready} onClick={() => void look()}>
              Its probabilities (private)
            </button>
          )}
        </div>
        <Problem text={problem} />
        {chosen && (
          <p role="status" data-testid="chosen">
            Chosen among {chosen.count} for ε = {numberText(chosen.epsilon)}: {chosen.text}.
          </p>
        )}
        {shownOdds && <Odds names={list.map((one) => one.text)} odds={shownOdds} />}
      </div>
      <div>
        <Figure {...props} grid={grid} list={list.map(({ values }) => values)} chosen={chosen} />
        {below}
      </div>
    </div>
  );
}

/** The same while its axes are. */
function useChoiceGrid(kind: CandidateGrid["kind"], given: readonly GridAxis[]): CandidateGrid {
  const axes = useSame(given.map(({ lower, upper, count }) => ({ lower, upper, count })));
  return useMemo(
    () => ({
      kind,
      domain: axes.map(({ lower, upper }) => [lower, upper] as const),
      places: axes.map(gridCoordinates),
    }),
    [kind, axes],
  );
}

/** Inside view only. */
function Odds({ names, odds }: { readonly names: readonly string[]; readonly odds: Float64Array }) {
  const best = odds.reduce((top, value, k) => (value > odds[top]! ? k : top), 0);
  return (
    <>
      <p data-testid="choice-odds-sentence">
        In 100 choices “{names[best]}”, which is nearest, comes out {Math.round(100 * odds[best]!)} times.
      </p>
      <table data-testid="choice-odds">
        <tbody>
          {names.map((name, k) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{odds[k]! < 1e-4 ? "below 0.01 %" : percentText(odds[k]!)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

type FigureProps = Pick<FunctionChoiceProps<object>, "released" | "labels"> & {
  readonly grid: CandidateGrid;
  readonly list: readonly Float64Array[];
  readonly chosen: Chosen | undefined;
};

function Figure({ grid, released, labels, list, chosen }: FigureProps) {
  const isDensity = grid.kind === "density";
  const shown = isDensity ? released.map((value) => Math.max(0, value)) : released;
  const fits = chosen?.values.length === released.length ? chosen.values : undefined;
  const { x, y, linesOf, words } = (grid.places.length === 1 ? lineFigure : planeFigure)(grid, [
    ...list,
    ...(fits ? [fits] : []),
    shown,
  ]);
  const series = (values: Float64Array, role: "quiet" | "private" | "second") =>
    linesOf(values).map((points) => ({ points, role, as: "line" as const }));
  const picture = {
    x: { domain: x, isLog: false, label: labels[0] },
    y: { domain: y, isLog: false, label: labels[1] },
    series: [
      ...list.slice(0, 30).flatMap((values) => series(values, "quiet")),
      ...series(shown, "private"),
      ...(fits ? series(fits, "second") : []),
    ],
    description: `${list.length} candidates, the private function${fits ? ", and the candidate that was chosen" : ""}`,
  };
  return <LineChart picture={picture} caption={words} />;
}

type Line = readonly (readonly [x: number, y: number])[];

interface FigureLines {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly linesOf: (values: Float64Array) => readonly Line[];
  readonly words: string;
}

function lineFigure({ kind, domain, places: [places] }: CandidateGrid, all: readonly Float64Array[]): FigureLines {
  const most = all.reduce((top, values) => values.reduce((a, b) => Math.max(a, b), top), -Infinity);
  const least = all.reduce((low, values) => values.reduce((a, b) => Math.min(a, b), low), Infinity);
  const margin = 0.03 * (most - least) || 1;
  return {
    x: domain[0]!,
    y: kind === "density" ? [0, niceUpper(most)] : [least - margin, most + margin],
    linesOf: (values) => [Array.from(places!, (at, i) => [at, values[i]!] as const)],
    words: "Thin: the candidates. Thick: the private curve above. Green: the one chosen.",
  };
}

function planeFigure({ kind, domain, places }: CandidateGrid): FigureLines {
  const [[left, right], [low, high]] = domain as [Interval, Interval];
  const [nx, ny] = places.map(({ length }) => length) as [number, number];
  const level = kind === "density" ? 1 / ((right - left) * (high - low)) : 0;
  const pointAt = (line: ArrayLike<number>, k: number) =>
    [left + (line[2 * k]! / (nx - 1)) * (right - left), low + (line[2 * k + 1]! / (ny - 1)) * (high - low)] as const;
  return {
    x: [left, right],
    y: [low, high],
    linesOf: (values) =>
      zeroLines(level === 0 ? values : values.map((value) => value - level), nx, ny).map((line) =>
        Array.from({ length: line.length / 2 }, (_, k) => pointAt(line, k)),
      ),
    words: `${kind === "density" ? "Lines where a density is as high as the uniform one" : "Lines where a function is 0"}. Thin: the candidates. Thick: the private one above. Green: the one chosen.`,
  };
}
