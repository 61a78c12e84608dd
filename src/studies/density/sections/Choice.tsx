import { useMemo, useState } from "react";
import { useStore } from "zustand";
import { gridStep } from "../../../core/grids.ts";
import { bumpKernel } from "../../../core/kernels/bumpKernel.ts";
import { pureLoss } from "../../../core/privacy/accounting/privacyLoss.ts";
import { densityGrid } from "../../../core/density/densityGrid.ts";
import { choiceExcess, choiceSensitivity } from "../../../core/density/densityChoice.ts";
import { numberText, percentText } from "../../../core/numberFormats.ts";
import { perClient } from "../../../panels/ledger/perClient.ts";
import { LineChart } from "../../../panels/pictures/LineChart.tsx";
import { NumberControl } from "../../../panels/controls/NumberControl.tsx";
import { Problem } from "../../../panels/controls/Problem.tsx";
import { usePurchase } from "../../../panels/ledger/usePurchase.ts";
import {
  listOrigin,
  listProblem,
  LookedList,
  originOfWriting,
  type ListOrigin,
} from "../../../panels/ledger/WrittenList.tsx";
import { niceUpper } from "../../../plots/niceUpper.ts";
import { coordinatesOf } from "../../../state/presented/releaseView.ts";
import { requestOf } from "../model/request.ts";
import type { DensityProps } from "../model/view.ts";
import { suggestedCandidates, typedCandidates } from "./candidates.ts";
import { Pieces } from "./Pieces.tsx";

/** Public. */
interface Chosen {
  readonly text: string;
  readonly values: Float64Array;
  readonly epsilon: number;
  readonly count: number;
}

/** The declared list and the choice: both public. */
const stateOf = perClient<{
  readonly text: string | undefined;
  readonly origin: ListOrigin;
  readonly epsilon: number;
  readonly chosen: Chosen | undefined;
}>({ text: undefined, origin: undefined, epsilon: 0.2, chosen: undefined });

const failure = 0.05;
const what = "the list of candidates";

export function Section(props: DensityProps) {
  const { shown, view, client, recordsId, current, spend } = props;
  const kept = stateOf(client);
  const { text: written, origin, epsilon, chosen } = useStore(kept);
  const inside = shown.view === "inside";
  const { problem, setProblem, busy, buy } = usePurchase({ spend, inside, done: "chosen" });
  const [odds, setOdds] = useState<{ readonly of: string; readonly values: Float64Array }>();
  const text = written ?? suggestedCandidates(shown.domainX);
  const places = view && coordinatesOf(view.axes)[0];
  const typed = useMemo(
    () => (places ? typedCandidates(text, shown.domainX, places) : { problem: "" }),
    [text, shown.domainX, places],
  );
  if (!view || !places) return null;
  const { seed: _, drawCount: __, ...parameters } = requestOf(shown);
  const list = "candidates" in typed ? typed.candidates : [];
  const request = { ...parameters, epsilon, candidates: list.map(({ values }) => values) };
  const asked = JSON.stringify([parameters, epsilon, text]);
  const sensitivity = sensitivityOf(props);
  const excess = choiceExcess({ candidateCount: Math.max(1, list.length), sensitivity, epsilon, failure });

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
          = 0, and drawn exactly. For a bandwidth out of a list see “Buy the bandwidth”.
        </p>
        <div className="control">
          <label>
            Candidates, one on a line: uniform, normal MEAN DEVIATION, or weights and +
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
        <p data-testid="choice-terms">
          One record changes a distance by s = {numberText(sensitivity)} at most. With 95 % the chosen one is no more
          than {numberText(excess)} further away than the nearest of {list.length}.
        </p>
        <div className="buttons">
          <button
            type="button"
            className="filled"
            disabled={list.length < 2 || busy || recordsId === undefined || !current}
            onClick={() => void choose()}
          >
            {busy ? "Choosing …" : `Choose for ε = ${numberText(epsilon)}`}
          </button>{" "}
          {inside && (
            <button type="button" disabled={list.length < 2 || !current} onClick={() => void look()}>
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
        <Figure {...props} places={places} list={list.map(({ values }) => values)} chosen={chosen} />
        <Pieces {...props} />
      </div>
    </div>
  );
}

function sensitivityOf({ view, shown }: DensityProps): number {
  const request = requestOf(shown);
  const bump = request.bump ?? "gaussian";
  const [h] = request.bandwidths as [number];
  const isGaussian = bump === "gaussian";
  const peak = isGaussian ? 1 / (h * Math.sqrt(2 * Math.PI)) : bumpKernel({ name: bump, bandwidths: [h] }).height;
  const [axis] = densityGrid(request.domain).axes;
  return choiceSensitivity({ recordCount: view!.facts.recordCount, peak, step: gridStep(axis!), isGaussian });
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

function Figure({
  view,
  places,
  list,
  chosen,
  shown,
}: DensityProps & {
  readonly places: Float64Array;
  readonly list: readonly Float64Array[];
  readonly chosen: Chosen | undefined;
}) {
  const line = (values: ArrayLike<number>) => Array.from(places, (x, i) => [x, values[i]!] as const);
  const fits = chosen?.values.length === places.length;
  const all = [...list, ...(fits ? [chosen.values] : []), view!.released];
  const most = all.reduce((top, values) => values.reduce((a, b) => Math.max(a, b), top), 0);
  const picture = {
    x: { domain: [...shown.domainX] as [number, number], isLog: false, label: shown.x },
    y: { domain: [0, niceUpper(most)] as [number, number], isLog: false, label: "density" },
    series: [
      ...list.slice(0, 30).map((values) => ({ points: line(values), role: "quiet" as const, as: "line" as const })),
      {
        points: line(view!.released.map((value) => Math.max(0, value))),
        role: "private" as const,
        as: "line" as const,
      },
      ...(fits ? [{ points: line(chosen.values), role: "second" as const, as: "line" as const, name: "chosen" }] : []),
    ],
    description: `${list.length} candidates, the private curve${fits ? ", and the candidate that was chosen" : ""}`,
  };
  return (
    <LineChart
      picture={picture}
      caption="Thin: the candidates. Thick: the private curve above. Green: the one chosen."
    />
  );
}
