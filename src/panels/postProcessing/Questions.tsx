import { Fragment, useEffect, useMemo, useState } from "react";
import type { Interval } from "../../core/grids.ts";
import { integralFunctional } from "../../core/release/curveFunctionals.ts";
import { pointwise95 } from "../../core/privacy/bands/pointwise.ts";
import { clipAndNormalise } from "../../core/release/scale.ts";
import { numberText } from "../../core/numberFormats.ts";
import { ChoiceControl } from "../controls/ChoiceControl.tsx";
import { Problem } from "../controls/Problem.tsx";
import { NumberBox } from "../controls/NumberBox.tsx";
import { ToolChoice } from "../controls/ToolChoice.tsx";
import { DataTable } from "../shared/DataTable.tsx";
import {
  partOf,
  weightKnots,
  whatFollows,
  withNoise,
  type FollowedFunction,
  type Following,
  type NoiseForm,
} from "./whatFollows.ts";
import { TableQuestions } from "./TableQuestions.tsx";
import type { FollowedTable } from "./tableFollows.ts";
import "./whatFollows.css";

export interface QuestionState {
  readonly window: Interval;
  readonly weight: string;
  readonly onWindow: (window: Interval) => void;
  readonly onWeight: (weight: string) => void;
}

export interface WhatFollowsProps<F = FollowedFunction> {
  readonly of: F;
  readonly what: string;
  readonly held?: QuestionState | undefined;
  /** Absent for previews. */
  readonly onGrid?: ((counts: readonly number[], isNormalised: boolean) => void) | undefined;
}

export function Questions({ of, ...props }: WhatFollowsProps<FollowedFunction | FollowedTable>) {
  return "noisy" in of ? <TableQuestions of={of} /> : <QuestionsOfFunction of={of} {...props} />;
}

function QuestionsOfFunction(props: WhatFollowsProps) {
  const of = useDeviations(props.of);
  const { levels } = of;
  return levels ? <QuestionsOfGroups {...{ ...props, of, levels }} /> : <QuestionsOfOne {...props} of={of} />;
}

function useDeviations(of: FollowedFunction): FollowedFunction {
  const { noise } = of;
  const [form, setForm] = useState<NoiseForm>();
  const load = noise?.form;
  useEffect(() => {
    let isCurrent = true;
    void load?.().then((found) => isCurrent && setForm(found));
    return () => void (isCurrent = false);
  }, [load]);
  return useMemo(() => (noise && form ? withNoise(of, noise, form) : of), [of, noise, form]);
}

const noGroup = "none";

function QuestionsOfGroups({ levels, of, ...props }: WhatFollowsProps & { readonly levels: readonly string[] }) {
  const [chosen, setChosen] = useState(levels[0]!);
  const [less, setLess] = useState(noGroup);
  const k = Math.max(0, levels.indexOf(chosen));
  const others = levels.flatMap((level, j) => (j === k ? [] : [[`group ${j}`, level] as const]));
  const isLess = others.some(([name]) => name === less);
  const other = isLess ? Number(less.slice("group ".length)) : undefined;
  const part = useMemo(() => partOf(of, k, other), [of, k, other]);
  return (
    <>
      <ChoiceControl
        label={`Of the group by ${of.names.at(-1)!}`}
        value={levels[k]!}
        choices={levels.map((level) => ({ value: level, label: level }))}
        onChange={setChosen}
      />
      <p className="window">
        <ToolChoice
          label="less that of"
          value={isLess ? less : noGroup}
          choices={{ [noGroup]: "no group", ...Object.fromEntries(others) }}
          onChange={setLess}
        />
      </p>
      <QuestionsOfOne key={`${k} ${less}`} {...props} what={isLess ? "difference" : props.what} of={part} />
    </>
  );
}

function QuestionsOfOne({ of, what, held, onGrid }: WhatFollowsProps) {
  const domains = of.axes.map((axis): Interval => [axis[0]!, axis.at(-1)!]);
  const [pointOf, setPoint] = useState<readonly (number | undefined)[]>([]);
  const [windowOf, setWindow] = useState<readonly (Interval | undefined)[]>([]);
  const [ownWeight, setOwnWeight] = useState("");
  const [isNormalised, setNormalised] = useState(false);
  const point = domains.map(([lower, upper], k) => pointOf[k] ?? (lower + upper) / 2);
  const window = domains.map((domain, k) => (k === 0 && held ? held.window : (windowOf[k] ?? domain)));
  const weight = held?.weight ?? ownWeight;
  const shown = useMemo(() => (isNormalised ? normalisedOf(of) : of), [of, isNormalised]);
  const rows = whatFollows(shown, { point, window, weight });
  const line = of.axes.length === 1;
  const setOne = <T,>(list: readonly T[], k: number, value: T) => domains.map((_, j) => (j === k ? value : list[j]!));
  const moveWindow = (k: number, next: Interval) =>
    k === 0 && held ? held.onWindow(next) : setWindow(setOne(window, k, next));

  return (
    <>
      <p className="explanation">
        Whatever is computed from a released {what} is as private as the {what} itself, so it costs nothing more. So are
        values between the points and on another grid, integrals, slopes, maxima. Between grid points the {what} is
        taken to be straight.
      </p>
      {domains.map(([min, max], k) => (
        <p className="window" key={k}>
          <span>{line ? "At" : `At ${of.names[k]!} =`}</span>
          <NumberBox
            label={line ? "Point" : `Point, ${of.names[k]!}`}
            value={point[k]!}
            {...{ min, max }}
            onCommit={(value) => setPoint(setOne(point, k, value))}
          />
          {(["from", "to"] as const).map((end, e) => (
            <Fragment key={end}>
              <span>{e === 0 ? "window from" : "to"}</span>
              <NumberBox
                label={`Window${line ? "" : ` of ${of.names[k]!}`}, ${end}`}
                value={window[k]![e]!}
                {...{ min, max }}
                onCommit={(value) => moveWindow(k, ordered(value, window[k]![1 - e]!))}
              />
            </Fragment>
          ))}
        </p>
      ))}
      {line && <WeightBox key={weight} value={weight} onCommit={held?.onWeight ?? setOwnWeight} />}
      {of.isDensity && (
        <p className="window">
          <label>
            <input type="checkbox" checked={isNormalised} onChange={(event) => setNormalised(event.target.checked)} />{" "}
            cut off at zero and divided by its integral, as a density is
          </label>
        </p>
      )}
      <FollowingTable rows={rows} what={what} of={shown} />
      {onGrid && (
        <OtherGrid
          key={of.axes.map(({ length }) => length).join()}
          of={of}
          onGrid={(counts) => onGrid(counts, isNormalised)}
        />
      )}
    </>
  );
}

function FollowingTable({ rows, what, of }: WhatFollowsProps & { readonly rows: readonly Following[] }) {
  const known = rows.some(({ standardDeviation }) => standardDeviation !== undefined);
  const scale = useMemo(() => of.released.reduce((most, value) => Math.max(most, Math.abs(value)), 0), [of]);
  const bounded = rows.some(({ within }) => within !== undefined);
  return (
    <DataTable
      className="follows"
      hasPlainHead
      head={[
        `Of the ${what}`,
        "private",
        ...(of.original ? ["original"] : []),
        ...(known ? ["standard deviation of the noise", "noise, 95 % for this one"] : []),
        ...(bounded ? ["noise, 95 % for all together, at most"] : []),
      ]}
      rows={rows.map((row) => [
        row.name,
        valueText(row, "released", scale),
        ...(of.original ? [valueText(row, "original", scale)] : []),
        ...(known ? noiseTexts(row.standardDeviation, of.pointwiseFactor) : []),
        ...(bounded ? [row.within === undefined ? "–" : `± ${numberText(row.within)}`] : []),
      ])}
    />
  );
}

function noiseTexts(deviation: number | undefined, factor = pointwise95): readonly string[] {
  if (deviation === undefined) return ["not linear", "–"];
  return [numberText(deviation), `± ${numberText(factor * deviation)}`];
}

/** Smaller values, relative to the largest, are rounding. */
const dust = 1e-12;

function valueText(row: Following, which: "released" | "original", scale: number): string {
  const exact = row[which];
  const at = row.at?.[which];
  if (exact === undefined) return "";
  const value = Math.abs(exact) < dust * scale ? 0 : exact;
  return at === undefined ? numberText(value) : `${numberText(value)} at ${at.map(numberText).join(", ")}`;
}

const mostPoints = 2 ** 20;

function OtherGrid({
  of,
  onGrid,
}: {
  readonly of: FollowedFunction;
  readonly onGrid: (counts: readonly number[]) => void;
}) {
  const [counts, setCounts] = useState<readonly number[]>(() => of.axes.map(({ length }) => 2 * length - 1));
  const most = Math.floor(mostPoints ** (1 / counts.length));
  return (
    <p className="window">
      <span>On a grid of</span>
      {counts.map((count, k) => (
        <NumberBox
          key={k}
          label={counts.length === 1 ? "Points of another grid" : `Points of another grid along ${of.names[k]!}`}
          value={count}
          min={2}
          max={most}
          integer
          onCommit={(value) => setCounts(counts.map((before, j) => (j === k ? value : before)))}
        />
      ))}
      <span>points</span>
      <button type="button" onClick={() => onGrid(counts)}>
        Values on this grid (CSV)
      </button>
    </p>
  );
}

function WeightBox({ value, onCommit }: { readonly value: string; readonly onCommit: (text: string) => void }) {
  const [text, setText] = useState(value);
  const finish = () => {
    if (text !== value) onCommit(text);
  };
  return (
    <div className="window">
      <label>
        Weight w of ∫ w f, as place:value{" "}
        <input
          type="text"
          value={text}
          maxLength={400}
          placeholder="0:0, 10:1, 21:0"
          aria-invalid={weightKnots(value) === undefined}
          onChange={(event) => setText(event.target.value)}
          onBlur={finish}
          onKeyDown={(event) => event.key === "Enter" && finish()}
        />
      </label>
      <Problem
        text={
          weightKnots(value) === undefined
            ? "Expected two or more pairs place:value with increasing places, separated by commas, such as 0:0, 10:1, 21:0."
            : undefined
        }
      />
    </div>
  );
}

/** The law of the noise no longer holds. */
function normalisedOf({ names, axes, released, original }: FollowedFunction): FollowedFunction {
  return {
    names,
    axes,
    released: densityOf(released, axes),
    original: original && densityOf(original, axes),
    isDensity: true,
  };
}

export function densityOf(values: Float64Array, axes: readonly Float64Array[]): Float64Array {
  const uneven = axes.length === 1 ? unevenCells(axes[0]!) : undefined;
  const cell = axes.reduce((volume, axis) => volume * ((axis.at(-1)! - axis[0]!) / axis.length), 1);
  return clipAndNormalise(Float64Array.from(values), uneven ?? cell);
}

/** Undefined for even spacing. */
function unevenCells(axis: Float64Array): Float64Array | undefined {
  const cells = integralFunctional(axis, [axis[0]!, axis.at(-1)!]);
  const step = (axis.at(-1)! - axis[0]!) / (axis.length - 1);
  return cells.slice(1, -1).every((cell) => Math.abs(cell - step) < 1e-6 * step) ? undefined : cells;
}

function ordered(a: number, b: number): Interval {
  return a <= b ? [a, b] : [b, a];
}
